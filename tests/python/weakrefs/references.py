# weakref.ref: identity, calls, callbacks, equality, hashes, errors. (_weakref is what weakref is built on.)
import gc
from _weakref import ref, getweakrefcount, getweakrefs


class C:
    def __init__(self, name="c"):
        self.name = name

    def __repr__(self):
        return f"C({self.name})"


c = C()
r = ref(c)
print(r() is c, ref(c) is r, r == ref(c), hash(r) == hash(c), r.__callback__)
print(getweakrefcount(c), getweakrefs(c) == [r])
r2 = ref(c, lambda wr: print("gone", wr is r2, wr()))
print(r2 is r, r2 == r, getweakrefcount(c), r2.__callback__ is not None)
print(type(r), isinstance(r, ref))
text = repr(r)
print(text.startswith("<weakref at 0x"), "to 'C' at 0x" in text)
del c
gc.collect()
print(r(), r2(), r == r2, r == r, r != r2, r2.__callback__)
print(hash(r) == hash(r2))
print(repr(r).endswith("; dead>"))

d = ref(C("x"))
gc.collect()
try:
    hash(d)
except TypeError as e:
    print("TypeError", e)

for bad in (1, "s", (), [], {}, None, 1.5, object(), True):
    try:
        ref(bad)
    except TypeError as e:
        print("TypeError", e)
for call in (lambda: ref(), lambda: ref(C, None, 1), lambda: r(1)):
    try:
        call()
    except TypeError as e:
        print("TypeError", e)
for good in (C, len, print, gc, {1}.__class__, (lambda: 0), set(), frozenset([1]), C().__init__, (x for x in ())):
    print(type(ref(good)).__name__, ref(good)() is good)


class Key:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __hash__(self):
        return self.n


a, b = Key(1), Key(1)
print(ref(a) == ref(b), ref(a) is ref(b), {ref(a): "one"}[ref(b)], ref(a) == 1, ref(a) != ref(b))
try:
    ref(a) < ref(b)
except TypeError as e:
    print("TypeError", e)


class MyRef(ref):
    __slots__ = ("key",)

    def __new__(cls, ob, callback, key):
        self = ref.__new__(cls, ob, callback)
        self.key = key
        return self

    def __init__(self, ob, callback, key):
        super().__init__(ob, callback)


k = Key(3)
m = MyRef(k, lambda wr: print("callback", wr.key, type(wr).__name__), "the key")
print(m() is k, m.key, m == ref(k), ref(k) is m, getweakrefcount(k))
del k
gc.collect()
print(m(), m.key)
