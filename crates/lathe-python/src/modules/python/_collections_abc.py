"""Abstract classes of containers and iterators.

Each says which methods make a class one of its subclasses, without being asked; has the methods that can be made of
these; and knows the builtin types.
"""

from _collections import deque
from abc import ABCMeta, abstractmethod

GenericAlias = type(list[int])
EllipsisType = type(...)

__all__ = ['Awaitable', 'Coroutine', 'AsyncIterable', 'AsyncIterator', 'AsyncGenerator', 'Hashable', 'Iterable', 'Iterator',
           'Generator', 'Reversible', 'Sized', 'Container', 'Callable', 'Collection', 'Set', 'MutableSet', 'Mapping',
           'MutableMapping', 'MappingView', 'KeysView', 'ItemsView', 'ValuesView', 'Sequence', 'MutableSequence',
           'ByteString', 'Buffer']

# In messages they are classes of collections.abc.
__name__ = 'collections.abc'


def _check_methods(C, *methods):
    """Does the class have all these methods?"""
    for method in methods:
        for base in C.__mro__:
            if method in base.__dict__:
                if base.__dict__[method] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


def _hook(name, *methods):
    """A __subclasshook__ for the class of this name only, not for its subclasses."""
    def __subclasshook__(cls, C):
        if cls is globals()[name]:
            return _check_methods(C, *methods)
        return NotImplemented
    return classmethod(__subclasshook__)


# --- One method ---

class Hashable(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = _hook('Hashable', '__hash__')

    @abstractmethod
    def __hash__(self):
        return 0


class Awaitable(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = _hook('Awaitable', '__await__')
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __await__(self):
        yield


class AsyncIterable(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = _hook('AsyncIterable', '__aiter__')
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()


class Iterable(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = _hook('Iterable', '__iter__')
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __iter__(self):
        while False:
            yield None


class Sized(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = _hook('Sized', '__len__')

    @abstractmethod
    def __len__(self):
        return 0


class Container(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = _hook('Container', '__contains__')
    __class_getitem__ = classmethod(GenericAlias)

    @abstractmethod
    def __contains__(self, x):
        return False


class Buffer(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = _hook('Buffer', '__buffer__')

    @abstractmethod
    def __buffer__(self, flags: int, /) -> memoryview:
        raise NotImplementedError


class _CallableGenericAlias(GenericAlias):
    """Callable[arguments, result]: the arguments are a list, an ellipsis, or stand for some."""

    __slots__ = ()

    def __new__(cls, origin, args):
        if not (isinstance(args, tuple) and len(args) == 2):
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        taken, result = args
        if isinstance(taken, (tuple, list)):
            args = (*taken, result)
        elif taken is not ... and type(taken).__name__ not in ('ParamSpec', '_ConcatenateGenericAlias'):
            raise TypeError(f'Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {taken}')
        return super().__new__(cls, origin, args)

    def __repr__(self):
        if len(self.__args__) == 2 and type(self.__args__[0]).__name__ in ('ParamSpec', '_ConcatenateGenericAlias',
                                                                            'ellipsis'):
            return super().__repr__()
        shown = [_type_repr(one) for one in self.__args__]
        return f'collections.abc.Callable[[{", ".join(shown[:-1])}], {shown[-1]}]'

    def __reduce__(self):
        args = self.__args__
        if not (len(args) == 2 and args[0] is ...):
            args = list(args[:-1]), args[-1]
        return _CallableGenericAlias, (Callable, args)


def _type_repr(one):
    if isinstance(one, type) and not isinstance(one, GenericAlias):
        return one.__qualname__ if one.__module__ == 'builtins' else f'{one.__module__}.{one.__qualname__}'
    if one is Ellipsis:
        return '...'
    return getattr(one, '__name__', None) if type(one).__name__ == 'function' else repr(one)


class Callable(metaclass=ABCMeta):
    __slots__ = ()
    __subclasshook__ = _hook('Callable', '__call__')
    __class_getitem__ = classmethod(_CallableGenericAlias)

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False


# --- Iterators, generators, coroutines ---

class Iterator(Iterable):
    __slots__ = ()
    __subclasshook__ = _hook('Iterator', '__iter__', '__next__')

    @abstractmethod
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self


class Reversible(Iterable):
    __slots__ = ()
    __subclasshook__ = _hook('Reversible', '__reversed__', '__iter__')

    @abstractmethod
    def __reversed__(self):
        while False:
            yield None


class Generator(Iterator):
    __slots__ = ()
    __subclasshook__ = _hook('Generator', '__iter__', '__next__', 'send', 'throw', 'close')

    def __next__(self):
        return self.send(None)

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        if val is None:
            if tb is None:
                raise typ
            val = typ()
        if tb is not None:
            val = val.with_traceback(tb)
        raise val

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            pass
        else:
            raise RuntimeError('generator ignored GeneratorExit')


class Coroutine(Awaitable):
    __slots__ = ()
    __subclasshook__ = _hook('Coroutine', '__await__', 'send', 'throw', 'close')

    @abstractmethod
    def send(self, value):
        raise StopIteration

    throw = Generator.throw

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            pass
        else:
            raise RuntimeError('coroutine ignored GeneratorExit')


class AsyncIterator(AsyncIterable):
    __slots__ = ()
    __subclasshook__ = _hook('AsyncIterator', '__anext__', '__aiter__')

    @abstractmethod
    async def __anext__(self):
        raise StopAsyncIteration

    def __aiter__(self):
        return self


class AsyncGenerator(AsyncIterator):
    __slots__ = ()
    __subclasshook__ = _hook('AsyncGenerator', '__aiter__', '__anext__', 'asend', 'athrow', 'aclose')

    async def __anext__(self):
        return await self.asend(None)

    @abstractmethod
    async def asend(self, value):
        raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None):
        if val is None:
            if tb is None:
                raise typ
            val = typ()
        if tb is not None:
            val = val.with_traceback(tb)
        raise val

    async def aclose(self):
        try:
            await self.athrow(GeneratorExit)
        except (GeneratorExit, StopAsyncIteration):
            pass
        else:
            raise RuntimeError('asynchronous generator ignored GeneratorExit')


class Collection(Sized, Iterable, Container):
    __slots__ = ()
    __subclasshook__ = _hook('Collection', '__len__', '__iter__', '__contains__')


# --- Sets ---

class Set(Collection):
    """A finite set: needs __contains__, __iter__ and __len__. A subclass with another constructor overrides _from_iterable."""

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(item in other for item in self)

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self.__le__(other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self.__ge__(other)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(item in self for item in other)

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self.__le__(other)

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(item for item in other if item in self)

    __rand__ = __and__

    def isdisjoint(self, other):
        return not any(item in self for item in other)

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(item for part in (self, other) for item in part)

    __ror__ = __or__

    def __sub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable(item for item in self if item not in other)

    def __rsub__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return self._from_iterable(item for item in other if item not in self)

    def __xor__(self, other):
        if not isinstance(other, Set):
            if not isinstance(other, Iterable):
                return NotImplemented
            other = self._from_iterable(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__

    def _hash(self):
        """The hash of a frozenset of the same items: one that does not look at their order."""
        return hash(frozenset(self))


class MutableSet(Set):
    """A set that also has add() and discard()."""

    __slots__ = ()

    @abstractmethod
    def add(self, value):
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for value in self:
            self.discard(value)
            return value
        raise KeyError from None

    def clear(self):
        try:
            while True:
                self.pop()
        except KeyError:
            pass

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
            return self
        if not isinstance(it, Set):
            it = self._from_iterable(it)
        for value in it:
            if value in self:
                self.discard(value)
            else:
                self.add(value)
        return self

    def __isub__(self, it):
        if it is self:
            self.clear()
        else:
            for value in it:
                self.discard(value)
        return self


# --- Mappings ---

class Mapping(Collection):
    """Needs __getitem__, __iter__ and __len__."""

    __slots__ = ()
    # How `match` knows that it is a mapping.
    __abc_tpflags__ = 1 << 6

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __reversed__ = None


class MappingView(Sized):
    __slots__ = ('_mapping',)
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f'{self.__class__.__name__}({self._mapping!r})'


class KeysView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

    def __iter__(self):
        for key in self._mapping:
            yield (key, self._mapping[key])


class ValuesView(MappingView, Collection):
    __slots__ = ()

    def __contains__(self, value):
        for key in self._mapping:
            found = self._mapping[key]
            if found is value or found == value:
                return True
        return False

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


class MutableMapping(Mapping):
    """A mapping that also has __setitem__ and __delitem__."""

    __slots__ = ()
    __missing = object()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=__missing):
        try:
            value = self[key]
        except KeyError:
            if default is self.__missing:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        try:
            key = next(iter(self))
        except StopIteration:
            raise KeyError from None
        value = self[key]
        del self[key]
        return key, value

    def clear(self):
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **kwds):
        if isinstance(other, Mapping):
            for key in other:
                self[key] = other[key]
        elif hasattr(other, 'keys'):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


# --- Sequences ---

class Sequence(Reversible, Collection):
    """Needs __getitem__ and __len__."""

    __slots__ = ()
    __abc_tpflags__ = 1 << 5

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        index = 0
        try:
            while True:
                yield self[index]
                index += 1
        except IndexError:
            return

    def __contains__(self, value):
        for item in self:
            if item is value or item == value:
                return True
        return False

    def __reversed__(self):
        for index in reversed(range(len(self))):
            yield self[index]

    def index(self, value, start=0, stop=None):
        if start is not None and start < 0:
            start = max(len(self) + start, 0)
        if stop is not None and stop < 0:
            stop += len(self)
        index = start
        while stop is None or index < stop:
            try:
                item = self[index]
            except IndexError:
                break
            if item is value or item == value:
                return index
            index += 1
        raise ValueError

    def count(self, value):
        return sum(1 for item in self if item is value or item == value)


class ByteString(Sequence):
    __slots__ = ()


class MutableSequence(Sequence):
    """A sequence that also has __setitem__, __delitem__ and insert()."""

    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        length = len(self)
        for index in range(length // 2):
            self[index], self[length - index - 1] = self[length - index - 1], self[index]

    def extend(self, values):
        if values is self:
            values = list(values)
        for value in values:
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


# --- Builtin types ---

bytes_iterator = type(iter(b''))
bytearray_iterator = type(iter(bytearray()))
dict_keyiterator = type(iter({}.keys()))
dict_valueiterator = type(iter({}.values()))
dict_itemiterator = type(iter({}.items()))
list_iterator = type(iter([]))
list_reverseiterator = type(iter(reversed([])))
range_iterator = type(iter(range(0)))
longrange_iterator = type(iter(range(1 << 1000)))
set_iterator = type(iter(set()))
str_iterator = type(iter(''))
tuple_iterator = type(iter(()))
zip_iterator = type(iter(zip()))
dict_keys, dict_values, dict_items = type({}.keys()), type({}.values()), type({}.items())
mappingproxy = type(type.__dict__)
generator = type((lambda: (yield))())

for _one in (bytes_iterator, bytearray_iterator, dict_keyiterator, dict_valueiterator, dict_itemiterator, list_iterator,
             list_reverseiterator, range_iterator, set_iterator, str_iterator, tuple_iterator, zip_iterator):
    Iterator.register(_one)
Generator.register(generator)
Set.register(frozenset)
MutableSet.register(set)
KeysView.register(dict_keys)
ItemsView.register(dict_items)
ValuesView.register(dict_values)
Mapping.register(mappingproxy)
MutableMapping.register(dict)
for _one in (tuple, str, range, memoryview):
    Sequence.register(_one)
for _one in (bytes, bytearray):
    ByteString.register(_one)
    Buffer.register(_one)
Buffer.register(memoryview)
MutableSequence.register(bytearray)
MutableSequence.register(list)
MutableSequence.register(deque)


async def _asynchronous():
    yield
async_generator = type(_asynchronous())
AsyncGenerator.register(async_generator)
del _one, _asynchronous
