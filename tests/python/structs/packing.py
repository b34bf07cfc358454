# struct: all formats, both orders, limits.
import struct

for order in ("", "@", "=", "<", ">", "!"):
    print(repr(order), struct.calcsize(order + "bhilqb"), struct.pack(order + "hi", 1, -2), struct.calcsize(order + "b0q"))
for code, values in (
    ("b", (0, 1, -1, 127, -128)),
    ("B", (0, 255)),
    ("h", (-32768, 32767)),
    ("H", (65535,)),
    ("i", (-(2**31), 2**31 - 1)),
    ("I", (2**32 - 1,)),
    ("q", (-(2**63), 2**63 - 1)),
    ("Q", (2**64 - 1, 2**63)),
    ("f", (0.0, -0.0, 1.5, float("inf"), 3.4e38, 1e-45)),
    ("d", (0.1, -1e300, float("-inf"))),
    ("e", (0.0, 1.0, 65504.0, 6e-8, 1e-8, 2049.0, -2.5, float("inf"))),
    ("?", (True, False, [], [0], 2)),
    ("c", (b"x", b"\xff")),
):
    for value in values:
        for order in "<>":
            data = struct.pack(order + code, value)
            print(code, value, data.hex(), struct.unpack(order + code, data))
for code in "lLnNP":
    print(code, struct.calcsize(code), struct.unpack(code, struct.pack(code, 12345)))
print(struct.pack("5s", b"abc"), struct.pack("2s", b"abcdef"), struct.pack("0s", b""), struct.pack("3p", b"abcd"), struct.pack("s", bytearray(b"x")))
print(struct.unpack("3s2s", b"abcde"), struct.unpack("5p", b"\x02abcd"), struct.unpack("3p", b"\xffab"))
print(struct.pack("<3x2h", 1, 2), struct.unpack("<x2hx", b"\x00\x01\x00\x02\x00\x09"))
print(struct.pack(" <i h ".strip(), 1, 2), struct.pack(">2i b", 1, 2, 3), struct.pack(b"<i", 5), struct.pack("", ))


class I:
    def __index__(self):
        return 7


class F:
    def __float__(self):
        return 2.5


print(struct.pack("<b", I()), struct.pack("<f", F()), struct.pack("<d", 3), struct.pack("<i", True))
nan = struct.unpack("<f", struct.pack("<f", float("nan")))[0]
print(nan != nan)
total = 0
s = struct.Struct("<iq")
for i in range(150):
    a, b = s.unpack(s.pack(i, i * i))
    total += a + b
print(total)
