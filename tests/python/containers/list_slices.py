# Slices of lists: read, assigned, deleted.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


base = list(range(10))
for s in (slice(None), slice(2, 5), slice(-3, None), slice(None, None, -1), slice(8, 2, -2), slice(5, 2), slice(0, 100, 3), slice(-100, 3), slice(None, -11, -1)):
    l = base[:]
    print(s, l[s], s.indices(10), end=" ")
    del l[s]
    print(l)
l = base[:]
l[2:4] = "abc"; print(l)
l[:0] = [0.5]; print(l)
l[-2:] = []; print(l)
l[::2] = range(len(l[::2])); print(l)
l[5:1] = ["x"]; print(l)
l[1:3] = l; print(l)
l[:] = (q for q in "xyz"); print(l)
l[::-1] = [1, 2, 3]; print(l)
for f in (lambda: l.__setitem__(slice(None, None, 2), [1]), lambda: l.__setitem__(slice(0, 1), 5), lambda: l.__setitem__(9, 1), lambda: l.__delitem__(9), lambda: l[::0], lambda: l["a":], lambda: l[1.5:], lambda: l.__setitem__("a", 1), lambda: l.__delitem__("a"), lambda: l.__delitem__(slice(0, 3, 0))):
    t(f)
class Odd:
    def __index__(self): return 1
print(l[Odd()], l[Odd():], l[: Odd()])
q = list(range(30))
for i in range(120):
    q[i % 20 : i % 20 + 2] = [i, i + 1, i + 2][: 2 + i % 2 * (len(q) < 30)]
    if len(q) > 25:
        del q[::5]
print(q)
