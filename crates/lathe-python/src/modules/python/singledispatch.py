"""functools.singledispatch: a function for each class of the first argument."""

from abc import get_cache_token
from functools import update_wrapper


def _merge(orders):
    """One order that has all of these in it: the merge step of C3."""
    merged = []
    while True:
        orders = [order for order in orders if order]
        if not orders:
            return merged
        for order in orders:
            head = order[0]
            if not any(head in other[1:] for other in orders):
                break
        else:
            raise RuntimeError('Inconsistent hierarchy')
        merged.append(head)
        for order in orders:
            if order[0] is head:
                del order[0]


def _order_with(cls, abstract):
    """The resolution order of a class as if it had these abstract classes among its bases, where they belong."""
    bases = cls.__bases__
    boundary = 0
    for number in range(len(bases) - 1, -1, -1):
        if hasattr(bases[number], '__abstractmethods__'):
            boundary = number + 1
            break
    concrete, other = list(bases[:boundary]), list(bases[boundary:])
    # What a base implies already comes with the base.
    own = [one for one in abstract if issubclass(cls, one) and not any(issubclass(base, one) for base in bases)]
    rest = [one for one in abstract if one not in own]
    orders = [_order_with(base, list(rest)) for base in concrete + own + other]
    return _merge([[cls]] + orders + [concrete, own, other])


def _compose_mro(cls, types):
    """The resolution order of a class with those of the types that it is a virtual subclass of."""
    own = set(cls.__mro__)

    def related(one):
        return one not in own and hasattr(one, '__mro__') and isinstance(one, type) and issubclass(cls, one)
    types = [one for one in types if related(one)]
    types = [one for one in types if not any(one is not other and one in other.__mro__ for other in types)]
    wanted = set(types)
    order = []
    for one in types:
        # Subclasses that the class also is a virtual subclass of come first.
        found = [[each for each in sub.__mro__ if each in wanted] for sub in one.__subclasses__()
                 if sub not in own and issubclass(cls, sub)]
        if not found:
            order.append(one)
            continue
        for each in sorted(found, key=len, reverse=True):
            for sub in each:
                if sub not in order:
                    order.append(sub)
    return _order_with(cls, order)


def _find_impl(cls, registry):
    match = None
    for one in _compose_mro(cls, registry.keys()):
        if match is not None:
            # Two abstract classes that nobody has put in an order.
            if (one in registry and one not in cls.__mro__ and match not in cls.__mro__
                    and not issubclass(match, one)):
                raise RuntimeError(f'Ambiguous dispatch: {match} or {one}')
            break
        if one in registry:
            match = one
    return registry.get(match)


def _is_union(cls):
    return type(cls).__name__ in ('UnionType', 'Union') and hasattr(cls, '__args__')


def _is_valid(cls):
    if isinstance(cls, type):
        return not hasattr(cls, '__origin__')
    return _is_union(cls) and all(isinstance(one, type) for one in cls.__args__)


def _hint(func):
    """Name and annotation of the first annotated parameter."""
    annotations = func.__annotations__
    if any(isinstance(value, str) for value in annotations.values()):
        from typing import get_type_hints
        annotations = get_type_hints(func)
    return next(iter(annotations.items()))


def singledispatch(func):
    """A generic function: what it does depends on the class of its first argument."""
    registry, known = {}, {}
    token = None
    name = getattr(func, '__name__', 'singledispatch function')

    def dispatch(cls):
        nonlocal token
        if token is not None:
            now = get_cache_token()
            if now != token:
                known.clear()
                token = now
        try:
            return known[cls]
        except KeyError:
            found = registry[cls] if cls in registry else _find_impl(cls, registry)
            known[cls] = found
            return found

    def register(cls, func=None):
        nonlocal token
        if _is_valid(cls):
            if func is None:
                return lambda func: register(cls, func)
        else:
            if func is not None:
                raise TypeError(f'Invalid first argument to `register()`. {cls!r} is not a class or union type.')
            if not getattr(cls, '__annotations__', {}):
                raise TypeError(f'Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` '
                                f'or plain `@register` on an annotated function.')
            func = cls
            parameter, cls = _hint(func)
            if not _is_valid(cls):
                if _is_union(cls):
                    raise TypeError(f'Invalid annotation for {parameter!r}. {cls!r} not all arguments are classes.')
                raise TypeError(f'Invalid annotation for {parameter!r}. {cls!r} is not a class.')
        for one in cls.__args__ if _is_union(cls) else (cls,):
            registry[one] = func
            if token is None and hasattr(one, '__abstractmethods__'):
                token = get_cache_token()
        known.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f'{name} requires at least 1 positional argument')
        return dispatch(args[0].__class__)(*args, **kw)

    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = type(object.__dict__)(registry)
    wrapper._clear_cache = known.clear
    update_wrapper(wrapper, func)
    return wrapper


class singledispatchmethod:
    """The same for methods: it depends on the class of the first argument behind self or cls."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        dispatch = self.dispatcher.dispatch
        name = getattr(self.func, '__name__', 'singledispatchmethod method')

        def method(*args, **kwargs):
            if not args:
                raise TypeError(f'{name} requires at least 1 positional argument')
            return dispatch(args[0].__class__).__get__(obj, cls)(*args, **kwargs)
        method.__isabstractmethod__ = self.__isabstractmethod__
        method.register = self.register
        update_wrapper(method, self.func)
        return method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)
