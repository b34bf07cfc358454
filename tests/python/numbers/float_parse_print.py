# float() of text, and repr back.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for text in ("1", " 1.5 ", "-.5", "5.", "1e5", "1E-5", "1_0.5_0", "inf", "-Infinity", "nan", "+nan", "1e400", "1e-400", "", ".", "1e", "0x1", "1__0", "١.٥", "1.7976931348623157e308", "4.9e-324", "2.2250738585072011e-308", "0.1e1"):
    t(lambda: float(text))
for x in (0.1 + 0.2, 1e16, 1e15, 123456789012345680.0, 1e22, 1e23, 1e-4, 1e-5, 5e-324, 1.7976931348623157e308, 2 / 3, 100.0, 1e100, 12345.678):
    print(x, repr(x), str(x), float(repr(x)) == x)
for v in (3, True, b"2.5", None, [], 1j, 10 ** 20):
    t(lambda: float(v))
class F:
    def __float__(self): return 2.5
class I:
    def __index__(self): return 7
t(lambda: (float(F()), float(I())))
t(lambda: float())
t(lambda: float(x=1))
