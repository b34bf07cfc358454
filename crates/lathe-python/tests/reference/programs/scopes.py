def counter():
    n = 0
    def inc(by=1):
        nonlocal n
        n += by
        return n
    def get(): return n
    return inc, get
i, g = counter(); i(); i(5); print(g())
fs = [lambda: x for x in range(3)]; print([f() for f in fs])
def make():
    fs = []
    for i in range(3):
        def f(i=i): return i
        fs.append(f)
    return [f() for f in fs]
print(make())
x = "global"
def f():
    x = "f"
    class C:
        y = x
        x = "C"
        def m(self): return x
        z = [x for _ in range(1)]
    return C.y, C.x, C().m(), C.z
print(f()) if False else None
def f2():
    x = "f"
    class C:
        y = x
        def m(self): return x
        z = [x for _ in range(2)]
    return C.y, C().m(), C.z
print(f2())
class D:
    a = 1
    b = [a for _ in range(a)] if False else a
    c = [i for i in range(a + 1)]
print(D.b, D.c)
def comp(x):
    y = [x for x in x]
    z = {x: [x for x in range(x)] for x in y}
    return x, y, z
print(comp([1, 2]))
def nested_comp(m): return [y for row in m if row for y in row if y % 2]
print(nested_comp([[1, 2, 3], [], [4, 5]]))
def cells(x):
    def g(): return x
    x = x + 1
    try:
        del x
        g()
    except NameError as e:
        print(type(e).__name__, e)
    x = 9
    return g()
print(cells(1))
def glob():
    global newname
    newname = [q := 3, q + 1]
    return q
print(glob(), newname)
def locals_after_del():
    a = 1
    del a
    try:
        a
    except UnboundLocalError as e:
        print(e)
locals_after_del()
def deep():
    a = 1
    def b():
        def c():
            def d():
                nonlocal a
                a += 1
                return a
            return d
        return c
    return b()()() + a
print(deep())
def gen_closure(xs, n): return list(x * n for x in xs if x != n)
print(gen_closure([1, 2, 3], 2))
def wal(xs): return [last := x for x in xs], last
print(wal([1, 2]))
print([(lambda: k)() for k in range(3)], [[j for j in range(i)] for i in range(3)], {k: v for k, v in zip("ab", [1, 2])}, {c for c in "aab"} == {"a", "b"})
def defaults(a, b=[]): b.append(a); return b
defaults(1); print(defaults(2))
def kinds(a, b=2, /, c=3, *args, d, e=5, **kw): return a, b, c, args, d, e, kw
print(kinds(1, d=4), kinds(1, 2, 3, 4, 5, d=6, e=7, f=8, a=9))
for bad in [lambda: kinds(), lambda: kinds(1), lambda: (lambda: 0)(1)]:
    try: bad()
    except TypeError: print("TypeError")
