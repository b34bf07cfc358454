"""math, cmath, _random and the limit on decimal digits."""

import math, cmath, sys, _random
def show(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)
show(math.floor, -2.5); show(math.gcd, 12, 18, 2**70); show(math.hypot, 3, 4); show(math.fsum, [0.1] * 10); show(math.factorial, 30); show(math.comb, 100, 50)
show(math.isqrt, 2**101); show(math.dist, [1, 2], (4, 6)); show(math.prod, [1, 2, 3.5]); show(math.isclose, 1, 1 + 1e-10); show(math.ldexp, 1.5, 10); show(math.perm, 10, 3)
show(math.log, 10**400); show(math.log, 8, 2); show(math.lcm, 4, 6); show(math.nextafter, 1, 2); show(math.ulp, 1.0); show(math.trunc, 3.7); show(math.modf, -3.25); show(math.frexp, 10)
show(cmath.sqrt, -1); show(cmath.polar, 1j); show(cmath.exp, 1j * math.pi); show(math.gamma, 5.5); show(math.erf, 0.5); show(math.floor, "a")
r = _random.Random(42)
print(r.random(), r.random(), r.getrandbits(70), r.getrandbits(8))
class R(_random.Random):
    pass
q = R(42)
print(q.random(), type(q).__name__)
s = r.getstate(); a = r.random(); r.setstate(s); print(a == r.random(), len(s))
print(sys.get_int_max_str_digits()); sys.set_int_max_str_digits(0); print(len(str(7**10000))); show(sys.set_int_max_str_digits, 5)
x = _random.Random(2**100); print(x.random()); x.seed(1.5); print(x.random()); x.seed(-5); print(x.random())
