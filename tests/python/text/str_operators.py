# Operators on text.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


print("a" + "b", "ab" * 3, 3 * "ab", "ab" * 0, "ab" * -1, "ab" * True, "a" < "b", "a" < "ab", "B" < "a", "" < "a", "é" > "z", "a" == "a", "a" != "A", "a" == 1, "😀" > "\uffff")
for f in (lambda: "a" + 1, lambda: 1 + "a", lambda: "a" * "b", lambda: "a" * 1.5, lambda: "a" < 1, lambda: "a" - "b", lambda: -"a", lambda: "a" + b"b", lambda: "a" * (1 << 70), lambda: "ab" * (1 << 62), lambda: "a" @ "b", lambda: "a" % 1, lambda: "a" // 2):
    t(f)
s = ""
for i in range(200):
    s += chr(97 + i % 26)
    if i % 50 == 49:
        s = s[10:]
print(len(s), s[:30])
s *= 2
print(len(s), s.count("z"))
print("abc".__add__("d"), "abc".__mul__(2), "abc".__contains__("b"), "abc".__len__(), "abc".__getitem__(1), "abc".__eq__(1), "a".__lt__("b"), "x".__rmul__(3), "%s".__mod__(5))
print(min("hello"), max("hello"), sorted("hello"), list("héy"), tuple("ab"), set("aab") == {"a", "b"}, len("😀"), list(reversed("abc")), list(enumerate("ab")))
