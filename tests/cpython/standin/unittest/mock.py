"""Of unittest.mock, the part that is small: patches of attributes and of dicts, sentinels."""


class _Sentinels:
    def __getattr__(self, name):
        value = type("sentinel." + name, (), {"__repr__": lambda self: "sentinel." + name})()
        setattr(self, name, value)
        return value


sentinel = _Sentinels()
DEFAULT = sentinel.DEFAULT
_missing = object()


class _PatchObject:
    def __init__(self, target, name, new):
        self.target, self.name, self.new = target, name, new

    def __enter__(self):
        self.local = self.name in getattr(self.target, "__dict__", ())
        self.old = getattr(self.target, self.name, _missing)
        setattr(self.target, self.name, self.new)
        return self.new

    def __exit__(self, *exception):
        if self.local:
            setattr(self.target, self.name, self.old)
        else:
            delattr(self.target, self.name)

    start = __enter__

    def stop(self):
        self.__exit__(None, None, None)

    def __call__(self, function):
        def patched(*args, **kwargs):
            with self:
                return function(*args, **kwargs)
        patched.__name__ = function.__name__
        return patched


class _PatchDict:
    def __init__(self, target, values=(), clear=False):
        self.target, self.values, self.clear = target, dict(values), clear

    def __enter__(self):
        self.old = dict(self.target)
        if self.clear:
            self.target.clear()
        self.target.update(self.values)
        return self.target

    def __exit__(self, *exception):
        self.target.clear()
        self.target.update(self.old)

    def __call__(self, function):
        def patched(*args, **kwargs):
            with self:
                return function(*args, **kwargs)
        return patched


class patch:
    """`patch.object` and `patch.dict`."""

    object = staticmethod(lambda target, name, new: _PatchObject(target, name, new))
    dict = staticmethod(_PatchDict)


ANY = type("ANY", (), {"__eq__": lambda self, other: True, "__repr__": lambda self: "<ANY>"})()
