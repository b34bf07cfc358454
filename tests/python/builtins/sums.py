# sum, any, all, min, max.
print(sum([]), sum([1, 2, 3]), sum([1.5, 2]), sum([[1], [2]], []), sum((1, 2), 10), sum(range(10), start=5), sum([True, True]), sum([2 ** 63, 1]), sum({1: 2, 3: 4}), sum([1 + 1j, 2]), sum(((1,), (2,)), ()))
print(any([]), any([0, ""]), any([0, 1]), all([]), all([1, 0]), all([1, "a"]), any(q > 5 for q in range(10)), all(q < 5 for q in range(10)))
print(min(3, 1, 2), max(3, 1, 2), min([3, 1]), max("abc"), min([], default=None), max([1, 2], key=lambda q: -q), min(["bb", "a"], key=len), max(1, 1.0), max(1.0, 1), min((1, 2), (1, 1)), max({"a": 5, "b": 1}))
for f in (lambda: sum(["a"]), lambda: sum(5), lambda: sum(["a"], ""), lambda: sum([b"a"], b""), lambda: sum([[]]), lambda: any(5), lambda: all(None), lambda: min(5), lambda: max(), lambda: min(1, "a"), lambda: max([1], key=5), lambda: min(1, 2, default=3), lambda: sum([1], [2]), lambda: any(), lambda: max(1, 2, foo=3)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e if "foo" not in str(e) else "")
calls = []
def note(q):
    calls.append(q)
    return q
print(any(note(q) for q in [0, 1, 2]), all(note(q) for q in [1, 0, 2]), calls)
t1 = 0
for i in range(100):
    t1 += sum(range(i % 7)) + max(i % 5, i % 3) - min([i, 50]) + any([i % 4]) + all([i % 4, i % 3])
print(t1)
