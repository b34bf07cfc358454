# `max` compares with `>`, `min` with `<`, and both compare an item before they ask for the next.
class Noisy:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        print("lt", self.n, other.n)
        return self.n < other.n

    def __gt__(self, other):
        print("gt", self.n, other.n)
        return self.n > other.n


def items(*numbers):
    for n in numbers:
        print("item", n)
        yield Noisy(n)


print(max(items(2, 3, 1)).n)
print(min(items(2, 3, 1)).n)
print(max(Noisy(1), Noisy(1), key=lambda o: print("key", o.n) or o.n).n)
print(min([3, 1, 2], key=lambda q: -q), max("hello"), min((), default="d"))
for call in (
    lambda: max([1, "a"]),
    lambda: min(1, "a"),
    lambda: max(1j, 2j),
    lambda: max(),
    lambda: max(1, 2, default=3),
    lambda: max(5),
    lambda: [].insert(1 << 70, 1),
):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)
best = 0
for i in range(120):
    best = max(best, min(i, 7, 100 - i), key=lambda q: q % 6)
print(best)
