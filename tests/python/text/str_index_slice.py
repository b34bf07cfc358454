# Indexing and slicing text of all widths.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for s in ("", "a", "hello", "héllo", "h€llo", "h😀llo"):
    print([s[i:j] for i in (None, 0, 1, -2, 9) for j in (None, 3, -1, -9)], s[::-1], s[::2], s[-1:0:-2], s[3:1], s[1:4:3])
    for i in (0, -1, 4, 5, -6):
        t(lambda: s[i])
t(lambda: "abc"["a"])
t(lambda: "abc"[1.0])
t(lambda: "abc"[::0])
t(lambda: "abc"[None])
t(lambda: "abc"[1 << 80])
t(lambda: "abc"[: 1 << 80])
t(lambda: "abc"[-(1 << 80):])
def change():
    s = "abc"
    s[0] = "x"
def remove():
    s = "abc"
    del s[0]
t(change)
t(remove)
text, total = "abc€é😀" * 5, 0
for i in range(200):
    total = (total * 31 + ord(text[i % len(text)]) + len(text[i % 7 : i % 13])) % 1000003
print(total)
