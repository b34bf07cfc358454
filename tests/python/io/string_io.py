# io.StringIO: text in memory.
import io

s = io.StringIO("one\ntwo\nthree")
print(s.read(2), s.readline(), s.readline(3), s.tell(), s.read(), repr(s.read()), repr(s.readline()))
print(s.seek(0), list(s), s.seek(4), s.readlines(), s.seek(0), s.readlines(5))
print(s.seek(3), s.write("XYé日"), s.getvalue(), s.tell(), s.truncate(), repr(s.getvalue()), s.truncate(2), s.getvalue(), s.tell())
s.seek(5)
s.write("z")
print(repr(s.getvalue()), s.seek(0, 2), s.seek(0, 1), s.write(""), s.closed, s.readable(), s.writable(), s.seekable(), s.isatty())
s.writelines(["a", "b"])
print(repr(s.getvalue()), s.encoding, s.errors, s.newlines, s.line_buffering, s.flush())
for newline in [None, "", "\n", "\r", "\r\n"]:
    t = io.StringIO("a\rb\nc\r\nd", newline=newline)
    print(repr(newline), t.newlines, repr(t.getvalue()), t.readlines(), t.seek(0, 2), t.write("x\ny\r\n"), repr(t.getvalue()), t.newlines)
with io.StringIO("x") as t:
    print(t.read(), t.name if hasattr(t, "name") else "no name")
t = io.StringIO()
t.mine = 5
print(t.mine, t.__dict__, io.StringIO(None).getvalue() == "", repr(io.StringIO().read(5)))
u = io.StringIO("abc")
for action in [
    lambda: u.write(b"x"), lambda: u.write(None), lambda: u.read("x"), lambda: u.seek(-1), lambda: u.seek(1, 1), lambda: u.seek(-1, 2), lambda: u.seek(0, 3),
    lambda: u.truncate(-1), lambda: u.fileno(), lambda: u.detach(), lambda: io.StringIO(b"x"), lambda: io.StringIO("x", newline="y"), lambda: io.StringIO(newline=1),
    lambda: u.readline(None), lambda: u.read(None), lambda: u.truncate(None), lambda: u.nothing, lambda: u.close(), lambda: u.close(), lambda: u.read(),
    lambda: u.write("x"), lambda: u.getvalue(), lambda: u.tell(), lambda: next(u), lambda: u.closed, lambda: u.readable(), lambda: u.__enter__(), lambda: u.seek(0), lambda: u.isatty(),
]:
    try:
        print(repr(action()))
    except Exception as error:
        print(type(error).__name__, error)


class Upper(io.StringIO):
    def write(self, text):
        return super().write(text.upper())

    def readline(self, size=-1):
        return "<" + super().readline(size) if self.tell() < len(self.getvalue()) else ""


v = Upper("q\n")
print("hello", 5, file=v)
print(repr(v.getvalue()), v.seek(0), list(v), isinstance(v, io.TextIOBase), isinstance(v, io.StringIO), v.__class__.__mro__[1])
w = io.StringIO()
for i in range(60):
    w.write(str(i))
    print(i, end=",", file=w)
print(len(w.getvalue()), w.getvalue()[-20:])
