# The methods of dict.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


d = {"a": 1, "b": 2}
print(d.get("a"), d.get("z"), d.get("z", 0), d.setdefault("c", 3), d.setdefault("a", 9), d.pop("b"), d.pop("zz", None), d, d.update({"x": 1}), d.update([("y", 2)]), d.update(z=3), d, d.popitem(), d.copy() == d, dict.fromkeys("ab"), dict.fromkeys([1, 2], 0), d.keys(), d.values(), d.items(), d.clear(), d)
print(dict(), dict(a=1), dict([(1, 2)]), dict({1: 2}, b=3), dict(zip("ab", [1, 2])), {**{"a": 1}, "b": 2}, {1: "a", 1.0: "b", True: "c"}, {"a": 1} | {"b": 2, "a": 3}, {"a": 1} == {"a": 1.0}, {"a": 1, "b": 2} == {"b": 2, "a": 1}, {} != {0: 0}, "a" in {"a": 1}, 1 not in {}, len({1: 1, 2: 2}), list({"x": 1, "y": 2}), list(reversed({"x": 1, "y": 2})), bool({}))
d = {1: "a"}
d |= [(2, "b")]
print(d)
for f in (lambda: d[9], lambda: d["k"], lambda: d.pop(9), lambda: {}.popitem(), lambda: d.__delitem__(9), lambda: {[]: 1}, lambda: d[[]], lambda: d.get([]), lambda: [] in d, lambda: dict(5), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: dict(["ab", "c"]), lambda: d.update(5), lambda: d | [1], lambda: d < d, lambda: d + d, lambda: hash(d), lambda: d.pop(), lambda: dict.fromkeys(5), lambda: {**5}, lambda: d.fromkeys(), lambda: d.setdefault()):
    t(f)
class M(dict):
    def __missing__(self, k): return k * 2
m = M(a=1); print(m["a"], m["zz"], m.get("zz"), "zz" in m, m, len(m))
