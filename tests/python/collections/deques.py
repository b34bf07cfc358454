# deque: all methods, bounds, errors.
from collections import deque

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)
d = deque([1, 2, 3])
d.append(4); d.appendleft(0); d.extend("ab"); d.extendleft([8, 9])
print(d, len(d), d.pop(), d.popleft(), d[0], d[-1], d[3])
d.rotate(2); print(d)
d.rotate(-3); print(d)
d.rotate(); d.rotate(100); d.rotate(0); print(d)
d.reverse(); print(d, d.count(1), d.index(2), 3 in d, "z" in d)
d.insert(2, "new"); d.insert(-1, "last"); d.insert(100, "end"); d.insert(-100, "begin"); print(d)
d.remove("new"); del d[0]; d[1] = "set"; print(d)
b = deque(range(10), maxlen=3)
print(b, b.maxlen, d.maxlen, b.append(10), b, b.appendleft(0), b)
b.extend("xyz12"); print(b)
b.extendleft("abcd"); print(b, deque("abc", 0), deque(maxlen=2), deque([1], maxlen=None))
z = deque("abc", 0); z.append(1); z.appendleft(2); z.extend("q"); print(z)
for f, args in ((deque().pop, ()), (deque().popleft, ()), (d.remove, ("zz",)), (d.index, ("zz",)), (b.insert, (0, 1)),
                (d.rotate, ("a",)), (d.index, (1, 3, 4)), (deque, (5,)), (deque, ([], -1)), (deque, ([], "a")), (deque, ([], 1, 2)),
                (d.__getitem__, (50,)), (lambda: d["a"], ()), (d.__delitem__, (-50,)), (d.__setitem__, (50, 1)), (hash, (d,)), (d.pop, (1,)), (d.append, ())):
    show(f, *args)
show(lambda: d + [1])
show(lambda: d < [1])
show(lambda: setattr(d, "maxlen", 3))
show(lambda: setattr(d, "x", 3))
print(deque([1]) + deque([2, 3]), deque([1, 2]) * 2, 2 * deque("a"), deque([1, 2, 3], 4) * 3, deque([1]) * 0, deque([1]) * -1)
e = deque([1]); e += [2]; e *= 2; print(e); e *= 0; print(e)
show(lambda: deque([1]) * "a")
print(deque([1, 2]) == deque([1, 2]), deque([1]) == [1], deque([1, 2]) < deque([1, 3]), deque() < deque([1]), deque([2]) >= deque([1, 5]))
c = d.copy(); print(c == d, c is d, b.copy().maxlen, list(reversed(deque("abc"))), [*iter(deque("xy"))])
r = deque([1]); r.append(r); print(r)
s = deque([1, 2]); s.extend(s); s.extendleft(s); print(s)
print(list(deque(range(40)))[::5], deque(deque([1, 2])), bool(deque()), deque([3, 1, 2]).clear(), sorted(deque([3, 1, 2])))
class Sub(deque):
    def __init__(self, *args):
        super().__init__(*args)
        self.note = 1
u = Sub([1, 2]); u.append(3)
print(u, u.copy(), type(u.copy()).__name__, u.note, u + deque([4]), isinstance(u, deque), type(d))
match deque([1, 2]):
    case [x, y]:
        print("matched", x, y)
q, total = deque([0]), 0
for i in range(40):
    q.append(i)
    if len(q) > 5:
        total += q.popleft() * 2
    q.rotate(1)
print(total, q)
