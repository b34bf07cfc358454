# Names that are not bound.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


def local_before():
    x
    x = 1
def deleted():
    y = 1
    del y
    return y
def outer():
    def inner(): return z
    r = inner()
    z = 1
    return r
def glob():
    global nothing
    return nothing
def del_glob():
    global g
    g = 1
    del g
    return g
def nonloc():
    c = 0
    def inc():
        nonlocal c
        c += 1
        return c
    return [inc(), inc(), c]
def comp():
    q = "outer"
    l = [q for q in range(3)]
    return q, l
def except_name():
    try: 1 / 0
    except ZeroDivisionError as ex: pass
    return ex
for f in (local_before, deleted, outer, glob, del_glob, nonloc, comp, except_name):
    t(f)
class K:
    a = 1
    b = [a for _ in range(2)] if False else a + 1
    def m(self): return a
t(lambda: (K.b, K().m()))
fs = [lambda: i for i in range(3)]
gs = [lambda i=i: i for i in range(3)]
print([f() for f in fs], [g() for g in gs])
total = 0
def add(n):
    global total
    total += n
    return lambda: total * n
hs = [add(i) for i in range(100)]
print(total, hs[3](), sum(h() for h in hs))
