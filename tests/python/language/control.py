# Statements and expressions of all kinds.
x = 5
if x > 3 and not x == 4 or False:
    print("yes")
elif x:
    print("no")
print("a" if x else "b", 1 < x < 10, 1 < x < 3, x is None, x is not None, not x)
while x:
    x -= 1
    if x == 2:
        continue
    if x == 1:
        break
else:
    print("never")
print(x)
a = b = [1]
a += [2]
print(a, b, a is b)
(c, d), *e = (1, 2), 3, 4
print(c, d, e)
if (n := len(e)) > 1:
    print("walrus", n)
print([y for y in range(10) if y % 2 if y > 3], {y % 3 for y in range(9)}, [[i for i in range(j)] for j in range(3)])
def f():
    global g
    g = 10
f()
print(g)
match [1, 2, {"k": 3}]:
    case []:
        print("empty")
    case [a, b, {"k": v}] if v > 2:
        print("matched", a, b, v)
match 42:
    case 1 | 2:
        print("small")
    case int(z):
        print("int", z)
name, value = "pi", 3.14159
print(f"{name!r:>6} = {value:.2f} {value:8.3f}| {x=}")
print("%s is %d years and %.1f%%" % ("Bob", 42, 99.5), "{} {k}".format(1, k=2))
assert True
try:
    assert 1 == 2, "message"
except AssertionError as error:
    print("assertion:", error)
lst = [1, 2, 3]
lst[0], lst[2] = lst[2], lst[0]
print(lst)
del lst[1]
print(lst, bool([]), bool("x"))
print(1 if [] else 2, [] or "default", 0 and 1)
for i in range(3):
    pass
print(i, __name__)
print(0x10, 0b11, 0o17, 1_000, 1e3, 5j * 2, "tab\there", r"raw\n", b"bytes"[0])
