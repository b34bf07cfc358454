# repr and ascii of text.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for s in ("", "a'b", 'a"b', "a'b\"c", "\n\t\r\\", "\x00\x1f\x7f", "é", "\xa0", "\xad", "€", "\u200b", "\ud800", "😀", "\U000e0001", "\uffff", "\U0010ffff", "中文", "\u0378"):
    print(ascii(repr(s)), ascii(s), len(repr(s)))
class S(str):
    pass
class R(str):
    def __repr__(self): return "R!"
    def __str__(self): return "S!"
print(repr(S("a")), S("a"), [R("x")], R("x"), "%s %r" % (R("x"), R("x")), f"{R('x')} {R('x')!r} {R('x'):>4}", ascii([R("é"), "é"]))
print(type(S("a") + "b"), type(S("a").upper()), type(str(S("a"))), S("a") == "a", hash(S("a")) == hash("a"), {"a": 1}[S("a")])
t(lambda: str(b"abc", "ascii"))
t(lambda: str(b"abc"))
t(lambda: str("a", "ascii"))
t(lambda: str(b"\xff", "utf-8"))
t(lambda: str(b"\xff", "utf-8", "replace"))
t(lambda: str(object=5))
t(lambda: str())
class Bad:
    def __str__(self): return 5
    def __repr__(self): return 5
t(lambda: str(Bad()))
t(lambda: repr(Bad()))
