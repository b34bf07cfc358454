# The methods of bytes.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


b = b"Hello, World hello"
print(b.upper(), b.lower(), b.title(), b.capitalize(), b.swapcase(), b.center(22, b"*"), b.ljust(20), b.rjust(20, b"."), b.zfill(20), b.count(b"l"), b.count(108), b.find(b"World"), b.find(87), b.rfind(b"l"), b.index(b"o"), b.startswith(b"He"), b.endswith((b"x", b"lo")))
print(b.replace(b"l", b"L"), b.replace(b"l", b"", 2), b.split(), b.split(b","), b.rsplit(b" ", 1), b.partition(b","), b.rpartition(b"l"), b"a\nb\r\n".splitlines(), b"-".join([b"a", b"b", bytearray(b"c")]), b"  x ".strip(), b"xxaxx".strip(b"x"), b"a\tb".expandtabs(4))
print(b.hex(), b.hex(" "), b.hex(":", 2), b.hex("-", -4), bytes.fromhex("00 ff 1A"), b"abc".removeprefix(b"a"), b"abc".removesuffix(b"c"), b"abc".translate(bytes(range(256)), b"b"), bytes.maketrans(b"a", b"b")[97], b"abc".isalpha(), b"12".isdigit(), b"Ab".istitle(), b"".isspace(), b"\x80".isascii())
print(b[0], b[-1], b[1:4], b[::-1], list(b"abc"), b"a" in b, 108 in b, b"ab" + b"c", b"ab" * 2, b"a" < b"b", b"a" == "a", len(b), repr(b"\x00'\"\\\n\xff"), bytes(3), bytes([1, 2]), bytes("é", "utf-8"), bytes(b"x"), b"%d %s %b %x %c" % (1, b"a", b"b", 255, 65))
for f in (lambda: b"a" + "b", lambda: b"a"[5], lambda: bytes([256]), lambda: bytes("a"), lambda: bytes(-1), lambda: b.index(b"zz"), lambda: bytes.fromhex("0g"), lambda: b.find("a"), lambda: b"".join(["a"]), lambda: 300 in b, lambda: b"%s" % "a", lambda: b"a".split(b""), lambda: bytes([1], "utf-8"), lambda: bytes(1 << 70), lambda: bytes(1.5), lambda: b"%d" % "a", lambda: bytes(["a"]), lambda: hash(bytearray()), lambda: b.hex("ab"), lambda: b.startswith("a"), lambda: b"a" < "a"):
    t(f)
