# Tuples.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


p = (3, 1, 2, 1)
print(p.count(1), p.index(1), p.index(1, 2), len(p), p[0], p[-1], p[1:3], p[::-1], p + (4,), p * 2, 2 * (0,), 3 in p, 9 in p, p == (3, 1, 2, 1), p < (3, 2), () < (0,), (1,) == [1], hash((1, 2)) == hash((1, 2)), hash(()) == hash(()), tuple("ab"), tuple(), tuple([1]), (1,), ((),))
for f in (lambda: p.index(9), lambda: p[9], lambda: p["a"], lambda: p + [1], lambda: p * "a", lambda: hash(([],)), lambda: p < 5, lambda: tuple(5), lambda: p.__setitem__(0, 1), lambda: p.count(), lambda: tuple(a=1), lambda: (1,) * (1 << 62)):
    t(f)
def assign():
    p[0] = 1
def delete():
    del p[0]
def augment():
    q = ([],)
    try:
        q[0] += [1]
    except TypeError as e:
        return type(e).__name__, q
t(assign)
t(delete)
t(augment)
a, *b = p; print(a, b)
*a, b = p; print(a, b)
(a, (b, *c)), d = (1, (2, 3, 4)), 5; print(a, b, c, d)
class P(tuple):
    def __new__(cls, x, y): return super().__new__(cls, (x, y))
    x = property(lambda s: s[0])
q = P(1, 2); print(q, q.x, q == (1, 2), type(q + q), type(q[:]), len(q), isinstance(q, tuple))
s = 0
for i in range(200):
    u, v = divmod(i, 7)
    w = (u, v, i)
    s += w[0] * w[1] - w[-1] + len(w[1:])
print(s)
