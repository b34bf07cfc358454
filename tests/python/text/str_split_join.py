# Splitting and joining.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for s in ("a b  c", " a ", "", "a,b,,c", ",", "one", "a\tb\nc", "aXbXc"):
    print(s.split(), s.split(","), s.split(None, 1), s.rsplit(None, 1), s.split(",", 1), s.rsplit(",", 1), s.split("X"), s.partition(","), s.rpartition(","))
for s in ("a\nb\r\nc\rd", "\n", "", "a\n", "x\x0by\x0cz\x1c\x85\u2028e", "no end"):
    print(s.splitlines(), s.splitlines(True), s.splitlines(keepends=False))
t(lambda: "a".split(""))
t(lambda: "a".partition(""))
t(lambda: "a".split(1))
t(lambda: "a b c".split(maxsplit=1))
t(lambda: "a-b-c".rsplit(sep="-", maxsplit=1))
t(lambda: "a,b".split(",", -5))
print("-".join("abc"), "".join([]), ",".join(("a",)), " ".join({"k": 1}), "x".join(str(i) for i in range(5)))
t(lambda: ",".join([1, "a"]))
t(lambda: ",".join(["a", None]))
t(lambda: ",".join(5))
t(lambda: "".join("a", "b"))
out = []
for i in range(120):
    out.append(",".join(str(i * i).split("1")))
print("".join(out)[:100])
