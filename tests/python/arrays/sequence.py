# array.array as a sequence: items, slices, operators, comparisons.
from array import array


def show(f, *args):
    try:
        print(f(*args))
    except (TypeError, ValueError, OverflowError, IndexError) as e:
        print(type(e).__name__, e)


a = array("i", [1, 2, 3, 4, 5])
print(a[0], a[-1], a[1:3], a[::-1], a[::2], a[10:], a[-2:])
a[0] = 10
a[1:3] = array("i", [7, 8, 9])
print(a)
a[::2] = array("i", [0, 0, 0])
print(a)
del a[0]
del a[::2]
print(a, len(a))
a[5:] = a
a[:0] = array("i", [100])
print(a, 100 in a, 5 in a, "x" in a)


def put(key, value):
    a[key] = value


def cut(key):
    del a[key]


for args in ((99, 1), ("x", 1), (0, "x"), (0, 2**40), (slice(0, 1), [1]), (slice(0, 1), array("b", [1])), (slice(0, 6, 2), array("i", [1]))):
    show(put, *args)
for key in (99, "x", -99):
    show(cut, key)
    show(a.__getitem__, key)
b = array("i", [1, 2])
print(b + b, b * 3, 2 * b, b * 0, b * -1)
c = b
c += array("i", [3])
c *= 2
print(b, b is c)
for f in (lambda: b + [1], lambda: b + array("b", [1]), lambda: b * "x", lambda: b.__iadd__([1]), lambda: b < [1], lambda: hash(b)):
    show(f)
x, y = array("i", [1, 2, 3]), array("d", [1.0, 2.0, 3.0])
print(x == y, x != y, x < array("i", [1, 2, 4]), x < array("i", [1, 2]), x >= y, x == [1, 2, 3], array("i") < x)
print(list(iter(x)), list(reversed(x)), sum(x), max(x), sorted(y, reverse=True), [*map(float, x)], dict(zip(x, y)))
it = iter(x)
print(next(it), type(it))
x.append(9)
print(list(it), list(it))
match array("i", [1, 2]):
    case [p, q]:
        print("sequence", p, q)
    case _:
        print("no sequence")
total = 0
grid = array("d", [0.0]) * 200
for i in range(200):
    grid[i] = i * 0.5
for i in range(1, 199):
    total += grid[i - 1] + grid[i + 1]
print(total)
counts = array("l", [0]) * 10
for i in range(300):
    counts[i * 7 % 10] += i
print(counts)
