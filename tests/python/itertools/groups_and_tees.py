# groupby and tee: iterators that share one.
from itertools import groupby, tee, islice

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

print([(k, list(g)) for k, g in groupby("aaabbcaa")])
print([(k, len(list(g))) for k, g in groupby(range(10), lambda x: x // 3)])
print([(k, "".join(g)) for k, g in groupby(["Ab", "ac", "B"], key=lambda s: s[0].lower())])
print([k for k, g in groupby("aabb")], list(groupby([])))
groups = list(groupby("aabb"))
print([k for k, g in groups], [list(g) for k, g in groups])
g = groupby("aabbc")
k, first = next(g)
print(k, next(first))
k2, second = next(g)
print(k2, list(first), next(second), list(second), list(second))
show(groupby)
show(groupby, 3)
show(next, groupby([1], 5))
show(groupby, [1], None, 3)
def key(x):
    if x == 3:
        raise ValueError("key")
    return x % 2
g = groupby([1, 1, 3, 5], key)
k, items = next(g)
print(k, next(items), next(items))
show(next, items)
print(list(items))
print(type(g), type(items))

class Loud:
    def __init__(self, n):
        self.n = n
    def __eq__(self, other):
        print("eq", self.n, other.n)
        return self.n == other.n
for k, items in groupby([Loud(1), Loud(1), Loud(2)]):
    print([i.n for i in items])

a, b = tee([1, 2, 3])
print(next(a), next(a), list(b), list(a), list(a))
print(tee("ab", 0), [list(t) for t in tee("ab", 3)], len(tee([], 1)))
a, = tee(iter("xyz"), 1)
b, c = tee(a)
# (that the first of them was the tee itself is an old bug of CPython's)
print(next(c), list(c))
a, b = tee(range(5))
next(a)
d = a.__copy__()
print(list(a), list(d), list(b))
show(tee, [1], -1)
show(tee, 3)
show(tee, [1], "a")
show(tee)
print(type(a))

class Reader:
    def __iter__(self):
        return self
    def __next__(self):
        return next(self.other)
r = Reader()
a, b = tee(r)
r.other = b
show(next, a)

total = 0
for n in range(20):
    a, b = tee(range(n, n + 5))
    next(a)
    for x, y in zip(a, b):
        total += x * y
    for k, items in groupby(range(n), lambda v: v >> 2):
        total += k * sum(items)
print(total)
