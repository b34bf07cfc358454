# Streams that a program defines, with buffers and text on top of them.
import io


class Source(io.RawIOBase):
    def __init__(self, data, step):
        self.data, self.step, self.calls = data, step, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        self.calls += 1
        count = min(len(buffer), self.step, len(self.data))
        buffer[:count] = self.data[:count]
        self.data = self.data[count:]
        return count


class Sink(io.RawIOBase):
    def __init__(self, step=1000):
        self.got, self.step = [], step

    def writable(self):
        return True

    def write(self, data):
        self.got.append(bytes(data[: self.step]))
        return min(len(data), self.step)


s = Source(b"hello world\nnext\n", 4)
print(s.read(3), s.read(10), s.readline(), s.readall(), s.read(), s.calls)
print(Source(b"a\nb\nc", 2).readlines(), list(Source(b"x\ny", 5)), Source(b"abc", 2).read(-1))
r = io.BufferedReader(Source(b"hello world\nnext\nlast", 4), 8)
print(r.read(2), r.peek(), r.read1(3), r.read1(), r.readline(), r.read(3), r.read(), r.read(), r)
a = bytearray(6)
r = io.BufferedReader(Source(b"0123456789", 4))
print(r.readinto(a), a, r.readinto1(a), a, r.readinto(a), a, r.raw.calls > 0)
t = io.TextIOWrapper(io.BufferedReader(Source("é\r\nü\r\n日本\n".encode(), 1)), encoding="utf-8")
print(list(t), t.newlines)
t = io.TextIOWrapper(Source(b"raw text\nmore", 5), encoding="ascii")
print(t.readline(), t.read())
k = Sink()
w = io.BufferedWriter(k, 8)
print(w.write(b"abc"), k.got, w.write(b"defgh"), k.got, w.write(b"i"), k.got, w.write(b"0123456789abcdef"), k.got, w.flush(), k.got)
k = Sink(3)
w = io.BufferedWriter(k, 4)
w.write(b"abcdefghijk")
w.close()
print(k.got, k.closed, w.closed)
k = Sink()
with io.TextIOWrapper(io.BufferedWriter(k), encoding="utf-16", line_buffering=True) as t:
    print(t.write("a"), k.got, t.write("\n"), k.got)
    t.writelines(["x", "y"])
print(k.got, k.closed)
p = io.BufferedRWPair(Source(b"input", 9), Sink())
print(p.read(2), p.write(b"x"), p.readable(), p.writable(), p.peek(1), p.closed, p.close(), p.closed)


class Odd(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, buffer):
        return len(buffer) + 1


class Nothing(Odd):
    def readinto(self, buffer):
        return None


class Closing(io.IOBase):
    def close(self):
        print("closing", self.closed)
        super().close()


for action in [
    lambda: io.BufferedReader(Odd()).read(1), lambda: io.BufferedReader(Nothing()).read(1), lambda: io.BufferedReader(Nothing()).read(), lambda: Nothing().read(5), lambda: Nothing().readall(),
    lambda: io.BufferedReader(Sink()), lambda: io.BufferedWriter(Source(b"", 1)), lambda: io.BufferedRandom(Sink()), lambda: io.BufferedReader(Source(b"", 1), 0), lambda: io.BufferedReader(Source(b"", 1), -5),
    lambda: io.RawIOBase().read(1), lambda: io.IOBase().seek(0), lambda: io.IOBase().fileno(), lambda: io.TextIOBase().read(), lambda: io.BufferedIOBase().write(b""),
    lambda: io.IOBase().tell(), lambda: io.IOBase().truncate(), lambda: io.BufferedIOBase().readinto(bytearray(3)), lambda: io.BufferedReader(Source(b"ab", 1)).write(b"x"), lambda: io.BufferedWriter(Sink()).read(),
    lambda: io.BufferedReader(Source(b"ab", 1)).seek(0), lambda: io.BufferedReader(Source(b"ab", 1)).tell(), lambda: w.write(b"x"), lambda: w.flush(), lambda: io.BufferedWriter(Sink()).write("x"),
]:
    try:
        print(repr(action()))
    except Exception as error:
        print(type(error).__name__, error)
with Closing() as c:
    print(c.closed, c.readable(), c.writable(), c.seekable(), c.isatty())
print(c.closed)
try:
    c.flush()
except ValueError as error:
    print(error)
c.close()
