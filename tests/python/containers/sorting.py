# Sorting: stable, with keys, with errors, with lists that change.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


import _random
random = _random.Random(5)
data = [(int(random.random() * 5), i) for i in range(40)]
print(sorted(data, key=lambda p: p[0]) == sorted(data), [p[1] for p in sorted(data, key=lambda p: -p[0])][:12])
print(sorted("hello World"), sorted([3, 1.5, True, -2]), sorted(["b", "a"], reverse=True), sorted({"k": 1, "a": 2}), sorted([(1, "b"), (1, "a")]), sorted([[2], [1, 5]]))
print(sorted([1, 2, 3, 4], key=lambda q: q % 2), sorted([1, 2, 3, 4], key=lambda q: q % 2, reverse=True), sorted([]), sorted("aA", key=str.lower))
class K:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __repr__(self): return "K%d" % self.v
print(sorted([K(3), K(1), K(2)]))
t(lambda: sorted([1, "a"]))
t(lambda: sorted([None, None]))
t(lambda: sorted([1j, 2j]))
t(lambda: sorted(5))
t(lambda: sorted([1, 2], key=lambda q: q / 0 if q > 5 else [q, "a"][q % 2]))
t(lambda: [1].sort(5))
def during():
    l = [3, 2, 1]
    l.sort(key=lambda q: l.append(9) or q)
t(during)
l = [5, 3, 9, 1]
try:
    l.sort(key=lambda q: 1 // (q - 9))
except ZeroDivisionError:
    print("left as it was", sorted(l))
for n in (10, 70, 150):
    a = [random.random() for _ in range(n)]
    b = sorted(a)
    print(all(b[i] <= b[i + 1] for i in range(n - 1)), sorted(a, reverse=True) == b[::-1], sorted(b) == b, sorted(b[::-1]) == b)
