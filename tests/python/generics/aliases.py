# list[int] and its like: types with arguments.
a = list[int]
print(a, dict[str, list[int]], tuple[()], tuple[int, ...], type[int], set["name"], frozenset[None])
print(type(a).__name__, a.__origin__, a.__args__, a.__parameters__, dict[str, int].__args__)
print(a == list[int], a == list[str], a != list[int], hash(a) == hash(list[int]), a is list, a == list)
print(a([1, 2]), dict[str, int](x=1), tuple[int]((3,)), type(a()).__name__)
print(a.append is list.append, a.__class__.__name__, a.__name__, a.__doc__ == list.__doc__)


class Box:
    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item!r}]"


class Small(Box):
    pass


print(Box[int], Small["x"], Box[1, 2], Box[1:2])


class Ints(list[int]):
    pass


print(Ints.__bases__, Ints.__orig_bases__, Ints([1]), isinstance(Ints(), list))


class Mine:
    __class_getitem__ = classmethod(type(list[int]))


m = Mine[int, str]
print(m, m.__origin__.__name__, m().__orig_class__ == m)
for f in [lambda: isinstance([], list[int]), lambda: issubclass(list, list[int]), lambda: list[int][str], lambda: int[str],
          lambda: a.missing, lambda: 3[4], lambda: Mine()[1]]:
    try:
        print(f())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
print([list[int], list[str]].index(list[str]), {list[int]: 1}[list[int]])
print(list[list[dict[int, "str"]]], list[Mine], list[Mine[int]], list[...])


def f(x: list[int], *args: tuple[int, ...]) -> dict[str, int]:
    return {}


print(f.__annotations__)
print((*tuple[int, str],), [*list[int]][0] == list[int])
for i in range(120):
    b = dict[str, list[int]]
print(b, b.__args__[1].__args__)
