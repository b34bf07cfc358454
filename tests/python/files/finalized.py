# Files that are dropped, files in with statements that fail, and objects that are files only by their methods.
import io
import os

name = os.path.join(os.environ.get("TMPDIR", "/tmp"), "lathe-finalized-%d" % os.getpid())
try:
    with open(name, "w") as f:
        f.write("before the error")
        raise KeyError("inside")
except KeyError as error:
    print(error, f.closed, open(name).read())
with open(name) as a, open(name) as b:
    print(a.read(6), b.read(6), a.fileno() != b.fileno())
print(a.closed, b.closed)


class Noisy(io.StringIO):
    def close(self):
        print("close", self.closed)
        super().close()


with Noisy("x") as n:
    print(n.read())
print(n.closed)
n.close()


class Failing(io.RawIOBase):
    def writable(self):
        return True

    def write(self, data):
        raise OSError(5, "cannot", "thing")

    def close(self):
        print("raw close", self.closed)
        super().close()


w = io.BufferedWriter(Failing())
w.write(b"lost")
for action in [w.flush, w.close, w.close]:
    try:
        print(action(), w.closed)
    except OSError as error:
        print(type(error).__name__, error, error.errno, w.closed)
t = io.TextIOWrapper(io.BufferedWriter(Failing()), encoding="utf-8")
t.write("x")
try:
    with t:
        pass
except OSError as error:
    print("with", error, t.closed, t.buffer.closed)
total = 0
for i in range(40):
    total += len(open(name).read())
    with open(name, "a") as f:
        print(i % 10, file=f, end="")
print(total, os.path.getsize(name), open(name).read()[-5:])
os.remove(name)
