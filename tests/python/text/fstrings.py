# f-strings of all forms.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


x, name, width, items = 3.14159, "World", 10, [1, 2, 3]
print(f"{x}", f"{x:.2f}", f"{x!r}", f"{name!r:>10}", f"{x:{width}.{2}f}|", f"{{}}", f"{{{x}}}", f"{name:*^{width}}", f"{x=}", f"{x = }", f"{x=:.1f}", f"{name=!s}", f"{1 + 1=}")
print(f"{items[0]} {items[-1]:>3} {len(items)} {'nested'} {items!s:>12} {[i * 2 for i in items]} {(lambda a: a + 1)(5)} {'a' if x > 3 else 'b'}")
print(f"a" "b" f"{1}" 'c', rf"\d{1}", f"""{
    x
    :.3f}""", f"{x:>{width}}", f"{name[0]}{name[1:]}", f"{ {'a': 1}['a'] }", f"{x!s:.4}", f"{True:d} {None} {...}")
class F:
    def __format__(self, spec): return f"<{spec}>"
    def __repr__(self): return "F()"
print(f"{F()} {F():abc} {F()!r} {F()!r:>6} {F():{'x' * 3}} {F()=} {F()=:y}")
t(lambda: f"{x:d}")
t(lambda: f"{name:+}")
t(lambda: f"{undefined}")
total = 0
for i in range(200):
    total += len(f"{i}:{i * i:>6}:{i / 3:.2f}:{name[i % 5]}")
print(total)
