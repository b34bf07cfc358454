# io.BytesIO: bytes in memory.
import io

b = io.BytesIO(b"one\ntwo\nthree")
print(b.read(2), b.readline(), b.readline(3), b.tell(), b.read(), b.read(), b.readline(), b.read1(4))
print(b.seek(0), list(b), b.seek(4), b.readlines(), b.seek(0), b.readlines(5), b.seek(-3, 2), b.read(), b.seek(-100, 1), b.tell())
print(b.seek(3), b.write(b"XY"), b.write(bytearray(b"q")), b.write(memoryview(b"mv")), b.getvalue(), b.tell(), b.truncate(), b.getvalue(), b.truncate(2), b.getvalue(), b.tell())
b.seek(5)
b.write(b"z")
print(b.getvalue(), b.seek(0, 2), b.write(b""), b.closed, b.readable(), b.writable(), b.seekable(), b.isatty(), b.flush())
b.writelines([b"a", b"b"])
a = bytearray(5)
print(b.seek(1), b.readinto(a), a, b.readinto(a), a, b.readinto(bytearray()), b.readinto1(a))
view = b.getbuffer()
print(bytes(view), len(view), view.readonly)
view[0] = 65
view.release()
print(b.getvalue(), bytes(b.getbuffer()[:2]))
c = io.BytesIO(b"abc")
for action in [
    lambda: c.write("x"), lambda: c.write(5), lambda: c.read("x"), lambda: c.seek(-1), lambda: c.seek(0, 3), lambda: c.seek(1.5), lambda: c.truncate(-1), lambda: c.fileno(),
    lambda: c.detach(), lambda: io.BytesIO("x"), lambda: io.BytesIO(5), lambda: c.readinto(b"x"), lambda: c.readinto("x"), lambda: c.read(None), lambda: c.readline(None),
    lambda: c.readlines("x"), lambda: c.nothing, lambda: c.writelines(5), lambda: c.writelines(["x"]), lambda: c.close(), lambda: c.close(), lambda: c.read(), lambda: c.write(b"x"),
    lambda: c.getvalue(), lambda: c.getbuffer(), lambda: c.tell(), lambda: next(c), lambda: c.closed, lambda: c.readable(), lambda: c.__enter__(),
]:
    try:
        print(repr(action()))
    except Exception as error:
        print(type(error).__name__, error)
print(io.BytesIO(b"x") == io.BytesIO(b"x"), isinstance(b, io.BufferedIOBase), isinstance(b, io.RawIOBase), io.BytesIO(initial_bytes=b"k").read(), io.BytesIO(None).read())


class Counted(io.BytesIO):
    reads = 0

    def read(self, size=-1):
        self.reads += 1
        return super().read(size)


d = Counted(b"text\nmore")
t = io.TextIOWrapper(d, encoding="ascii")
print(t.read(), d.reads, d.name if hasattr(d, "name") else "no name", t)
e = io.BytesIO()
for i in range(60):
    e.write(b"%d," % i)
    e.seek(0, 2)
print(len(e.getvalue()), e.getvalue()[-12:])
