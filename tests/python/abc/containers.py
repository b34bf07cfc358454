# collections.abc: which builtin types are what.
from collections.abc import *
import collections.abc as cabc
from collections import deque, OrderedDict, defaultdict, Counter, ChainMap, UserList

def gen():
    yield 1
values = {"int": 1, "str": "a", "bytes": b"", "bytearray": bytearray(), "list": [], "tuple": (), "dict": {}, "set": set(), "frozenset": frozenset(),
          "range": range(1), "gen": gen(), "iter": iter([]), "keys": {}.keys(), "items": {}.items(), "values": {}.values(), "function": gen, "None": None,
          "memoryview": memoryview(b""), "deque": deque(), "odict": OrderedDict(), "ddict": defaultdict(), "counter": Counter(), "chain": ChainMap(),
          "ulist": UserList(), "zip": zip(), "map": map(len, []), "enumerate": enumerate([]), "reversed": reversed([]), "type": int, "slice": slice(1)}
names = ["Hashable", "Iterable", "Iterator", "Generator", "Reversible", "Sized", "Container", "Callable", "Collection", "Set", "MutableSet", "Mapping",
         "MutableMapping", "MappingView", "KeysView", "ItemsView", "ValuesView", "Sequence", "MutableSequence", "Awaitable", "Coroutine", "AsyncIterable"]
for key, value in values.items():
    # A slice is hashable since 3.12.
    print(key, [name for name in names if isinstance(value, getattr(cabc, name)) and (key, name) != ("slice", "Hashable")])

class Ints(Sequence):
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
    def __getitem__(self, i):
        if not 0 <= i < self.n:
            raise IndexError(i)
        return i * i
s = Ints(5)
print(list(s), 9 in s, 10 in s, s.index(16), s.count(4), list(reversed(s)), isinstance(s, Iterable), issubclass(Ints, Collection))
for f in (lambda: s.index(5), lambda: Sequence(), lambda: type("M", (Mapping,), {"__len__": len})(), lambda: MutableSet()):
    try:
        f()
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
class Bag(MutableSet):
    def __init__(self, items=()):
        self.items = []
        for i in items:
            self.add(i)
    def __contains__(self, x):
        return x in self.items
    def __iter__(self):
        return iter(self.items)
    def __len__(self):
        return len(self.items)
    def add(self, x):
        if x not in self.items:
            self.items.append(x)
    def discard(self, x):
        if x in self.items:
            self.items.remove(x)
    def __repr__(self):
        return f"Bag({self.items})"
a, b = Bag("abc"), Bag("bcd")
print(a & b, a | b, a - b, a ^ b, a <= b, a < Bag("abcd"), a == Bag("cba"), a.isdisjoint("xyz"), a & "ab", {"a"} <= a, a >= {"a"}, {"x", "a"} - a)
a |= b; a -= Bag("a"); a &= Bag("bd"); a ^= Bag("dz"); print(a, a.pop(), a, a.remove("z"), a)
class Box(MutableMapping):
    def __init__(self):
        self.d = {}
    def __getitem__(self, k):
        return self.d[k]
    def __setitem__(self, k, v):
        self.d[k] = v
    def __delitem__(self, k):
        del self.d[k]
    def __iter__(self):
        return iter(self.d)
    def __len__(self):
        return len(self.d)
m = Box()
m.update({"a": 1}, b=2); m.update([("c", 3)])
print(dict(m), m.keys() & {"a", "z"}, ("a", 1) in m.items(), 3 in m.values(), m.pop("a"), m.pop("zz", 0), m.popitem(), m.setdefault("q", 5), m == {"c": 3, "q": 5}, len(m.keys()), m.get("none"))
match m:
    case {"q": v}:
        print("mapping", v)
match s:
    case [0, 1, *rest]:
        print("sequence", rest)
m.clear(); print(len(m), issubclass(Box, Mapping), Box.__reversed__)
count = 0
for i in range(40):
    for v in (i, "a", [i], {}):
        count += isinstance(v, Sequence) + isinstance(v, Mapping) * 2
print(count)
