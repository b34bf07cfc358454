# Files in several encodings, with what cannot be encoded or decoded.
import os

name = os.path.join(os.environ.get("TMPDIR", "/tmp"), "lathe-encodings-%d" % os.getpid())
text = "plain\nünïcödé\n€ 日本\n\U0001f600\n"
for encoding in ["utf-8", "latin-1", "ascii", "utf-16", "utf-8-sig", "utf-32"]:
    for errors in ["strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace"][: 5 if encoding == "ascii" else 2 if encoding == "latin-1" else 1]:
        try:
            with open(name, "w", encoding=encoding, errors=errors) as f:
                f.write(text)
                f.write(text[:3])
        except UnicodeEncodeError as error:
            print(encoding, errors, error, error.start, error.end, error.encoding, ascii(error.object[error.start]))
            continue
        print(encoding, errors, open(name, "rb").read()[:40])
        with open(name, encoding=encoding) as f:
            print(ascii(f.readline()), f.tell(), ascii(f.read(4)), f.tell(), ascii(f.read()))
with open(name, "wb") as f:
    f.write(b"ok\n\xff\xfe bad \xe2\x82\n\xed\xa0\x80end\n")
for errors in ["strict", "ignore", "replace", "backslashreplace", "surrogateescape", "surrogatepass"]:
    try:
        with open(name, encoding="utf-8", errors=errors) as f:
            lines = f.readlines()
            print(errors, ascii(lines))
            f.seek(0)
            f.readline()
            f.read(3)
            place = f.tell()
            rest = f.read()
            f.seek(place)
            print(f.read() == rest, place if place < 100 else "inside")
        with open(name + "2", "w", encoding="utf-8", errors=errors) as f:
            f.writelines(lines)
        print(open(name + "2", "rb").read())
    except UnicodeError as error:
        print(errors, type(error).__name__, error)
try:
    open(name, errors="nothing").read()
except LookupError as error:
    print(type(error).__name__, error)
with open(name, "wb") as f:
    f.write(("é" * 5000 + "\n" + "日" * 3000 + "\n").encode())
with open(name, encoding="utf-8") as f:
    print([len(line) for line in f], f.seek(0), len(f.read(4999)), f.tell(), f.read(3) == "é\n日", f.tell(), len(f.read()))
for n in [name, name + "2"]:
    if os.path.exists(n):
        os.remove(n)
