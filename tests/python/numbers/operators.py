"""Operators on random numbers of all kinds: around 2**62 and 2**63, beyond 64 bits, floats, bools."""


seed = 12345
def rnd(n):
    global seed
    seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
    return (seed >> 16) % n
def num():
    k = rnd(6)
    if k == 0: return rnd(100) - 50
    if k == 1: return (2**62 - 5 + rnd(10)) * (1 - 2 * rnd(2))
    if k == 2: return (2**63 - 5 + rnd(10)) * (1 - 2 * rnd(2))
    if k == 3: return rnd(2**40) * rnd(2**40) * rnd(2**30) - 2**100
    if k == 4: return (rnd(2**30) - 2**29) / 1024
    return rnd(2) == 0
ops = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b, lambda a, b: a // b, lambda a, b: a % b, lambda a, b: a < b, lambda a, b: a <= b,
       lambda a, b: a == b, lambda a, b: a != b, lambda a, b: a > b, lambda a, b: a & b, lambda a, b: a | b, lambda a, b: a ^ b, lambda a, b: a << (b & 63 if isinstance(b, int) else 3), lambda a, b: a >> (b & 63 if isinstance(b, int) else 3), divmod, lambda a, b: -a, lambda a, b: hash(a), lambda a, b: abs(a), lambda a, b: a ** (rnd(5)), lambda a, b: round(a), lambda a, b: str(a) + repr(b)]
for i in range(1500):
    a, b, k = num(), num(), rnd(len(ops))
    try:
        r = ops[k](a, b)
    except ZeroDivisionError:
        r = "ZeroDivisionError"
    except (TypeError, OverflowError) as e:
        r = type(e).__name__ + str(e)
    print(k, a, b, r)
