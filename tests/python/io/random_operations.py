# Random operations on streams in memory and on files. A number on the command line is another sequence.
import io
import os
import sys

state = int(sys.argv[1]) if len(sys.argv) > 1 else 20
count = 3 if len(sys.argv) < 3 else int(sys.argv[2])
name = os.path.join(os.environ.get("TMPDIR", "/tmp"), "lathe-random-%d" % os.getpid())


def pick(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return (state >> 33) % n


PIECES = ["a", "bc\n", "\r\n", "\r", "é", "日本\n", "\U0001f600", "x" * 30, "", "\n\n", "long " * 700]


def text():
    return "".join(PIECES[pick(len(PIECES))] for _ in range(pick(4)))


def operate(f, binary, seekable_text):
    what = pick(13)
    size = [-1, 0, 1, 2, 5, 40, 5000, None][pick(8)]
    if what < 3:
        return "read", size, f.read(size)
    if what < 5:
        return "readline", f.readline(-1 if size is None else size)
    if what == 5:
        data = text()
        return "write", f.write(data.encode() if binary else data)
    if what == 6:
        return "tell", f.tell()
    if what == 7:
        if binary:
            return "seek", f.seek(pick(60) - 5, pick(3))
        return "seek", f.seek(0 if seekable_text else pick(50), [0, 0, 2][pick(3)] if seekable_text else 0)
    if what == 8:
        return "truncate", f.truncate(None if pick(2) else pick(60))
    if what == 9:
        return "next", next(f, None)
    if what == 10:
        return "readlines", f.readlines([-1, 10, 0][pick(3)])
    if what == 11:
        return "flush", f.flush()
    if binary and hasattr(f, "readinto"):
        array = bytearray(pick(20))
        return "readinto", f.readinto(array), array
    lines = [text(), text()]
    return "writelines", f.writelines([line.encode() for line in lines] if binary else lines)


def short(value):
    shown = ascii(value)
    return shown if len(shown) < 90 else shown[:40] + "..." + str(len(shown)) + "..." + shown[-30:]


def session(make, binary, seekable_text=False):
    f = make()
    print("-", short(repr(type(f))))
    for _ in range(count):
        try:
            print(short(operate(f, binary, seekable_text)))
        except (OSError, ValueError) as error:
            print(type(error).__name__, error)
    return f


def file(mode, **options):
    def make():
        with open(name, "wb") as f:
            f.write((text() * 5).encode())
        return open(name, mode, **options)

    return make


def close(f):
    f.close()
    with open(name, "rb") as f:
        print(short(f.read()))


print(short(session(io.StringIO, False).getvalue()))
for newline in [None, "", "\r", "\r\n"]:
    print(short(session(lambda: io.StringIO(text(), newline=newline), False).getvalue()))
print(short(session(lambda: io.BytesIO(text().encode()), True).getvalue()))
for mode in ["r+b", "w+b", "rb", "wb", "ab"]:
    close(session(file(mode, buffering=[-1, 7, 64][pick(3)]), True))
close(session(file("r+b", buffering=0), True))
for mode in ["r", "w", "a"]:
    close(session(file(mode, encoding="utf-8", newline=[None, "", "\n", "\r\n"][pick(4)]), False, True))
os.remove(name)
