# int() of everything.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for text in ("0", " 12 ", "-7", "+7", "1_000", "0b101", "0x_ff", "٣٤", "1e3", "", " ", "_1", "1__2", "1_", "0_0", "00", "012", "z", "-", "١٢x", "9" * 30):
    t(lambda: int(text))
    t(lambda: int(text, 0))
for text, base in [("ff", 16), ("0xff", 16), ("zz", 36), ("0b11", 2), ("12", 2), ("0o17", 8), ("7", 37), ("7", 1), ("7", -2), ("0b1", 16), ("102", 3)]:
    t(lambda: int(text, base))
for value in (3.99, -3.99, True, b"12", bytearray(b" 5 "), None, [], 1j, float("inf"), float("nan"), 1e20):
    t(lambda: int(value))
t(lambda: int(3.5, 10))
t(lambda: int("12", base=5))
t(lambda: int())
class N:
    def __int__(self): return 42
class I:
    def __index__(self): return 43
class B:
    def __int__(self): return "x"
t(lambda: (int(N()), int(I())))
t(lambda: int(B()))
t(lambda: int(object()))
