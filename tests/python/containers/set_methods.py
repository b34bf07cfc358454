# The methods of set and frozenset.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


def s(x):
    return type(x).__name__, sorted(x)
a, b = {1, 2, 3, 4}, {3, 4, 5}
print(s(a | b), s(a & b), s(a - b), s(a ^ b), s(a.union(b, [9], "")), s(a.intersection(b, [3])), s(a.difference(b, [1])), s(a.symmetric_difference([4, 5])), a <= b, {3} <= a, {3} < {3}, a >= {1}, a > {1}, a.issubset(range(9)), a.issuperset([1]), a.isdisjoint([7]), a == {4, 3, 2, 1}, a == frozenset(a), a != b, 1 in a, len(a))
f = frozenset([1, 2])
print(s(f), s(f | a), s(a | f), s(f & [1][:0] if False else f & {1}), f == {1, 2}, hash(f) == hash(frozenset([2, 1])), {f: 1}[frozenset({2, 1})], s(f.copy()), f.copy() is f, frozenset(), set(), {1} | frozenset({2}) == {1, 2}, frozenset({frozenset()}) == {frozenset()})
c = a.copy()
print(c.add(9), c.discard(1), c.discard(77), c.remove(2), s(c), c.update([5], (6,)), s(c), c.intersection_update({3, 4, 5, 9}), s(c), c.difference_update([3]), s(c), c.symmetric_difference_update([4, 44]), s(c), {7}.pop(), c.clear(), c)
c |= {1}; c &= {1, 2}; c ^= {3}; c -= {1}; print(c)
for g in (lambda: a.remove(99), lambda: set().pop(), lambda: a.add([]), lambda: a | [1], lambda: a < 5, lambda: {[]}, lambda: set(5), lambda: hash(a), lambda: f.add(1), lambda: a.union(5), lambda: a[0], lambda: a + b, lambda: [] in a, lambda: set(1, 2), lambda: a.remove({1}), lambda: a.update(1), lambda: a.__ior__([1])):
    t(g)
print({1} in {frozenset([1])}, s({1, 1.0, True}), repr({5}), repr(frozenset([5])), repr({"a"}), bool(set()), s(set("hello")), s({q % 3 for q in range(10)}))
n = set()
for i in range(200):
    n.add(i * i % 41)
    n.discard(i % 41)
    if i % 60 == 0:
        n &= set(range(30))
print(sorted(n))
