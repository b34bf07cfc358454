# chr, ord, hex, oct, bin, ascii, repr, hash, len, abs, divmod.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


print(chr(97), chr(8364), ord("a"), ord("€"), ord(b"a"), hex(255), hex(-255), oct(8), bin(5), bin(-5), hex(2 ** 70), ascii("é"), abs(-5), abs(-2.5), abs(3 + 4j), abs(True), divmod(7, 2), divmod(-7, 2), divmod(7.5, 2), len("abc"), hash("a") == hash("a"), ascii([1, "é"]), repr(None), callable(len), callable(5))
class A:
    def __abs__(self): return "abs"
    def __len__(self): return 5
    def __index__(self): return 10
    def __hash__(self): return 2 ** 70
    def __divmod__(self, o): return ("dm", o)
    def __rdivmod__(self, o): return ("rdm", o)
a = A()
print(abs(a), len(a), hex(a), bin(a), oct(a), divmod(a, 1), divmod(1, a), hash(a) == hash(2 ** 70), [0] * 12 [0:0] if False else list(range(12))[a])
class L:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
for f in (lambda: chr(-1), lambda: chr(0x110000), lambda: chr("a"), lambda: ord("ab"), lambda: ord(5), lambda: ord(""), lambda: hex(1.5), lambda: bin("a"), lambda: abs("a"), lambda: len(5), lambda: len(L(-1)), lambda: len(L("a")), lambda: len(L(1 << 70)), lambda: hash([]), lambda: hash({}), lambda: divmod("a", 1), lambda: divmod(1), lambda: chr(1 << 70), lambda: len(), lambda: ord(b"ab"), lambda: abs(), lambda: len(1, 2), lambda: len(obj=[])):
    t(f)
