# Operators: reflected, in place, NotImplemented, subclasses first.
class Num:
    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return f"{type(self).__name__}({self.v})"

    def __add__(self, o):
        if isinstance(o, Num):
            return Num(self.v + o.v)
        if isinstance(o, int):
            return Num(self.v + o)
        return NotImplemented

    def __radd__(self, o):
        return Num(("radd", o, self.v))

    def __iadd__(self, o):
        self.v = (self.v, "iadd", o)
        return self

    def __sub__(self, o):
        return NotImplemented

    def __matmul__(self, o):
        return "matmul"

    def __pow__(self, o, mod=None):
        return ("pow", o, mod)

    def __neg__(self):
        return "neg"

    def __pos__(self):
        return "pos"

    def __invert__(self):
        return "invert"

    def __abs__(self):
        return "abs"

    def __round__(self, n=None):
        return ("round", n)

    def __divmod__(self, o):
        return ("divmod", o)

    def __rdivmod__(self, o):
        return ("rdivmod", o)

    def __lshift__(self, o):
        return ("<<", o)

    def __rrshift__(self, o):
        return (">>", o)

    def __bool__(self):
        return False

    def __index__(self):
        return 3

    def __lt__(self, o):
        return "lt"

    def __ge__(self, o):
        return NotImplemented

    def __eq__(self, o):
        return isinstance(o, Num) and self.v == o.v

    def __hash__(self):
        return 7

    def __contains__(self, x):
        return x == self.v

    def __len__(self):
        return 9

    def __getitem__(self, i):
        return i

    def __call__(self, *a, **k):
        return a, k


class Sub(Num):
    def __radd__(self, o):
        return "sub first"


a, b = Num(1), Num(2)
print(a + b, a + 5, 5 + a, a + Sub(3), Sub(3) + a, a @ b, a**2, pow(a, 2, 5))
print(-a, +a, ~a, abs(a), round(a), round(a, 2), divmod(a, 1), divmod(1, a), a << 1, 1 >> a)
a += 10
print(a)
b = Num(2)
for f in [lambda: b - 1, lambda: 1 - b, lambda: b >= 1, lambda: b // 2, lambda: "x" - b, lambda: b["k"], lambda: b > 5, lambda: b & 1]:
    try:
        print(f())
    except TypeError as e:
        print(e)
print(not b, bool(b), [0, 1, 2, 3, 4][b], b < 1, 1 > b, b == Num(2), b != Num(2), b != 5, 2 in b, 5 not in b)
print(len(b), b[4], b[1:2], b[1, ...], b(1, x=2), hash(b), {b: 1}[Num(2)], "%d" % 3 * b, [1] * b, bin(b), range(b))


class V:
    def __init__(self, *xs):
        self.xs = xs

    def __mul__(self, k):
        return V(*(x * k for x in self.xs)) if isinstance(k, (int, float)) else NotImplemented

    __rmul__ = __mul__

    def __eq__(self, o):
        return self.xs == o.xs if isinstance(o, V) else NotImplemented

    def __iter__(self):
        return iter(self.xs)


print(list(2 * V(1, 2)), list(V(1, 2) * 2.5), V(1) == V(1), V(1) != V(2), V(1) == 1, V(1) != 1)
try:
    hash(V(1))
except TypeError as e:
    print(e)
try:
    V(1) * "x"
except TypeError as e:
    print(e)
total = V(0, 0)
acc = 0
for i in range(150):
    acc += sum(i * V(1, 2))
print(acc)


class NoBool:
    def __bool__(self):
        return 3


class NoLen:
    def __len__(self):
        return -1


class NoIndex:
    def __index__(self):
        return "x"


for f in [lambda: bool(NoBool()), lambda: bool(NoLen()), lambda: len(NoLen()), lambda: [1][NoIndex()], lambda: not NoBool()]:
    try:
        print(f())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
x = [1]
y = x
x += (2,)
x *= 2
print(x, y is x)
t = (1,)
u = t
t += (2,)
print(t, u)
