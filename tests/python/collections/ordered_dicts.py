# OrderedDict. Its repr is another since 3.12: it is not printed here.
from collections import OrderedDict

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)
def items(o):
    return list(o.items())
o = OrderedDict([("a", 1), ("b", 2), ("c", 3)], d=4)
print(items(o), o["a"], len(o), "b" in o)
o.move_to_end("a"); print(list(o))
o.move_to_end("c", last=False); print(list(o))
o.move_to_end("c", False); o.move_to_end("a", True); print(items(o))
show(o.move_to_end, "zz")
print(o.popitem(), o.popitem(last=False), items(o), o.pop("b"), o.pop("b", None), items(o))
show(o.pop, "b")
o.clear()
show(o.popitem)
show(o.popitem, False)
o = OrderedDict.fromkeys("abc", 0)
o["b"] = 9; o["a"] = 8; del o["a"]; o["a"] = 7
print(items(o), list(reversed(o)), list(o.keys()), list(o.values()), list(reversed(o.items())), list(reversed(o.values())))
print(o.setdefault("z"), o.setdefault("b", 1), items(o), o.get("q"), type(o.copy()) is OrderedDict, o.copy() == o)
p, q = OrderedDict(a=1, b=2), OrderedDict(b=2, a=1)
print(p == q, p == dict(q), dict(p) == q, p != q, p == OrderedDict(a=1, b=2), p != {"a": 1}, p == 5)
print(items(p | {"c": 3}), items({"z": 0} | p), type({} | p) is OrderedDict, p.keys() & q.keys() == {"a", "b"}, ("a", 1) in p.items())
p |= {"b": 5, "d": 6}; p.update(e=7); p.update([("f", 8)]); print(items(p))
show(OrderedDict, 5)
show(OrderedDict, {}, {})
show(hash, p)
show(lambda: p | 5)
for change in (lambda: p.update(new=1), lambda: p.move_to_end("a"), lambda: p.pop("b"), lambda: p.__setitem__("e", 0)):
    try:
        for k in p:
            change()
            break
        it = iter(p); next(it); change(); next(it)
        print("fine", list(p))
    except (RuntimeError, KeyError) as e:
        print(type(e).__name__)
class Sub(OrderedDict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)
    def __missing__(self, key):
        return "missing"
s = Sub(a=1); s.update(b=2); s["c"] = 3; s.setdefault("d", 4)
s.attribute = 5
print(items(s), s["zz"], s.attribute, type(s.copy()).__name__, items(Sub.fromkeys([1], 2)))
p.note = 1
print(p.note, type(p.keys()).__name__, type(iter(p)).__name__, isinstance(p, dict))
class LRU(OrderedDict):
    def touch(self, key):
        if key in self:
            self.move_to_end(key)
        self[key] = self.get(key, 0) + 1
        if len(self) > 4:
            self.popitem(last=False)
cache = LRU()
for i in range(40):
    cache.touch(i * i % 11)
print(items(cache))
