# Powers of integers, with modulus.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for b, e in [(2, 10), (-2, 3), (0, 0), (10, 40), (-7, 21), (2, -2), (-2, -3), (True, 5), (5, True), (3, 0)]:
    t(lambda: b ** e)
    t(lambda: pow(b, e))
for args in [(3, 5, 7), (3, -1, 7), (2, -1, 4), (3, 5, -7), (-3, 5, 7), (10 ** 20, 10 ** 20, 10 ** 9 + 7), (2, 3, 1), (2, 3, 0), (2.0, 3, 5), (2, 3, None)]:
    t(lambda: pow(*args))
t(lambda: 0 ** -1 if False else "no")
t(lambda: pow("a", 2))
t(lambda: pow(2))
t(lambda: pow(base=2, exp=5, mod=3))
x = 1
for i in range(150):
    x = x * 3 % (1 << 80)
    if i % 30 == 0:
        print(x)
n = 1
for i in range(1, 130):
    n *= i
print(n % (10 ** 9 + 7), n.bit_length())
