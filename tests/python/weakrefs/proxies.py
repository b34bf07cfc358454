# weakref.proxy: everything goes to the object.
import gc
from _weakref import proxy, ref, ProxyType, CallableProxyType, getweakrefcount


class Vector:
    def __init__(self, *items):
        self.items = list(items)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, v):
        self.items[i] = v

    def __delitem__(self, i):
        del self.items[i]

    def __contains__(self, x):
        return x in self.items

    def __iter__(self):
        return iter(self.items)

    def __add__(self, other):
        return [*self, *other]

    def __radd__(self, other):
        return ["r", other]

    def __iadd__(self, other):
        self.items += other
        return self

    def __neg__(self):
        return [-x for x in self.items]

    def __eq__(self, other):
        return isinstance(other, Vector) and self.items == other.items

    def __lt__(self, other):
        return len(self) < len(other)

    def __str__(self):
        return f"Vector{self.items}"

    def __int__(self):
        return 42

    def __call__(self, a, *rest, k=0):
        return (a, rest, k)


v = Vector(1, 2, 3)
p = proxy(v)
print(type(p) is CallableProxyType, proxy(v) is p, getweakrefcount(v))
print(len(p), p[1], 2 in p, 9 in p, list(p), str(p), -p, int(p), bool(p))
p[0] = 10
del p[1]
p.extra = "x"
print(v.items, v.extra, p.extra, hasattr(p, "nope"))
del p.extra
print(hasattr(v, "extra"), p + [1], [1] + p, p + p, p == v, v == p, p == p, p != Vector(), p < Vector(1, 2, 3))
print(p(1), p(1, 2, k=3), p.__class__, isinstance(p, Vector))
q = p
q += [7]
print(v.items)
print(repr(p).startswith("<weakproxy at 0x"), " to Vector at 0x" in repr(p))
for action in (lambda: hash(p), lambda: p.nope, lambda: p * 2, lambda: p[100], lambda: next(p), lambda: proxy(1)):
    try:
        print(action())
    except Exception as e:
        print(type(e).__name__, e)
w = proxy(v, lambda pr: print("callback", type(pr).__name__))
print(w is p)
del v, q
gc.collect()
for action in (lambda: p.items, lambda: len(p), lambda: p == 1, lambda: str(p), lambda: p(1), lambda: p + 1, lambda: bool(p)):
    try:
        print(action())
    except ReferenceError as e:
        print("ReferenceError", e)


class Plain:
    x = 5


o = Plain()
p = proxy(o)
print(type(p) is ProxyType, p.x)
total = 0
for i in range(150):
    p.x = i
    total += p.x
print(total, o.x)
try:
    p()
except TypeError as e:
    print("TypeError", e)
