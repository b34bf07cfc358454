# Powers of floats, with the corners of IEEE.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


inf, nan = float("inf"), float("nan")
for a in (2.0, -2.0, 0.0, -0.0, 1.0, -1.0, inf, -inf, nan, 0.5):
    for b in (0, 1, 2, 3, -1, 0.5, inf, -inf, nan):
        try:
            print(a ** b, end=" ")
        except (ZeroDivisionError, OverflowError) as e:
            print(type(e).__name__, end=" ")
    print()
t(lambda: 1e200 ** 2)
t(lambda: (-8) ** (1 / 3))
t(lambda: 2 ** 0.5)
t(lambda: 10 ** -3)
t(lambda: 2.0 ** 1024)
t(lambda: 2 ** 3.0)
