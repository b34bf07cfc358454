# defaultdict.
from collections import defaultdict

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)
d = defaultdict(list)
d["a"].append(1); d["b"].append(2); d["a"].append(3)
print(d, d["c"], d, len(d), d.default_factory, "zz" in d, d.get("zz"), d.get("zz", 5))
n = defaultdict(int, {"x": 1}, y=2)
for ch in "hello":
    n[ch] += 1
print(n, dict(n), sorted(n.items()))
plain = defaultdict()
show(lambda: plain["k"])
print(plain, plain.default_factory, defaultdict(None, [(1, 2)]))
plain.default_factory = lambda: "made"
print(plain[1], dict(plain))
show(defaultdict, 5)
show(defaultdict, int, 5)
show(defaultdict, int, {}, {})
show(lambda: defaultdict(lambda: 1 / 0)["x"])
show(hash, d)
show(setattr, d, "attribute", 1)
show(lambda: d[[]])
c = n.copy()
print(type(c).__name__, c == n, c.default_factory, n | {"z": 1}, {"z": 1} | n, type({} | n).__name__, n == dict(n))
n |= {"q": 7}; print(n["q"], n.__missing__("fresh"), n["fresh"])
nested = defaultdict(lambda: defaultdict(int))
nested[1][2] += 3
print({k: dict(v) for k, v in nested.items()}, list(nested), repr(defaultdict(int)), isinstance(d, dict))
class Tree(defaultdict):
    def __init__(self):
        super().__init__(Tree)
    def note(self):
        return "tree"
t = Tree()
t["a"]["b"]["c"] = 1
t.extra = 5
print(t["a"]["b"]["c"], t.note(), t.extra, list(t), type(t["x"]).__name__)
class Loud(defaultdict):
    def __setitem__(self, key, value):
        print("set", key, value)
        super().__setitem__(key, value)
    def __missing__(self, key):
        return ("missing", key) if key == "none" else super().__missing__(key)
l = Loud(int)
print(l["a"], l["none"], dict(l))
r = defaultdict(list); r["self"].append(r)
print(r)
def reentrant():
    e["inner"] = 1
    return 2
e = defaultdict(reentrant)
print(e["outer"], dict(e), e.pop("inner"), e.popitem(), e.setdefault("s", 4), dict(e))
groups, words = defaultdict(list), "the quick brown fox jumps over the lazy dog".split()
for i in range(40):
    w = words[i % 9]
    groups[len(w)].append(w[0])
print({k: len(v) for k, v in groups.items()})
