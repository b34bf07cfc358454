"""Context variables: there is one thread, and one context is the current one."""

_missing = object()
_current = None


class Token:
    MISSING = None

    def __init__(self, var, old):
        self.var = var
        self.old_value = old
        self._used = False

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.var.reset(self)

    def __repr__(self):
        used = " used" if self._used else ""
        return f"<Token{used} var={self.var!r} at {id(self):#x}>"


class _Missing:
    def __repr__(self):
        return "<Token.MISSING>"


Token.MISSING = _Missing()


class ContextVar:
    __slots__ = ("name", "_default", "__weakref__")

    def __init__(self, name, *, default=_missing):
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        self.name = name
        self._default = default

    def __class_getitem__(cls, item):
        import types

        return types.GenericAlias(cls, item)

    def get(self, default=_missing, /):
        value = _running()._values.get(self, _missing)
        if value is not _missing:
            return value
        for value in (default, self._default):
            if value is not _missing:
                return value
        raise LookupError(self)

    def set(self, value, /):
        values = _running()._values
        token = Token(self, values.get(self, Token.MISSING))
        values[self] = value
        return token

    def reset(self, token, /):
        if not isinstance(token, Token):
            raise TypeError(f"expected an instance of Token, got {token!r}")
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token.var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        token._used = True
        if token.old_value is Token.MISSING:
            _running()._values.pop(self, None)
        else:
            _running()._values[self] = token.old_value

    def __repr__(self):
        default = "" if self._default is _missing else f" default={self._default!r}"
        return f"<ContextVar name={self.name!r}{default} at {id(self):#x}>"


class Context:
    def __init__(self):
        self._values = {}
        self._entered = False

    def run(self, callable, /, *args, **kwargs):
        global _current
        if self._entered:
            raise RuntimeError(f"cannot enter context: {self!r} is already entered")
        before, _current, self._entered = _current, self, True
        try:
            return callable(*args, **kwargs)
        finally:
            _current, self._entered = before, False

    def copy(self):
        new = Context()
        new._values = dict(self._values)
        return new

    def __getitem__(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError(f"a ContextVar key was expected, got {var!r}")
        return self._values[var]

    def __contains__(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError(f"a ContextVar key was expected, got {var!r}")
        return var in self._values

    def get(self, var, default=None, /):
        return self[var] if var in self else default

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __eq__(self, other):
        return isinstance(other, Context) and self._values == other._values

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


def _running():
    global _current
    if _current is None:
        _current = Context()
    return _current


def copy_context():
    return _running().copy()
