# Stripping, padding, replacing.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for s in ("  a b  ", "xxaxx", "", "\t\n x \r", "abcba", "--"):
    print([s.strip(), s.lstrip(), s.rstrip(), s.strip("x"), s.lstrip("ab"), s.rstrip("ab-"), s.strip(""), s.strip(None)])
for s in ("a", "", "abcdef", "-5", "+5", "é"):
    print([s.center(6), s.center(7, "*"), s.ljust(5, "."), s.rjust(5), s.zfill(5), s.ljust(0), s.center(-3), s.removeprefix("a"), s.removesuffix("f"), s.removeprefix("")])
for args in [("a", "b"), ("a", ""), ("", "-"), ("aa", "b"), ("x", "y"), ("a", "bb", 2), ("a", "b", 0), ("", "-", 2), ("a", "b", -1)]:
    print(args, "aaXaa".replace(*args), "".replace(*args))
print(["\ta\tb".expandtabs(), "\ta\tb".expandtabs(4), "a\nbc\td".expandtabs(3), "a\tb".expandtabs(0), "a\tb".expandtabs(tabsize=2)])
t(lambda: "a".center(5, "ab"))
t(lambda: "a".center(5, 1))
t(lambda: "a".center("5"))
t(lambda: "a".strip(1))
t(lambda: "a".replace("a"))
t(lambda: "a".replace(1, "b"))
t(lambda: "a".ljust(3, ""))
t(lambda: "a".zfill(1.5))
t(lambda: "a".removeprefix(1))
