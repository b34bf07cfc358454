# `is`, and what is the same object.
a, b = [], []
print(a is a, a is b, a is not b, None is None, True is (1 == 1), () is (), ... is Ellipsis, type(a) is list, NotImplemented is NotImplemented)
c = a
c.append(1)
print(a, a is c, a == [1], a is [1])
def f(x=[]):
    x.append(1)
    return x
print(f() is f(), f())
class A: pass
o = A()
d = {o: 1}
print(d[o], o in d, A() in d, o == o, o != A(), id(o) == id(o), hash(o) == hash(o))
s = "abc"
t2 = s
print(s is t2, s[:] is s, tuple(()) is (), [s][0] is s)
n = 0
objs = [A() for _ in range(5)]
for i in range(200):
    if objs[i % 5] is objs[(i * 3) % 5]:
        n += 1
    if objs[i % 5] is None or objs[0] is not objs[0]:
        n += 1000
print(n)
