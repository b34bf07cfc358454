# struct: what does not fit.
import struct


def show(f, *args):
    try:
        print(f(*args))
    except (struct.error, TypeError, OverflowError) as e:
        print(type(e).__module__, type(e).__name__, e)


for code in "bBhHiIlLqQnNP":
    for value in (2**70, -(2**70), -1, 2**63, 2**31, 2**64 - 1, 300, "x", 1.5):
        show(struct.pack, "<" + code, value)
        show(struct.pack, code, value)
for args in (
    ("c", "a"), ("c", b"ab"), ("s", "a"), ("3p", "a"), ("f", "a"), ("<f", 1e300), ("e", 1e300), ("e", 65520.0), ("i",), ("i", 1, 2), (),
    (1,), ("k",), ("3",), ("9" * 30 + "i",), ("<n", 1), ("i\0", 1), (" < i", 1), ("i", 1.0), ("i", None),
):
    show(struct.pack, *args)
show(struct.calcsize, "4611686018427387904i")
b = bytearray(3)
for args in (
    ("i", b, 0, 1), ("i", b, -5, 1), ("i", b, -2, 1), ("i", b, 10, 1), ("i", b), ("i", b"abcd", 0, 1), ("i", b, 0), ("i",), ("i", 1, 0, 1),
):
    show(struct.pack_into, *args)
for args in (("i", b), ("i", "abcd"), ("i",), ("2b", b"ab"), ("2b", b"abc")):
    show(struct.unpack, *args)
for args in (("i", b), ("i", b, -2), ("i", b, -9), ("i", b, 9), ("b", b, -3), ("b", b, 2), ("b", b, 3)):
    show(struct.unpack_from, *args)
show(struct.iter_unpack, "i", b)
show(struct.iter_unpack, "", b)
show(struct.Struct, 1)
show(struct.Struct)
s = struct.Struct("<ib3s")
show(s.unpack, b"")
show(s.pack_into)
show(s.pack_into, b)
show(s.unpack_from, b)
show(s.pack, 1)
print(struct.error, issubclass(struct.error, Exception), type(s))
