"""Tools for functions. What is hot is in _functools; single dispatch is loaded when it is asked for."""

__all__ = ['update_wrapper', 'wraps', 'WRAPPER_ASSIGNMENTS', 'WRAPPER_UPDATES', 'total_ordering', 'cache', 'cmp_to_key',
           'lru_cache', 'reduce', 'partial', 'partialmethod', 'singledispatch', 'singledispatchmethod', 'cached_property',
           'Placeholder']

from _functools import Placeholder, _lru_cache_wrapper, cmp_to_key, partial

WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotate__', '__type_params__')
WRAPPER_UPDATES = ('__dict__',)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Makes one function look like another."""
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    # Last: the dict may have brought one.
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """A decorator that does what update_wrapper does."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


# --- Comparisons ---

def _derived(name, root, negate, same):
    """A comparison made of another: its answer, perhaps negated; same says what is added for equal operands, if anything."""
    def method(self, other):
        answer = getattr(type(self), root)(self, other)
        if answer is NotImplemented:
            return answer
        if negate:
            answer = not answer
        if same is None:
            return answer
        return (answer or self == other) if same else (answer and self != other)
    method.__name__ = name
    method.__qualname__ = f'total_ordering.{name}'
    return method


_ORDERINGS = {
    '__lt__': (('__gt__', True, False), ('__le__', False, True), ('__ge__', True, None)),
    '__le__': (('__ge__', True, True), ('__lt__', False, False), ('__gt__', True, None)),
    '__gt__': (('__lt__', True, False), ('__ge__', False, True), ('__le__', True, None)),
    '__ge__': (('__le__', True, True), ('__gt__', False, False), ('__lt__', True, None)),
}


def total_ordering(cls):
    """Fills in the comparisons that a class does not define, from one that it does."""
    defined = {name for name in _ORDERINGS if getattr(cls, name, None) is not getattr(object, name, None)}
    if not defined:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = max(defined)
    for name, negate, same in _ORDERINGS[root]:
        if name not in defined:
            setattr(cls, name, _derived(name, root, negate, same))
    return cls


# --- Folding ---

_missing = object()


def reduce(function, iterable, /, initial=_missing):
    """Puts the items together, from the left, by a function of two arguments."""
    try:
        items = iter(iterable)
    except TypeError:
        if hasattr(type(iterable), '__iter__'):
            raise
        raise TypeError('reduce() arg 2 must support iteration') from None
    if initial is _missing:
        for value in items:
            break
        else:
            raise TypeError('reduce() of empty iterable with no initial value')
    else:
        value = initial
    for item in items:
        value = function(value, item)
    return value


# --- Caches ---

_info_type = None


def _cache_info_type():
    global _info_type
    if _info_type is None:
        from collections import namedtuple
        _info_type = namedtuple('CacheInfo', ['hits', 'misses', 'maxsize', 'currsize'], module='functools')
    return _info_type


def lru_cache(maxsize=128, typed=False):
    """A decorator: results are remembered, the least recently used one is forgotten when there are more than maxsize."""
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif callable(maxsize) and isinstance(typed, bool):
        # @lru_cache without brackets.
        return lru_cache(128, typed)(maxsize)
    elif maxsize is not None:
        raise TypeError('Expected first argument to be an integer, a callable, or None')

    def decorate(function):
        wrapper = _lru_cache_wrapper(function, maxsize, typed, _cache_info_type())
        wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
        return update_wrapper(wrapper, function)
    return decorate


def cache(user_function, /):
    """Remembers all results."""
    return lru_cache(maxsize=None)(user_function)


class _HashedSeq(list):
    __slots__ = ('hashvalue',)

    def __init__(self, items, hash=hash):
        self[:] = items
        self.hashvalue = hash(items)

    def __hash__(self):
        return self.hashvalue


_keyword_mark = (object(),)


def _make_key(args, kwds, typed, kwd_mark=_keyword_mark, fasttypes={int, str}, tuple=tuple, type=type, len=len):
    """Arguments of a call as a key for a dict."""
    key = args
    if kwds:
        key += kwd_mark
        for item in kwds.items():
            key += item
    if typed:
        key += tuple(type(value) for value in args)
        if kwds:
            key += tuple(type(value) for value in kwds.values())
    elif len(key) == 1 and type(key[0]) in fasttypes:
        return key[0]
    return _HashedSeq(key)


class cached_property:
    """A method whose result becomes an attribute of the instance."""

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__
        self.__module__ = func.__module__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError('Cannot assign the same cached_property to two different names '
                            f'({self.attrname!r} and {name!r}).')

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        name = self.attrname
        if name is None:
            raise TypeError('Cannot use cached_property instance without calling __set_name__ on it.')
        value = self.func(instance)
        try:
            # Not through __dict__: an instance whose dict was never asked for is faster.
            object.__setattr__(instance, name, value)
        except AttributeError:
            if hasattr(instance, '__dict__'):
                raise
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} "
                            f"instance to cache {name!r} property.") from None
        return value

    @classmethod
    def __class_getitem__(cls, item):
        return _generic_alias(cls, item)


def _generic_alias(cls, item):
    return type(list[int])(cls, item)


# --- Partial methods ---

class partialmethod:
    """A method with some of its arguments given."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and getattr(func, '__get__', None) is None:
            raise TypeError(f'{func!r} is not callable or a descriptor')
        if isinstance(func, partialmethod):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func, self.args, self.keywords = func, args, keywords

    def __repr__(self):
        cls = type(self)
        shown = [repr(self.func)]
        shown.extend(map(repr, self.args))
        shown.extend(f'{name}={value!r}' for name, value in self.keywords.items())
        return f'{cls.__module__}.{cls.__qualname__}({", ".join(shown)})'

    def _make_unbound_method(self):
        def method(self, /, *args, **keywords):
            template = method.__partialmethod__
            return template.func(self, *template.args, *args, **{**template.keywords, **keywords})
        method.__isabstractmethod__ = self.__isabstractmethod__
        method.__partialmethod__ = self
        return method

    def __get__(self, obj, cls=None):
        get = getattr(self.func, '__get__', None)
        if get is not None and not isinstance(self.func, partial):
            found = get(obj, cls)
            if found is not self.func:
                # A class method, a static method, or whatever descriptor it is.
                bound = partial(found, *self.args, **self.keywords)
                try:
                    bound.__self__ = found.__self__
                except AttributeError:
                    pass
                return bound
        return self._make_unbound_method().__get__(obj, cls)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)

    @classmethod
    def __class_getitem__(cls, item):
        return _generic_alias(cls, item)


def _unwrap_partial(func):
    while isinstance(func, partial):
        func = func.func
    return func


def _unwrap_partialmethod(func):
    before = None
    while func is not before:
        before = func
        while hasattr(func, '__partialmethod__') and isinstance(func.__partialmethod__, partialmethod):
            func = func.__partialmethod__
        while isinstance(func, partialmethod):
            func = getattr(func, 'func')
        func = _unwrap_partial(func)
    return func


def __getattr__(name):
    if name in ('singledispatch', 'singledispatchmethod', '_find_impl', '_compose_mro'):
        import _singledispatch
        for each in ('singledispatch', 'singledispatchmethod', '_find_impl', '_compose_mro'):
            globals()[each] = getattr(_singledispatch, each)
        return globals()[name]
    if name == '_CacheInfo':
        return _cache_info_type()
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
