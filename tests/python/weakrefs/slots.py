# Which classes have instances that can be referred to weakly.
from _weakref import ref


class Plain:
    pass


class Slotted:
    __slots__ = ("x",)


class WithWeak:
    __slots__ = ("x", "__weakref__")


class WithDict:
    __slots__ = ("__dict__",)


class FromSlotted(Slotted):
    pass


class FromSlottedSlotted(Slotted):
    __slots__ = ()


class FromWeak(WithWeak):
    __slots__ = ("y",)


class L(list):
    pass


class D(dict):
    __slots__ = ()


class D2(dict):
    pass


class I(int):
    pass


class T(tuple):
    pass


class S(str):
    pass


class E(Exception):
    pass


for cls in (Plain, Slotted, WithWeak, WithDict, FromSlotted, FromSlottedSlotted, FromWeak, L, D, D2, I, T, S, E, Exception):
    x = cls()
    try:
        print(cls.__name__, ref(x)() is x)
    except TypeError as e:
        print(cls.__name__, e)
try:
    class Twice(WithWeak):
        __slots__ = ("__weakref__",)
except TypeError as e:
    print("TypeError", e)
try:
    class Twice2(Plain):
        __slots__ = ("__dict__",)
except TypeError as e:
    print("TypeError", e)
