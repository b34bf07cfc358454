# int | None: unions of types.
u = int | str
print(u, u.__args__, int | None, None | int, int | str | None, int | int, list[int] | None, (int | str) | (str | float))
print(u == str | int, u == int | float, hash(u) == hash(str | int), u != int)
print(isinstance(3, u), isinstance(3.0, u), isinstance(None, int | None), isinstance(True, str | int))
print(issubclass(bool, u), issubclass(float, u), issubclass(int, int | None))
for f in [lambda: int | 3, lambda: 3 | int, lambda: "x" | int, lambda: isinstance([], list[int] | int), lambda: u[int]]:
    try:
        print(f())
    except TypeError as e:
        print(type(e).__name__, str(e)[:40])


class A:
    pass


print(A | int, isinstance(A(), A | None), (A | int).__args__[0] is A)


class Meta(type):
    def __or__(cls, other):
        return f"{cls.__name__} or {other}"


class B(metaclass=Meta):
    pass


print(B | int, B | 5)


def f(x: int | None = None) -> str | None:
    return None


print(f.__annotations__)


def describe(x):
    match x:
        case int() | float():
            return "number"
    if isinstance(x, str | bytes):
        return "text"
    return "other"


print([describe(x) for x in [1, 2.5, "s", b"b", None]])
count = 0
for i in range(150):
    x = i if i % 2 else str(i)
    if isinstance(x, int | float):
        count += x
print(count)
try:
    class C(int | str):
        pass
except TypeError as e:
    print("no subclass")
