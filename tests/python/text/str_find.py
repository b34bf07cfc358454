# Searching in text.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


s = "abracadabra"
for sub in ("a", "abra", "x", "", "ra", "abracadabrax"):
    print(sub, s.find(sub), s.rfind(sub), s.count(sub), sub in s, s.find(sub, 3), s.find(sub, 3, 6), s.rfind(sub, 0, -2), s.count(sub, 2), s.startswith(sub), s.endswith(sub), s.find(sub, 50), s.find(sub, -3))
    t(lambda: s.index(sub))
    t(lambda: s.rindex(sub, 2, 9))
print(s.startswith(("x", "ab")), s.endswith(("x", "ra"), 2), s.startswith("ra", 2), s.startswith("", 11), s.startswith("", 12), s.endswith(()), s.find("a", None, None))
t(lambda: s.startswith(1))
t(lambda: s.startswith(("a", 1)))
t(lambda: s.startswith((1, "a")))
t(lambda: 1 in s)
t(lambda: s.find("a", "b"))
u = "añb€c😀d" * 3
print([u.find(c) for c in "a€😀dz"], u.rfind("😀"), u.count("€c"), u.index("d", 8))
