# round() with all its arguments.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for x in (0.5, 1.5, 2.5, -0.5, 2.675, 1234.5678, 1e20, 0.05, 1.005, 5, 15, 25, -15, 12345):
    print(x, round(x), [round(x, n) for n in (0, 1, 2, -1, -2, -5, 20)])
t(lambda: round(float("nan")))
t(lambda: round(float("inf")))
t(lambda: round(float("inf"), 2))
t(lambda: round("a"))
t(lambda: round(1.5, "a"))
t(lambda: round(2.5, None))
t(lambda: round(number=3.7, ndigits=0))
t(lambda: round(10 ** 30 + 55, -2))
class R:
    def __round__(self, n="none"): return ("R", n)
t(lambda: (round(R()), round(R(), 3)))
t(lambda: round(1.7976931348623157e308, -308))
t(lambda: round(True))
