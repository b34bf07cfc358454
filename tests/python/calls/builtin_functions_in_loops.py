# Builtin functions that loops often call: common arguments, and others at the end.
import math

class Length:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __abs__(self):
        return "abs"

    def __float__(self):
        return 0.5

    def __int__(self):
        return 7

    def __index__(self):
        return 3


def run(n):
    total, values = 0, []
    for i in range(n):
        values.append(i)
        total += len(values) + abs(i - 50) + min(i, 20) + max(i, 3, 30) + int(i / 3) + int(float(i))
        total += math.sqrt(i * i) + isinstance(i, int) + isinstance(i, (str, bool))
        for j in range(i, i + 3):
            total += j
        for j in range(0, i, 7):
            total -= j
    return total, len(values)


print(run(150))


def each(function, things):
    for thing in things:
        for i in range(70):
            try:
                value = function(thing if i > 60 else 5)
            except Exception as e:
                value = type(e).__name__, str(e)
        print(function.__name__, repr(value))


def length(x):
    return len(x) if not isinstance(x, int) else x

def absolute(x):
    return abs(x)

def root(x):
    return math.sqrt(x)

def whole(x):
    return int(x)

def real(x):
    return float(x)

def smallest(x):
    return min(x, 4)

def greatest(x):
    return max(4, x)

def upto(x):
    return range(x)

def stepping(x):
    return range(1, 10, x)


each(length, [[], (1, 2), {1: 2}, {1, 2, 3}, "äöü", b"ab", Length(4), Length(-1), None, frozenset([1]), range(9)])
each(absolute, [-5, -2.5, -0.0, True, 3 - 4j, Length(1), "x", -2**63, -2**62, 2**70])
each(root, [4.0, 2, -0.0, float("nan"), float("inf"), 10**400, "x", Length(1)])
each(whole, [2.9, -2.9, 1e18, 1e19, float("inf"), float("nan"), "12", "x", True, Length(1), 10**30])
each(real, [1, True, 10**400, "1e3", "x", Length(1), 2**53 + 1])
each(smallest, [3, 3.5, 4.0, float("nan"), True, "x", 2**70])
each(greatest, [3, 4.0, 5.5, float("nan"), True, "x", 2**70])
each(upto, [0, -3, 2**62, 2**65, 1.5, Length(1)])
each(stepping, [2, -1, 0, 2**40, -2**40, True])

numbers = []
for i in range(200):
    numbers.append(i if i < 150 else i + 0.5 if i < 180 else str(i))
print(len(numbers), numbers[149:152], numbers[-1])
floats = [0.5]
for i in range(100):
    floats.append(i / 4)
floats.append(2**70)
print(len(floats), floats[-3:], sum(floats[:-1]))
