# Division, floor division and remainder of floats, with zeros and infinities.
inf, nan = float("inf"), float("nan")
values = (1.5, -1.5, 0.0, -0.0, inf, -inf, nan, 1e308, 3, -7)
for a in values:
    for op in ("+", "-", "*"):
        print([eval_op for eval_op in ({"+": a + b, "-": a - b, "*": a * b}[op] for b in values)])
for a in values:
    for b in (2.5, -2.5, inf, -inf, 3):
        print(a / b, a // b, a % b, divmod(a, b), end=" | ")
    print()
for a in values:
    print(a == a, a < 2, a > nan, a != a, a <= inf, min(a, 1.0), max(1.0, a), a is None)
for f in (lambda: 1.0 / 0, lambda: 1.0 // 0.0, lambda: 1 % 0.0, lambda: divmod(1.0, 0)):
    try:
        f()
    except ZeroDivisionError as e:
        print(type(e).__name__)
x = 0.0
for i in range(200):
    x = (x + i * 0.37) % 7.3 - 1.1
print(x)
