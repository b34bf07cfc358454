# iter, next, enumerate, zip, map, filter, reversed.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


print(list(enumerate("ab")), list(enumerate("ab", 5)), list(zip()), list(zip([1])), list(zip("abc", [1, 2])), list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(filter(None, [0, 1, "", "a"])), list(filter(lambda q: q > 1, [1, 2, 3])), list(reversed([1, 2])), list(reversed(range(3))), list(reversed("ab")))
it = iter([1, 2]); print(next(it), next(it), next(it, "end"), list(it), iter(it) is it)
n = [0]
def tick():
    n[0] += 1
    return n[0]
print(list(iter(tick, 4)), next(iter(tick, 99)))
class Old:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
class Seq(Old):
    def __len__(self): return 3
print(list(Old()), 20 in Old(), list(reversed(Seq())), [*Old()], dict(enumerate(Old())))
for f in (lambda: iter(5), lambda: next([1]), lambda: next(iter([])), lambda: enumerate(5), lambda: zip(1), lambda: list(map(5, [1])), lambda: filter(None), lambda: reversed({1}), lambda: reversed(5), lambda: list(zip([1], [1, 2], strict=True)), lambda: list(zip([1, 2], [1], strict=True)), lambda: iter(5, 1), lambda: list(map(lambda: 0, [1])), lambda: enumerate("a", "b"), lambda: list(zip("ab", 5)), lambda: reversed(Old())):
    t(f)
class It:
    def __init__(self): self.i = 0
    def __iter__(self): return self
    def __next__(self):
        self.i += 1
        if self.i > 3: raise StopIteration
        return self.i
print(list(It()), sum(It()), max(It()), tuple(It()), 2 in It(), [a for a in It() if a > 1], list(zip(It(), It())))
s = 0
for i, (a, b) in enumerate(zip(range(100), map(lambda q: q * q, range(100)))):
    s += i * a - b
print(s, sum(1 for q in filter(lambda q: q % 3, range(150))))
