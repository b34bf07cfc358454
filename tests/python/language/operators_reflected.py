# Reflected operators, NotImplemented, in-place operators.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


class L:
    def __init__(self, n): self.n = n
    def __repr__(self): return f"{type(self).__name__}({self.n})"
    def __add__(self, o): return NotImplemented if isinstance(o, str) else L(("add", self.n))
    def __radd__(self, o): return L(("radd", o))
    def __sub__(self, o): return NotImplemented
    def __rsub__(self, o): return "rsub"
    def __iadd__(self, o):
        self.n += 1
        return self
    def __matmul__(self, o): return "matmul"
    def __pow__(self, o, m=None): return ("pow", o, m)
    def __rpow__(self, o): return ("rpow", o)
    def __lshift__(self, o): return "shift"
    def __rtruediv__(self, o): return "rtruediv"
    def __eq__(self, o): return NotImplemented
    def __lt__(self, o): return "lt"
    def __ge__(self, o): return NotImplemented
class S(L):
    def __radd__(self, o): return "S.radd"
a, b, s = L(1), L(2), S(3)
print(a + b, a + 1, 1 + a, a + s, s + a, 5 - a, a @ 1, a ** 2, 2 ** a, pow(a, 2, 3), a << 1, 1 / a, a == b, a == a, a != b, a < b, a > b, b <= a if False else "")
a += 5; print(a)
a <<= 1; print(a)
b **= 3; print(b)
x = L(1)
for f in (lambda: x + "a", lambda: x - 1, lambda: x - x, lambda: "a" * x, lambda: x >= x, lambda: x // 1, lambda: -x, lambda: ~x, lambda: x[0], lambda: x(), lambda: x % 2, lambda: 1 << x, lambda: x & x, lambda: [] + x, lambda: divmod(x, 1), lambda: x <= 5, lambda: len(x), lambda: iter(x), lambda: hash(x), lambda: abs(x), lambda: int(x)):
    t(f)
acc = L(0)
for i in range(120):
    acc += i
    if i % 40 == 0:
        print(acc, acc + i)
