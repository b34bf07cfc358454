# Shifts and bit operations of large and negative integers.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


values = (0, 1, -1, 5, -5, 2 ** 62 - 1, -(2 ** 62), 2 ** 63 - 1, -(2 ** 63), 2 ** 64, 10 ** 25, -(10 ** 25))
for a in values:
    print(a, [a << n for n in (0, 1, 62, 64)], [a >> n for n in (0, 1, 62, 63, 64, 200)], ~a)
    for b in values:
        print(a & b, a | b, a ^ b, end="; ")
    print()
t(lambda: 1 << -1)
t(lambda: 1 >> -1)
t(lambda: 0 << (1 << 100))
t(lambda: 5 >> (1 << 100))
t(lambda: -5 >> (1 << 100))
t(lambda: 1 << 1.0)
t(lambda: 1.0 | 1)
h = 1
for i in range(200):
    h = (h << 5) ^ (h >> 27) ^ i
    h &= (1 << 90) - 1
print(h)
