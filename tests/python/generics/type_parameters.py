# Python 3.12 and later: type parameters, generic classes, aliases. CPython 3.11 cannot run it: the expectation is our own output, read over.
def first[T](items: list[T]) -> T:
    return items[0]


print(first([3, 4]), first.__type_params__, first.__name__, first.__qualname__, first.__annotations__)


class Stack[T]:
    def __init__(self):
        self.items: list[T] = []

    def push(self, item: T) -> "Stack[T]":
        self.items.append(item)
        return self


s = Stack[int]().push(1).push(2)
print(s.items, Stack.__type_params__, Stack.__parameters__, Stack[int], Stack.__orig_bases__, Stack.__mro__[1].__name__)
print(s.__orig_class__, isinstance(s, Stack), type(s) is Stack)

type Pair[A, B] = tuple[A, B]
type Tree = int | list[Tree]
type Bad = undefined_name
print(Pair, Pair.__type_params__, Pair.__value__, Pair[int, str], Tree.__value__, Tree.__name__, type(Pair).__name__)
try:
    Bad.__value__
except NameError as e:
    print(e)
undefined_name = 5
print(Bad.__value__)
evaluated = []


def note(x):
    evaluated.append(x)
    return x


def bounded[T: note(int), U: (note(str), note(bytes)), *Ts, **P, D = note(float)](x: T) -> U:
    return x


t, u, ts, p, d = bounded.__type_params__
print(evaluated)
print(t.__bound__, u.__constraints__, d.__default__, t.__bound__, evaluated)
print(t.__name__, ts, p, d, t.has_default(), d.has_default(), t.__default__, t.__constraints__, u.__bound__, p.args, p.kwargs)
print(type(t).__name__, type(ts).__name__, type(p).__name__, t.__covariant__, t.__infer_variance__, t.__module__)


class Map[K, V](dict[K, V]):
    def invert(self) -> "Map[V, K]":
        return Map({v: k for k, v in self.items()})


print(Map[str, int]({"a": 1}).invert(), Map.__bases__[0].__name__, Map.__orig_bases__)


class Numbered[T](Stack[T]):
    pass


print(Numbered.__mro__[1].__name__, Numbered[int], Numbered.__parameters__)


def outer[T](x: T):
    def inner[U](y: U) -> tuple[T, U]:
        return T, U

    return inner


i = outer(1)
print(i(2), i.__type_params__, i.__annotations__["return"])


class Method:
    def generic[T](self, x: T) -> T:
        return x


print(Method().generic(5), Method.generic.__type_params__, list[t][int], (t | None), dict[t, u][int, str])
try:
    list[t][int, str]
except TypeError as e:
    print(e)
try:
    Stack[int, str]
except TypeError as e:
    print(e)
total = 0
for n in range(120):
    total += first([n, 0])
print(total)
