# Text files: modes, lines, positions.
import os

name = os.path.join(os.environ.get("TMPDIR", "/tmp"), "lathe-text-%d" % os.getpid())
with open(name, "w", encoding="utf-8") as f:
    print(f.write("first\nsecond é\n"), f.tell(), f.writelines(["third\n", "日本語\n"]), f.tell(), f.mode, f.encoding, f.closed, f.readable(), f.writable())
print(f.closed, os.path.getsize(name))
with open(name, encoding="utf-8") as f:
    print(f.readline(), f.tell(), f.read(3), f.tell(), f.readlines(), f.tell(), repr(f.read()), f.seek(6), f.readline(), f.seek(0, 2), f.tell())
    f.seek(0)
    for number, line in enumerate(f):
        print(number, line.rstrip("\n"))
    print(f.seek(0), f.readlines(8), f.readline(2), f.readline(), repr(f.readline(0)))
with open(name, "a", encoding="utf-8") as f:
    print(f.tell() > 0, f.write("appended"), f.mode)
with open(name, "r+", encoding="utf-8") as f:
    print(f.readline(), f.seek(0), f.write("FIRST"), f.seek(0), f.read(8), f.mode)
    f.seek(5)
    f.truncate()
    print(f.seek(0), f.read())
with open(name, "w+", encoding="utf-8") as f:
    print(repr(f.read()), f.write("abc\ndef"), f.seek(0), f.read(), f.seek(0), f.readline())
with open(name, "a+", encoding="utf-8") as f:
    print(repr(f.read()), f.seek(0), f.read(), f.write("!"), f.seek(0), f.read())
os.remove(name)
with open(name, "x") as f:
    f.write("new")
for action in [
    lambda: open(name, "x"), lambda: open(name, "q"), lambda: open(name, "rw"), lambda: open(name, "rtb"), lambda: open(name, ""), lambda: open(name, "r++"), lambda: open(name, "b"),
    lambda: open(name, "rb", encoding="utf-8"), lambda: open(name, "rb", newline=""), lambda: open(name, "rb", errors="strict"), lambda: open(name, buffering=0), lambda: open(name, newline="x"),
    lambda: open(name, encoding="nothing"), lambda: open(name).write("x"), lambda: open(name, "a").read(), lambda: open(name + "/x"), lambda: open(name + "?"), lambda: open(1.5), lambda: open(-1),
    lambda: open(name, 5), lambda: open(name, closefd=False), lambda: open(99999), lambda: open("a\0b"), lambda: f.read(), lambda: f.write("x"), lambda: f.__enter__(), lambda: next(f), lambda: f.flush(),
    lambda: f.close(), lambda: f.fileno(), lambda: f.name == name, lambda: f.nothing,
]:
    try:
        print(repr(action()))
    except Exception as error:
        print(type(error).__name__, str(error).replace(name, "NAME"))
print(repr(f).replace(name, "NAME"))
os.remove(name)
