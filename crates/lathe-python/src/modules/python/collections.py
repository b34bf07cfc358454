"""Containers. Those in Rust are in _collections; wrappers and chains are loaded when they are asked for."""

__all__ = ['ChainMap', 'Counter', 'OrderedDict', 'UserDict', 'UserList', 'UserString', 'defaultdict', 'deque', 'namedtuple']

import sys as _sys
from _collections import OrderedDict, _caller_module, _count_elements, _tuplegetter, defaultdict, deque


def __getattr__(name):
    if name in ('ChainMap', 'UserDict', 'UserList', 'UserString'):
        from collections import _wrappers
        for each in ('ChainMap', 'UserDict', 'UserList', 'UserString'):
            globals()[each] = getattr(_wrappers, each)
        return globals()[name]
    if name == 'abc':
        import collections.abc
        return collections.abc
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


# --- Named tuples ---

def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A subclass of tuple whose items have names."""
    from keyword import iskeyword
    if isinstance(field_names, str):
        field_names = field_names.replace(',', ' ').split()
    field_names = list(map(str, field_names))
    typename = _sys.intern(str(typename))
    if rename:
        seen = set()
        for index, name in enumerate(field_names):
            if not name.isidentifier() or iskeyword(name) or name.startswith('_') or name in seen:
                field_names[index] = f'_{index}'
            seen.add(name)
    for name in [typename] + field_names:
        if type(name) is not str:
            raise TypeError('Type names and field names must be strings')
        if not name.isidentifier():
            raise ValueError(f'Type names and field names must be valid identifiers: {name!r}')
        if iskeyword(name):
            raise ValueError(f'Type names and field names cannot be a keyword: {name!r}')
    seen = set()
    for name in field_names:
        if name.startswith('_') and not rename:
            raise ValueError(f'Field names cannot start with an underscore: {name!r}')
        if name in seen:
            raise ValueError(f'Encountered duplicate field name: {name!r}')
        seen.add(name)
    field_defaults = {}
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > len(field_names):
            raise TypeError('Got more default values than field names')
        field_defaults = dict(reversed(list(zip(reversed(field_names), reversed(defaults)))))
    field_names = tuple(map(_sys.intern, field_names))
    count = len(field_names)
    tuple_new = tuple.__new__

    # A function with these parameters: its errors name them.
    parameters = ', '.join(field_names)
    items = parameters + ',' if count == 1 else parameters
    namespace = {'_tuple_new': tuple_new, '__builtins__': {}, '__name__': f'namedtuple_{typename}'}
    exec(f'def __new__(_cls, {parameters}): return _tuple_new(_cls, ({items}))', namespace)
    __new__ = namespace['__new__']
    __new__.__doc__ = f'Create new instance of {typename}({parameters})'
    if defaults is not None:
        __new__.__defaults__ = defaults

    def _make(cls, iterable):
        result = tuple_new(cls, iterable)
        if len(result) != count:
            raise TypeError(f'Expected {count} arguments, got {len(result)}')
        return result
    _make.__doc__ = f'Make a new {typename} object from a sequence or iterable'

    def _replace(self, /, **kwds):
        result = self._make(map(kwds.pop, field_names, self))
        if kwds:
            raise TypeError(f'Got unexpected field names: {list(kwds)!r}')
        return result
    _replace.__doc__ = f'Return a new {typename} object replacing specified fields with new values'

    shown = '(' + ', '.join(f'{name}=%r' for name in field_names) + ')'

    def __repr__(self):
        return self.__class__.__name__ + shown % self

    def _asdict(self):
        """The fields and their values, as a dict."""
        return dict(zip(self._fields, self))

    def __getnewargs__(self):
        """Its items as a plain tuple: what copies are made of."""
        return tuple(self)

    members = {
        '__doc__': f'{typename}({parameters})',
        '__slots__': (),
        '_fields': field_names,
        '_field_defaults': field_defaults,
        '__match_args__': field_names,
    }
    for method in (__new__, _make, _replace, __repr__, _asdict, __getnewargs__):
        method.__qualname__ = f'{typename}.{method.__name__}'
        members[method.__name__] = method
    members['__replace__'] = _replace
    members['_make'] = classmethod(_make)
    for index, name in enumerate(field_names):
        members[name] = _tuplegetter(index, _sys.intern(f'Alias for field number {index}'))
    result = type(typename, (tuple,), members)
    if module is None:
        module = _caller_module()
    if module is not None:
        result.__module__ = module
    return result


# --- Counter ---

def _is_mapping(value):
    if isinstance(value, dict):
        return True
    if not hasattr(value, 'keys'):
        return False
    from _collections_abc import Mapping
    return isinstance(value, Mapping)


class Counter(dict):
    """How often there is what: a dict of counts, which are 0 for everything that is not in it."""

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def total(self):
        """The sum of all counts."""
        return sum(self.values())

    def most_common(self, n=None):
        """Items and counts, the greatest counts first; only n of them if it is given."""
        if n is None:
            return sorted(self.items(), key=_second, reverse=True)
        from heapq import nlargest
        return nlargest(n, self.items(), key=_second)

    def elements(self):
        """Every item as often as its count says."""
        from itertools import chain, repeat, starmap
        return chain.from_iterable(starmap(repeat, self.items()))

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError('Counter.fromkeys() is undefined.  Use Counter(iterable) instead.')

    def update(self, iterable=None, /, **kwds):
        """Adds counts, instead of replacing them."""
        if iterable is not None:
            if _is_mapping(iterable):
                if self:
                    get = self.get
                    for item, count in iterable.items():
                        self[item] = count + get(item, 0)
                else:
                    super().update(iterable)
            else:
                _count_elements(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        """Like update, but counts go down, below zero if need be."""
        if iterable is not None:
            get = self.get
            if _is_mapping(iterable):
                for item, count in iterable.items():
                    self[item] = get(item, 0) - count
            else:
                for item in iterable:
                    self[item] = get(item, 0) - 1
        if kwds:
            self.subtract(kwds)

    def copy(self):
        return self.__class__(self)

    def __reduce__(self):
        return self.__class__, (dict(self),)

    def __delitem__(self, key):
        """Nothing happens if there is no such item."""
        if key in self:
            super().__delitem__(key)

    def __repr__(self):
        if not self:
            return f'{self.__class__.__name__}()'
        try:
            shown = dict(self.most_common())
        except TypeError:
            # Counts that have no order.
            shown = dict(self)
        return f'{self.__class__.__name__}({shown!r})'

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[item] == other[item] for counts in (self, other) for item in counts)

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[item] <= other[item] for counts in (self, other) for item in counts)

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[item] >= other[item] for counts in (self, other) for item in counts)

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for item, count in self.items():
            result._put(item, count + other[item])
        for item, count in other.items():
            if item not in self:
                result._put(item, count)
        return result

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for item, count in self.items():
            result._put(item, count - other[item])
        for item, count in other.items():
            if item not in self:
                result._put(item, 0 - count)
        return result

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for item, count in self.items():
            second = other[item]
            result._put(item, second if count < second else count)
        for item, count in other.items():
            if item not in self:
                result._put(item, count)
        return result

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for item, count in self.items():
            second = other[item]
            result._put(item, count if count < second else second)
        return result

    def __xor__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for item, count in self.items():
            result._put(item, abs(count - other[item]))
        for item, count in other.items():
            if item not in self:
                result._put(item, abs(count))
        return result

    def _put(self, item, count):
        """Results of operators have positive counts only."""
        if count > 0:
            self[item] = count

    def __pos__(self):
        result = Counter()
        for item, count in self.items():
            result._put(item, count)
        return result

    def __neg__(self):
        result = Counter()
        for item, count in self.items():
            result._put(item, 0 - count)
        return result

    def _keep_positive(self):
        for item in [item for item, count in self.items() if not count > 0]:
            del self[item]
        return self

    def __iadd__(self, other):
        for item, count in other.items():
            self[item] += count
        return self._keep_positive()

    def __isub__(self, other):
        for item, count in other.items():
            self[item] -= count
        return self._keep_positive()

    def __ior__(self, other):
        for item, count in other.items():
            if count > self[item]:
                self[item] = count
        return self._keep_positive()

    def __iand__(self, other):
        for item, count in self.items():
            second = other[item]
            if second < count:
                self[item] = second
        return self._keep_positive()

    def __ixor__(self, other):
        for item in set(self) | set(other):
            self[item] = abs(self[item] - other[item])
        return self._keep_positive()


def _second(pair):
    return pair[1]
