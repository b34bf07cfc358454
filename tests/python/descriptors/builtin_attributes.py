# Attributes and methods of builtin types as objects; slots that are not allowed; what a class has for its instances.
import types


def attempt(work):
    try:
        print(work())
    except Exception as e:
        print(type(e).__name__, e)


class A:
    def m(self):
        pass


class S:
    __slots__ = "x", "_y", "__z"
    shown = 1


a, items = A(), []
print(hash(a.m) == hash(a.m), a.m == a.m, a.m == A().m, a.m in {a.m: 1})
print(items.append == items.append, [].append == items.append, hash(items.append) == hash(items.append))
print(type(items.append), type(items.__add__), type(list.__add__), type(list.append), type(dict.__dict__["fromkeys"]))
print(items.__add__ == items.__add__, items.__add__ == [].__add__, list.__add__.__objclass__, list.append.__qualname__)
print(S.x, S.x.__name__, S.x.__objclass__, S.x.__qualname__, S._S__z, type(S.x).__name__)
real = int.__dict__["real"]
print(real, real.__name__, real.__objclass__, type(real).__name__, real.__get__(5))
s = S()
S.x.__set__(s, 4)
print(s.x, S.x.__get__(s))
S.x.__delete__(s)
attempt(lambda: s.x)
attempt(lambda: S.x.__set__(5, 1))
attempt(lambda: setattr(s, "other", 1))
attempt(lambda: setattr(s, "shown", 1))
attempt(lambda: setattr(object(), "a", 1))
attempt(lambda: setattr(5, "a", 1))
attempt(lambda: setattr(5, "real", 1))
attempt(lambda: setattr(slice(1), "start", 1))
print("__dict__" in A.__dict__, "__weakref__" in A.__dict__, "__dict__" in S.__dict__, hasattr(s, "__dict__"), hasattr(5, "__dict__"))
a.n = 1
print(A.__dict__["__dict__"].__get__(a), A.__dict__["__dict__"].__objclass__.__name__)
a.__dict__ = {"k": 2}
print(a.k, vars(a))
del a.__dict__
print(vars(a))
attempt(lambda: setattr(a, "__dict__", 5))
for slots in [["1x"], [5], ["a b"], "", ["__dict__", "__dict__"]]:
    attempt(lambda: type("T", (), {"__slots__": slots}))
attempt(lambda: type("T", (), {"__slots__": ["v"], "v": 1}))
attempt(lambda: type("T", (int,), {"__slots__": ["v"]}))
P = types.MappingProxyType
print(P({1: 2}) == {1: 2}, P({}) != {}, P({1: 2}) | {3: 4}, {5: 6} | P({1: 2}), list(reversed(P({1: 2, 3: 4}))))
attempt(lambda: P([1]))
attempt(lambda: P({})[1])
m = types.ModuleType("name", "doc")
print(m, m.__dict__, types.ModuleType.__new__(types.ModuleType))
m.__dir__ = lambda: ["b", "a"]
print(dir(m))
attempt(lambda: dict(**{1: 2}))


class T(tuple):
    def __init__(self, *args, **kwargs):
        print("init", kwargs)


class L(list):
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls, *args, **kwargs)


print(T([1], x=2), L([3], y=4))
attempt(lambda: tuple([1], x=2))
print(hash(()), hash((1, 2)), hash((1, (2, 3))))
deep = []
for n in range(1200):
    deep = [deep]
try:
    repr(deep)
except RecursionError as e:
    print("RecursionError", e)
