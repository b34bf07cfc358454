# Operators as functions.
import operator
from operator import *

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

for f in (add, sub, mul, truediv, floordiv, mod, pow, lshift, rshift, and_, or_, xor, lt, le, eq, ne, ge, gt, matmul):
    show(f, 7, 3)
    show(f, "a", 3)
for f in (neg, pos, inv, invert, abs, not_, truth, index):
    show(f, 5)
    show(f, "a")
    show(f, True)
print(is_(None, None), is_not([], []), concat([1], [2]), contains("abc", "b"), countOf([1, 2, 1, True], 1), indexOf("abc", "c"))
show(concat, 1, 2)
show(concat, [1], (2,))
show(indexOf, [1], 2)
show(indexOf, 5, 2)
show(countOf, 5, 2)
show(contains, 5, 1)
d = {1: 2}
setitem(d, 3, 4)
print(getitem(d, 3), d, delitem(d, 1), d)
show(getitem, d, 1)
show(delitem, d, 1)
show(setitem, (1,), 0, 1)
show(getitem, 5, 0)
x = [1]
print(iadd(x, [2]) is x, x, imul(x, 2), iconcat(x, (3,)), ior({1}, {2}), isub(5, 2), ixor(6, 3), ipow(2, 3), ifloordiv(7, 2))
show(iadd, 1, "a")
print(length_hint([1, 2]), length_hint(iter([1, 2, 3])), length_hint(5, 7), length_hint(iter(range(10))), length_hint((i for i in ())))
show(length_hint, 5, "a")
class Hint:
    def __init__(self, value):
        self.value = value
    def __length_hint__(self):
        if isinstance(self.value, type):
            raise self.value
        return self.value
for value in (3, -1, "a", NotImplemented, TypeError, ValueError, None):
    show(length_hint, Hint(value), 9)
print(operator.call(max, 1, 5, key=lambda v: -v), operator.__add__(1, 2), operator.__getitem__([5], 0), operator.__iadd__(1, 1))
show(add, 1)
show(add, 1, 2, 3)
show(neg)
show(add, a=1, b=2)
class N:
    def __index__(self):
        return 12
    def __neg__(self):
        return "negative"
    def __radd__(self, other):
        return "radd", other
print(index(N()), neg(N()), add(1, N()), operator.index(10 ** 30))
show(index, 1.5)
total = 0
for i in range(40):
    total = add(total, mul(i, 2)) if lt(i, 150) else sub(total, i)
print(total)
