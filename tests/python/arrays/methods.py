# array.array: methods.
from array import array
import io


def show(f, *args):
    try:
        print(f(*args))
    except (TypeError, ValueError, OverflowError, IndexError, EOFError, AttributeError) as e:
        print(type(e).__name__, e)


a = array("i", [3, 1, 2])
a.append(5)
a.extend([7, 8])
a.extend(array("i", [9]))
a.insert(0, 100)
a.insert(-1, 200)
a.insert(-100, 300)
a.insert(100, 400)
print(a, a.pop(), a.pop(0), a.pop(-2), a)
a.remove(1)
a.reverse()
print(a, a.index(7), a.index(7, 1), a.count(7), a.count(77), a.index(5, -4))
a.byteswap()
print(a)
a.byteswap()
print(a.tolist(), a.tobytes() == bytes(a), a.buffer_info()[1])
a.frombytes(b"\x01\0\0\0")
a.fromlist([4, 5])
print(a)
for f, *args in (
    (a.pop, 100), (array("i").pop,), (a.remove, 99), (a.index, 99), (a.extend, array("b", [1])), (a.extend, 5), (a.fromlist, (1,)), (a.fromlist, [1, "x"]),
    (a.frombytes, b"abc"), (a.frombytes, "abc"), (a.fromunicode, "x"), (a.tounicode,), (a.append, "x"), (a.append,), (a.fromfile, 1, 2), (a.index, 3, 50),
):
    show(f, *args)
print(a)
f = io.BytesIO()
a.tofile(f)
f.seek(0)
b = array("i")
b.fromfile(f, 3)
print(b, b == a[:3])
show(b.fromfile, f, 100)
print(len(b) == len(a))
u = array("u", "abc")
u.fromunicode("dé")
u.append("z")
print(u, u.tounicode(), u[3], u.itemsize)
import copy

print(copy.copy(a) == a, copy.copy(a) is a, copy.deepcopy(a) == a)
print(bytes(array("B", b"xyz")), bytearray(array("B", b"xyz")), b"-".join([array("B", b"a"), b"b"]), len(memoryview(array("B", b"abc"))))


class Evil:
    def __init__(self, target):
        self.target = target

    def __eq__(self, other):
        self.target.clear() if hasattr(self.target, "clear") else self.target.__delitem__(slice(None))
        return False

    def __index__(self):
        del self.target[:]
        return 1


e = array("i", range(5))
print(e.count(Evil(e)), e)
