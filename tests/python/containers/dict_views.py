# Views of dicts are live, and sets.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


d = {"a": 1, "b": 2, "c": 3}
k, v, i = d.keys(), d.values(), d.items()
d["d"] = 4
print(k, v, i, len(k), len(v), len(i), "a" in k, 4 in v, ("a", 1) in i, ("a", 2) in i, ("a",) in i, list(k), list(v), list(i))
print(sorted(k & {"a", "z"}), sorted(k | ["z"]), sorted(k - {"a"}), sorted(k ^ {"a", "q"}), k == {"a", "b", "c", "d"}, k == d.keys(), v == d.values(), i == d.items(), k <= {"a", "b", "c", "d", "e"}, k > {"a"}, k.isdisjoint("xyz"), sorted(i & {("a", 1)}), i.isdisjoint([]), sorted({"a"} | k), sorted(["a", "z"] & k))
print(type(k).__name__, type(v).__name__, type(i).__name__, type(iter(k)).__name__, k.mapping["a"], list(reversed(k)), next(iter(i)), repr({}.keys()), repr({1: {}}.items()))
for f in (lambda: k[0], lambda: k.add(1), lambda: k + k, lambda: hash(v) is None, lambda: v < v, lambda: v & v, lambda: next(v)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
def during():
    for q in k:
        d[q + "x"] = 0
t(during)
it = iter({1: 2, 3: 4}.items())
print(next(it), it.__length_hint__(), next(it), next(it, "end"))
