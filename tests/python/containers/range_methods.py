# Ranges.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for r in (range(5), range(2, 10, 3), range(10, 0, -2), range(0), range(5, 5), range(-3, 3), range(2 ** 62, 2 ** 62 + 3), range(10 ** 20, 10 ** 20 + 10, 4)):
    print(r, len(r), list(r)[:4], r.start, r.stop, r.step, bool(r), r[::-1], r[1:], r[-2:], 4 in r, 4.0 in r, "a" in r, r.count(4), list(reversed(r))[:3], hash(r) == hash(range(r.start, r.stop, r.step)))
print(range(3) == range(0, 3, 1), range(0) == range(2, 2), range(0, 3, 2) == range(0, 4, 2), range(3) != range(4), range(3) == [0, 1, 2], range(5)[2], range(5)[-1], range(10)[2:8:2], range(10).index(3), range(True))
for f in (lambda: range(), lambda: range(1.5), lambda: range("a"), lambda: range(1, 2, 0), lambda: range(5)[5], lambda: range(5)["a"], lambda: range(5).index(9), lambda: range(1, 2, 3, 4), lambda: range(3) + range(3), lambda: range(3) < range(4), lambda: len(range(2 ** 64)), lambda: range(5).__setitem__(0, 1), lambda: range(10 ** 30)[10 ** 29], lambda: range(3).start.real, lambda: range(None)):
    t(f)
it = iter(range(3)); print(next(it), it.__length_hint__(), list(it), next(it, "end"))
total = 0
for i in range(100, 0, -3):
    for j in range(i % 7):
        total += i * j
print(total, sum(range(1000)), max(range(5, 50, 7)), min(range(5, -50, -7)))
