# print: separators, ends, files.
import io
import sys

print()
print(1, "two", 3.0, None, True, b"x", [1, "a"], sep="|", end="<\n")
print("a", "b", sep="", end="")
print("c", sep=None, end=None)
print(*range(5), sep=", ")
print("é", "日本", "\U0001f600", "\x00".encode())
out = io.StringIO()
print("x", 1, file=out, end="!")
print("flushed", file=out, flush=True)
print(repr(out.getvalue()))


class Writer:
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)

    def flush(self):
        self.parts.append("FLUSH")


w = Writer()
print("a", 2, [3], file=w, sep="-", flush=True)
print(file=w)
print(w.parts)


class Shown:
    def __str__(self):
        print("(inside)", end="")
        return "shown"

    def __repr__(self):
        return "repr"


print("before", Shown(), "after", [Shown()])


class Bad:
    def __str__(self):
        raise ValueError("no text")


for action in [
    lambda: print("left", Bad(), "right"), lambda: print(1, sep=5), lambda: print(1, end=b""), lambda: print(1, file=5), lambda: print(1, file=io.BytesIO()),
    lambda: print("x", file=object()),
]:
    try:
        action()
    except Exception as error:
        print(type(error).__name__, error)
old = sys.stdout
sys.stdout = io.StringIO()
print("captured", 5)
captured, sys.stdout = sys.stdout.getvalue(), old
print(repr(captured))
sys.stdout = w
print("to writer")
sys.stdout = old
print(w.parts[-2:])
sys.stdout = None
print("nowhere")
sys.stdout = old
del sys.stdout
try:
    print("lost")
except RuntimeError as error:
    sys.stdout = old
    print(error)
print("direct", file=sys.stdout), sys.stdout.write("written\n"), sys.stdout.writelines(["l1\n", "l2\n"]), sys.stdout.flush()
for i in range(120):
    print(i, i * 0.5, end=" " if i % 20 else "\n")
print()
