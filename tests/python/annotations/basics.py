# Annotations of functions, classes and variables.
def f(a: int, b: "str" = 1, c: float = 2.0, *args: tuple, d: dict[str, int], **kw: list) -> None:
    x: int = 3
    y: undefined_name
    return x


print(f.__annotations__, f(1, d={}))
print(list(f.__annotations__), f.__annotations__ is f.__annotations__)
print((lambda x: x).__annotations__, (lambda: 0).__annotations__)


class C:
    a: int
    b: str = "b"
    c: "C" = None
    _d: list[int] = []

    def method(self, x: int) -> "C":
        return self

    (e): int = 5


class D(C):
    pass


class E(C):
    z: float


print(C.__annotations__, C.b, hasattr(C, "a"))
print(E.__annotations__, D.__annotations__ if "__annotations__" in D.__dict__ else {})
print(C.method.__annotations__)
f.__annotations__["new"] = 1
print(f.__annotations__["new"])
f.__annotations__ = {"only": int}
print(f.__annotations__)
try:
    f.__annotations__ = 3
except TypeError as e:
    print(e)
del f.__annotations__
print(f.__annotations__)
C.__annotations__ = {"x": int}
print(C.__annotations__)


def decorator(function):
    names = list(function.__annotations__)

    def inner(*args, **kwargs):
        return names, function(*args, **kwargs)

    return inner


@decorator
def g(x: int, y: str) -> bool:
    return x == y


print(g(1, 1))
box = [0, 1]
index: int = 1
box[0]: int = 5
print(box, index)


class Field:
    pass


f2 = Field()
f2.x: int = 7
print(f2.x)


def hot(n: int) -> int:
    total: int = 0
    for i in range(n):
        step: int = i * 2
        total += step
    return total


print(hot(200), hot.__annotations__)
