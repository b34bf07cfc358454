# Integers of all sizes, floats, and what does not work.
for a, b in [(7, 2), (-7, 2), (7, -2), (-7, -2), (0, 5), (2**64, 3), (-(2**64), 10**9), (2**62, -1), (-(2**63), -1)]:
    print(a + b, a - b, a * b, a // b, a % b, divmod(a, b), a / b)
print(2**10, 2**-1, 2**0.5, (-8) ** 2, 10**30, pow(3, 100, 7))
print(1 << 70, (1 << 70) >> 68, -5 >> 1, 5 & 3, 5 | 3, 5 ^ 3, ~5)
print(0.1 + 0.2, 1e16, 1e-5, 1.0, 100.0, 1e22, float("inf"), -float("inf"), float("nan"))
print(7.5 // 2, -7.5 % 2, 1 == 1.0, hash(1) == hash(1.0), 2**53 + 1 == float(2**53))
print(int(3.9), int(-3.9), round(2.5), round(3.14159, 2), abs(-5), float("1.5"), int("ff", 16))
print(True + True, isinstance(True, int), 5 .bit_length(), (255).to_bytes(2, "big"))
print(max(1, 2.5), min(3, 2), sum([0.1] * 10), str(12345678901234567890))
for bad in (lambda: 1 // 0, lambda: 1 % 0, lambda: 1.0 / 0, lambda: 2 << -1, lambda: 10**400 * 1.0, lambda: int(float("nan"))):
    try:
        print(bad())
    except (ArithmeticError, ValueError) as e:
        # Some messages are not the same in 3.11 and 3.14.
        print(type(e).__name__)
x = 2**62
for i in range(200):
    x += 2**55
print(x)
x = 1
for i in range(1, 60):
    x *= i
print(x)
print((3 + 4j) * 2, abs(3 + 4j), complex(1, -1).conjugate())
