# Floor division and remainder of all signs and sizes.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


values = (7, -7, 1, -1, 2 ** 62, -(2 ** 63), 2 ** 63, 10 ** 20, -(10 ** 20) + 1, 3)
for a in values:
    for b in values:
        q, r = divmod(a, b)
        assert q == a // b and r == a % b and a == q * b + r
        print(q, r, end=", ")
    print()
for a in (10 ** 30, -(10 ** 30), 12345678901234567890):
    print(a / 7, a / 10 ** 29, a // 7.5, a % 7.5, float(a))
t(lambda: 10 ** 400 / 3)
t(lambda: 10 ** 400 / 10 ** 399)
t(lambda: float(10 ** 400))
t(lambda: 10 ** 400 * 1.0)
t(lambda: 10 ** 400 < float("inf"))
t(lambda: 10 ** 400 == 1e400)
s = 0
for i in range(1, 200):
    s += (-(3 ** i)) // i + (7 ** i) % (i * 17)
print(s)
