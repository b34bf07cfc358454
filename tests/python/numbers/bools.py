# Booleans are integers.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


print(True + True, True * 3, -True, ~False, True / 2, True ** 2, False < True, True == 1.0, hash(True), int(True), True.bit_length())
print(True & False, True | False, True ^ True, type(True & False), type(True & 1), type(~True), repr(True), str(False))
print(bool([]), bool([0]), bool(""), bool("0"), bool(0.0), bool(0j), bool({}), bool(None), bool(range(0)), bool(b""), bool(...), bool(NotImplemented is None))
print(isinstance(True, int), issubclass(bool, int), bool.__mro__, bool.__base__)
t(lambda: bool(1, 2))
t(lambda: bool())
t(lambda: type("B", (bool,), {}))
class L:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
class Bad:
    def __bool__(self): return 1
class Neg:
    def __len__(self): return -1
t(lambda: (bool(L(0)), bool(L(5)), not L(0)))
t(lambda: bool(Bad()))
t(lambda: not Neg())
print(sum([True, False, True]), [1, 2, 3][True], {True: "a", 1: "b", 1.0: "c"}, "%d %s %r" % (True, True, False), f"{True:5} {True!s:>6} {True:d}")
n = 0
for i in range(200):
    n += (i % 3 == 0) + (i % 5 == 0) * 2 - (not i)
print(n)
