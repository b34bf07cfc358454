# input() and sys.stdin, with a stream of our own in its place.
import io
import sys

sys.stdin = io.StringIO("first\nsecond line\nlast")
print(repr(input()), repr(input("prompt> ")), repr(input()))
try:
    input("again> ")
except EOFError as error:
    print(type(error).__name__, error)
sys.stdin = io.StringIO("3\n4\n\n5")
total = 0
for line in sys.stdin:
    if line.strip():
        total += int(line)
print(total)


class Lines:
    def __init__(self, lines):
        self.lines = lines

    def readline(self):
        return self.lines.pop(0)


sys.stdin = Lines(["x\r\n", "y", 5, ""])
for _ in range(4):
    try:
        print(repr(input("? ")))
    except Exception as error:
        print(type(error).__name__, error)
sys.stdin = None
try:
    input()
except RuntimeError as error:
    print(error)
sys.stdin = sys.__stdin__
out, sys.stdout = sys.stdout, io.StringIO()
sys.stdin = io.StringIO("typed\n")
answer = input("captured prompt: ")
text, sys.stdout = sys.stdout.getvalue(), out
print(repr(text), answer)
t = io.TextIOWrapper(io.BytesIO(b"a\r\nb\r\n"), encoding="ascii")
sys.stdin = t
print([input(), input()])
