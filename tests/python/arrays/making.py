# array.array: typecodes, initializers, what does not fit.
from array import array, ArrayType


def show(f, *args):
    try:
        print(f(*args))
    except (TypeError, ValueError, OverflowError, IndexError, MemoryError) as e:
        print(type(e).__name__, e)


print(array is ArrayType, array)
for code, values in (
    ("b", [-128, 127]), ("B", [0, 255]), ("h", [-32768, 32767]), ("H", [65535]), ("i", [-(2**31), 2**31 - 1]), ("I", [2**32 - 1]),
    ("l", [-(2**63), 2**63 - 1]), ("L", [2**64 - 1]), ("q", [-1]), ("Q", [2**64 - 1, 2**63]), ("f", [1.5, -0.0, 1e-45]), ("d", [0.1, 2, True]),
):
    a = array(code, values)
    print(a, a.typecode, a.itemsize, len(a), a.tolist(), a.tobytes())
print(array("u", "héllo"), array("u", ["x"]), array("u"), array("u", "a'b").tounicode())
print(array("i"), array("i", ()), array("i", range(4)), array("d", array("i", [1, 2])), array("i", b"\x01\0\0\0"), array("b", bytearray(b"ab")))
print(array("i", (x * x for x in range(5))), array("B", memoryview(b"xy")))
for args in (
    (), ("z",), (1,), ("ii",), ("i", "abc"), ("i", b"abc"), ("i", 5), ("i", ["a"]), ("i", [1.5]), ("u", ["ab"]), ("u", [1]), ("i", "a", 3),
    ("f", ["x"]), ("b", [200]), ("b", [-200]), ("B", [-1]), ("B", [256]), ("h", [2**15]), ("H", [-1]), ("H", [2**16]), ("i", [2**31]), ("i", [2**70]),
    ("I", [-1]), ("I", [2**32]), ("I", [2**70]), ("l", [2**63]), ("L", [-1]), ("L", [2**64]), ("q", [2**63]), ("Q", [-1]), ("Q", [2**64]),
    ("i", array("u", "x")),
):
    show(array, *args)


class Sub(array):
    def __new__(cls, *items):
        return super().__new__(cls, "i", items)

    def total(self):
        return sum(self)


s = Sub(1, 2, 3)
print(s, s.total(), s[1], isinstance(s, array), s == array("i", [1, 2, 3]), s + s, type(s + s).__name__, len(s))


class Index:
    def __index__(self):
        return 9


print(array("i", [Index(), True]))
show(lambda: array("i", [1]) * 10**18)
