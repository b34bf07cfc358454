# functools.partial: arguments, attributes, reprs, errors.
from functools import partial, partialmethod

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

def f(*args, **kwargs):
    return args, kwargs
p = partial(f, 1, 2, a=3)
print(p(), p(4), p(4, b=5), p(a=9), p.func is f, p.args, p.keywords)
q = partial(p, 10, a=7, c=8)
print(q.func is f, q.args, q.keywords, q(0, c=1))
print(partial(int, base=2)("101"), partial(max, 5)(3, 9), list(map(partial(pow, 2), range(5))))
print(repr(partial(int, "1", base=2)), partial(print).args, partial(print).keywords)
show(partial)
show(partial, 3)
show(partial(int, base=2))
show(partial(f), 1)
show(lambda: partial(f)(**{"x": 1}))
p.note = "attribute"
print(p.note, p.__dict__)
print(partial(p, 5).func is p)
show(setattr, p, "func", 3) if False else None
r = partial(f, [])
r.args[0].append(r)
print(repr(partial(len, [1, 2])), callable(r))
class Sub(partial):
    pass
print(Sub(len, "abc")(), isinstance(Sub(len), partial), repr(Sub(len))[-28:])
print(sorted(["b", "A", "c"], key=partial(lambda flag, s: s.lower() if flag else s, True)))

class Cell:
    def __init__(self):
        self.alive = False
    def set_state(self, state, *more, **named):
        self.alive = state, more, named
        return self.alive
    on = partialmethod(set_state, True)
    off = partialmethod(set_state, False, 1, k=2)
    again = partialmethod(off, 5, j=3)
    @classmethod
    def make(cls, *args):
        return cls.__name__, args
    made = partialmethod(make, 1)
    @staticmethod
    def plain(*args):
        return args
    plainly = partialmethod(plain, "p")
c = Cell()
print(c.on(), c.off(), c.off(7, k=8), c.again(), Cell.on(c, 3), c.made(2), Cell.made(), c.plainly(3))
show(lambda: partialmethod(3))

def add(a, b, c=0):
    return a + b + c
total = 0
inc = partial(add, 1)
both = partial(inc, c=2)
for i in range(40):
    total += inc(i) + both(i) + both(i, c=i)
print(total)
