# The methods of float.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for x in (0.0, -0.0, 1.5, -2.25, 1e300, 1e-300, 5e-324, 0.1, 123456789.125, float("inf"), float("-inf"), float("nan")):
    print(x, x.hex(), x.is_integer(), x.conjugate(), x.real, x.imag, abs(x), -x, bool(x))
    t(lambda: x.as_integer_ratio())
    t(lambda: x.__trunc__())
    t(lambda: (x.__floor__(), x.__ceil__()))
    t(lambda: (round(x), round(x, 1), round(x, -1)))
for text in ("0x1p3", "-0x1.8p-1", "0x.1", "inf", "-nan", "1", "0x1p1024", "0x1p-1080", "zz", "0x", "1.8p1"):
    t(lambda: float.fromhex(text))
t(lambda: (2.5).__divmod__(0.75))
t(lambda: (2.5).__add__("a"))
t(lambda: (1.5).__eq__("a"))
