# io.TextIOWrapper over bytes in memory.
import io


def wrap(data, **options):
    return io.TextIOWrapper(io.BytesIO(data), **options)


text = "a\rb\nc\r\nd é\n"
for newline in [None, "", "\n", "\r", "\r\n"]:
    w = wrap(text.encode(), newline=newline, encoding="utf-8")
    print(repr(newline), w.readlines(), w.newlines, w.seek(0), repr(w.read()), w.seek(0), [w.read(3) for _ in range(4)], w.tell())
    b = io.BytesIO()
    w = io.TextIOWrapper(b, newline=newline, encoding="utf-8")
    print(w.write("x\ny\r\nz\rq"), b.getvalue(), w.flush(), b.getvalue(), w.tell())
for encoding in ["utf-8", "latin-1", "ascii", "utf-16", "utf-16-le", "utf-32-be", "utf-8-sig", "UTF8", "iso-8859-1"]:
    b = io.BytesIO()
    w = io.TextIOWrapper(b, encoding=encoding, errors="backslashreplace")
    print(encoding, w.encoding, w.errors, w.write("aé\n"), w.write("€"), w.flush(), b.getvalue())
    w.seek(0)
    print(repr(w.readline()), w.tell(), repr(w.read()))
for errors in ["strict", "ignore", "replace", "backslashreplace", "surrogateescape"]:
    try:
        w = wrap(b"a\xffb\xc3\n\xe9", encoding="utf-8", errors=errors)
        got = w.read()
        print(errors, ascii(got))
        back = io.BytesIO()
        v = io.TextIOWrapper(back, encoding="ascii", errors=errors)
        v.write("x" + got)
        v.flush()
        print(back.getvalue())
    except UnicodeError as error:
        print(errors, type(error).__name__, error)
w = wrap(b"line1\nline2\nline3\n")
print(w.readline(), next(w), type(w.buffer), w.line_buffering, w.write_through, w.readable(), w.writable(), w.seekable(), w.isatty())
try:
    w.tell()
except OSError as error:
    print(type(error).__name__, error)
print(list(w), w.tell(), w.seek(6), w.readline(), w.tell(), w.seek(0, 1), w.seek(0, 2), repr(w.read()))
w.reconfigure(line_buffering=True, errors="ignore") if False else w.reconfigure(line_buffering=True)
print(w.line_buffering, w.encoding, w.errors, w)
raw = w.detach()
print(type(raw), raw.closed, repr(w.buffer) if False else "detached")
x = wrap(b"abc")
for action in [
    lambda: w.read(), lambda: w.closed, lambda: w.encoding, lambda: x.write(b"x"), lambda: x.seek(1, 1), lambda: x.seek(-1, 2), lambda: x.seek(-1), lambda: x.seek(0, 5), lambda: x.fileno(),
    lambda: wrap(b"", newline="x"), lambda: wrap(b"", encoding="nothing"), lambda: wrap(b"", newline=b"\n"), lambda: io.TextIOWrapper("x"), lambda: x.nothing, lambda: x.name,
    lambda: wrap(b"\xff", encoding="ascii").read(), lambda: wrap(b"", encoding="ascii").write("é"), lambda: x.truncate(1), lambda: x.read(), lambda: x.close(), lambda: x.read(), lambda: x.write("x"),
    lambda: x.flush(), lambda: x.closed, lambda: x.close(), lambda: x.seek(0), lambda: list(x), lambda: x.readline(), lambda: x.tell(), lambda: x.readable(), lambda: x.__enter__(),
]:
    try:
        print(repr(action()))
    except Exception as error:
        print(type(error).__name__, error)
