# singledispatch and singledispatchmethod.
from functools import singledispatch, singledispatchmethod
from collections.abc import Sized, Iterable, Mapping, MutableMapping, Sequence

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

@singledispatch
def describe(value, extra=None):
    """Says what it is."""
    return "object", extra
@describe.register(int)
def _(value, extra=None):
    return "int", extra
@describe.register
def _(value: list, extra=None):
    return "list", len(value)
@describe.register(str)
@describe.register(bytes)
def text(value, extra=None):
    return "text", extra
describe.register(type(None), lambda value, extra=None: "none")
for value in (1, True, 2.5, [1, 2], "a", b"b", None, (), {}):
    print(value, describe(value, "x"))
print(describe.__name__, describe.__doc__, describe.dispatch(bool) is describe.dispatch(int), describe.registry[str] is text)
show(describe)
show(describe.register, 3)
show(describe.register, "abc", lambda x: x)
show(describe.register, lambda x: x) if False else None
def wrong(x: 3):
    pass
show(describe.register, wrong)

@singledispatch
def size(x):
    return "?"
@size.register(Sized)
def _(x):
    return "sized"
@size.register(Mapping)
def _(x):
    return "mapping"
@size.register(Sequence)
def _(x):
    return "sequence"
class Own:
    def __len__(self):
        return 0
class OwnMapping(dict):
    pass
print(size(5), size([]), size({}), size(Own()), size(OwnMapping()), size(""), size(set()))
class Late:
    pass
print(size(Late()))
Mapping.register(Late)
print(size(Late()))

@singledispatch
def ambiguous(x):
    return "base"
ambiguous.register(Iterable, lambda x: "iterable")
ambiguous.register(Sized, lambda x: "sized")
class Both:
    def __len__(self):
        return 0
    def __iter__(self):
        return iter(())
try:
    ambiguous(Both())
except RuntimeError as e:
    print(type(e).__name__, str(e)[:18])

class Shape:
    @singledispatchmethod
    def scale(self, by):
        return "cannot", by
    @scale.register
    def _(self, by: int):
        return "int", by
    @scale.register(float)
    def _(self, by):
        return "float", by
    @singledispatchmethod
    @classmethod
    def make(cls, arg):
        return cls.__name__, "object"
    @make.register(int)
    @classmethod
    def _(cls, arg):
        return cls.__name__, "int"
s = Shape()
print(s.scale(2), s.scale(2.5), s.scale("x"), Shape.make(1), Shape.make("a"), s.make(2))

total = 0
for i in range(40):
    total += len(describe([1, 2] if i % 2 else i))
print(total)
