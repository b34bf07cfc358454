# Sums that leave 64 bits in a hot loop, and come back.
def grow(step, trips):
    x = 2 ** 62 - 100
    crossed = 0
    for i in range(trips):
        x += step
        if x > 2 ** 63 - 1:
            crossed += 1
            x -= 2 ** 63
    return x, crossed
print(grow(1, 200), grow(10 ** 17, 200), grow(2 ** 61, 100))
a, b = 0, 1
for i in range(200):
    a, b = b, a + b
print(a)
p = 1
seen = []
for i in range(100):
    p = -p * 3
    if i % 10 == 0:
        seen.append(p)
print(seen)
m = -(2 ** 63) + 5
for i in range(20):
    m -= 1
print(m, abs(m), -m, m // -1, (-(2 ** 63)) // -1, -(-(2 ** 63)))
print(4611686018427387904 - 1, -4611686018427387905 + 1, 4611686018427387903 + 1)
