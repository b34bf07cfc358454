# Binary files: buffered, unbuffered, updating.
import os

name = os.path.join(os.environ.get("TMPDIR", "/tmp"), "lathe-binary-%d" % os.getpid())


def shown(x):
    return repr(x).replace(name, "NAME")


with open(name, "wb") as f:
    print(shown(f), f.write(b"0123456789\nabc\n"), f.tell(), f.mode, f.name == name, f.seekable(), f.raw.mode, shown(f.raw))
    print(os.path.getsize(name), f.flush(), os.path.getsize(name))
with open(name, "rb") as f:
    print(shown(f), f.read(3), f.tell(), f.read1(4), f.peek(3)[:3], f.readline(), f.readlines(), f.read(), f.seek(-4, 2), f.read(2), f.seek(2, 1), f.seek(4), f.read(1))
    a = bytearray(4)
    print(f.seek(0), f.readinto(a), a, f.readinto(memoryview(a)[1:3]), a, f.fileno() > 2, f.isatty())
with open(name, "r+b") as f:
    print(shown(f), f.read(2), f.write(b"XX"), f.read(2), f.tell(), f.seek(0), f.read(), f.seek(3), f.write(b"!"), f.peek()[:2], f.seek(0), f.readline(), f.truncate(), f.seek(0), f.read())
with open(name, "ab") as f:
    print(f.tell(), f.write(b"end"), f.tell())
with open(name, "w+b") as f:
    print(f.write(b"x" * 20000), f.tell(), f.seek(9000), f.write(b"MARK"), f.read(3), f.seek(8999), f.read(6), f.seek(0, 2))
with open(name, "rb", buffering=0) as f:
    print(shown(f), f.read(3), f.tell(), len(f.readall()), f.read(), f.readall(), f.seek(9000), f.read(4), f.closefd, f.mode)
with open(name, "rb", buffering=16) as f:
    print(len(f.peek()), len(f.read(100)), len(f.read()), f.tell())
with open(name, "wb", buffering=0) as f:
    print(f.write(b"direct"), os.path.getsize(name), f.truncate(3), os.path.getsize(name))
fd = os.open(name, os.O_RDWR)
with open(fd, "rb", closefd=False) as f:
    print(f.read(), f.name == fd)
os.lseek(fd, 0, 0)
with os.fdopen(fd, "r+b") as f:
    print(f.read(1), f.write(b"zz"))
try:
    os.fstat(fd)
except OSError as error:
    print(error)
for action in [
    lambda: open(name, "rb").write(b"x"), lambda: open(name, "wb").read(), lambda: open(name, "wb").readline(), lambda: open(name, "rb").truncate(1), lambda: open(name, "wb").write("text"),
    lambda: open(name, "rb").read(-2), lambda: open(name, "rb").seek(-1), lambda: open(name, "rb").seek(0, 9), lambda: f.read(), lambda: f.write(b""), lambda: f.seek(0), lambda: f.tell(), lambda: f.peek(),
    lambda: f.readline(), lambda: f.closed, lambda: f.flush(), lambda: list(f), lambda: f.close(), lambda: open(name, "rb", 0).write(b"x"), lambda: open(name, "wb", 0).read(), lambda: f.detach(),
    lambda: open(name, "rb", opener=lambda path, flags: os.open(path, flags)).read(), lambda: open(name, "rb", opener=lambda p, f: -1), lambda: open(name, opener=lambda p, f: "x"),
]:
    try:
        print(shown(action()))
    except Exception as error:
        print(type(error).__name__, str(error).replace(name, "NAME"))
os.remove(name)
