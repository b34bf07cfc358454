# With the future import, annotations are strings.
from __future__ import annotations


def f(a: int, b: list[Undefined] = 1, *c: 1 + 2, d: lambda x: x = 3) -> dict[str, "quoted"]:
    return a


class C:
    x: int = 1
    y: not_there.at_all
    z: "text"
    w: [i for i in range(3)]


print(f.__annotations__)
print(C.__annotations__)
print(__annotations__)
top: SomeType = 3
print(__annotations__, top)


class D:
    pass


print(D.__dict__.get("__annotations__"))


def g():
    def h(x: int) -> str:
        pass

    return h.__annotations__


print(g())
