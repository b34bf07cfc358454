# translate and maketrans.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


print("hello".translate({104: "H", 101: None, 108: "LL", 111: 48}), "abc".translate(str.maketrans("ab", "xy")), "abc".translate(str.maketrans("ab", "xy", "c")))
print(str.maketrans({"a": 1, "b": None, 99: "z"}), str.maketrans("", ""), "a€".translate({8364: "E"}))
class Table:
    def __getitem__(self, n):
        if n == 97: raise LookupError
        return n + 1 if n < 110 else "<>"
print("abcxyz".translate(Table()))
t(lambda: str.maketrans("a", "bc"))
t(lambda: str.maketrans(1))
t(lambda: "a".translate({97: 3.5}))
t(lambda: "a".translate({97: -1}))
t(lambda: "a".translate({97: 0x110000}))
t(lambda: "a".translate(None))
t(lambda: "abc".translate("xyz" * 50))
t(lambda: "abc".translate([]))
