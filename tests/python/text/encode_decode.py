# Codecs of text.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for s in ("abc", "é", "€", "😀", "a\ud800b", ""):
    for codec in ("utf-8", "ascii", "latin-1", "utf-16-le", "utf-16-be", "utf-32-le", "utf-16"):
        t(lambda: s.encode(codec))
    for errors in ("ignore", "replace", "backslashreplace", "xmlcharrefreplace", "surrogatepass", "surrogateescape", "namereplace"):
        t(lambda: s.encode("ascii", errors))
for b in (b"abc", b"\xc3\xa9", b"\xff\xfe", b"\xe2\x82", b"a\x80b", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"\xc0\x80"):
    for errors in ("strict", "ignore", "replace", "backslashreplace", "surrogateescape"):
        t(lambda: b.decode("utf-8", errors))
    t(lambda: b.decode("ascii"))
    t(lambda: b.decode("latin-1"))
t(lambda: "a".encode("nope"))
t(lambda: b"a".decode("nope"))
t(lambda: "é".encode("ascii", "nope"))
t(lambda: "a".encode(1))
t(lambda: b"ab".decode(encoding="utf-8", errors="strict"))
