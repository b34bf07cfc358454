# namedtuple.
from collections import namedtuple

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)
Point = namedtuple("Point", ["x", "y"])
p = Point(1, y=2)
print(p, p.x, p.y, p[0], p[-1], len(p), tuple(p), p == (1, 2), p._fields, hash(p) == hash((1, 2)), Point.__name__, Point.__doc__)
x, y = p
print(x, y, p._replace(y=5), p._asdict(), Point._make([7, 8]), Point._make(range(2)), p + (3,), max(p), p.index(2), p < Point(1, 3))
print(Point.__slots__, Point.__match_args__, Point._field_defaults, Point.__module__, isinstance(p, tuple), Point.x.__doc__)
for args in ((), (1,), (1, 2, 3)):
    show(Point, *args)
show(Point, 1, z=2)
show(Point, 1, 2, x=3)
show(Point._make, [1])
show(setattr, p, "x", 5)
show(setattr, p, "other", 5)
show(delattr, p, "x")
show(lambda: p.z)
try:
    p._replace(z=1)
except (TypeError, ValueError) as e:
    print(e)
D = namedtuple("D", "a, b c", defaults=[10, 20])
print(D(1), D(1, 2), D(1, c=3), D._field_defaults, D.__new__.__defaults__)
show(D)
R = namedtuple("R", "def x x _y 1z ok", rename=True)
print(R._fields, R(1, 2, 3, 4, 5, 6))
Empty, One = namedtuple("Empty", ""), namedtuple("One", "only")
print(Empty(), One(5), One(5).only, Empty._fields)
for name, fields, more in (("class", "a", {}), ("A", "class", {}), ("A", "a a", {}), ("A", "_a", {}), ("1A", "a", {}), ("A", "a-b", {}), ("A", "a", {"defaults": [1, 2]})):
    show(namedtuple, name, fields, **more)
show(namedtuple, "A", 5)
class Vector(namedtuple("Vector", "x y")):
    __slots__ = ()
    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)
    @property
    def norm(self):
        return self.x * self.x + self.y * self.y
    def __str__(self):
        return f"<{self.x}, {self.y}>"
v = Vector(1, 2) + Vector(3, 4)
print(v, repr(v), v.norm, v._replace(x=0), type(v._replace(x=0)).__name__, Vector.__mro__[1].__name__)
print(sorted([Point(2, 1), Point(1, 5)]), {p: 1}[(1, 2)], [*p], "%s-%s" % p, Point(*p), Point(**p._asdict()))
match p:
    case Point(x=1, y=value):
        print("matched", value)
match p:
    case Point(a, b):
        print(a, b)
M = namedtuple("M", "a", module="some.where")
print(M.__module__, repr(M), Point.__qualname__, Point.__new__.__qualname__, p.__getnewargs__())
total = 0
q = Point(0, 1)
for i in range(40):
    q = Point(q.y % 1000, q.x + i)
    total += q.x - q[1]
print(total, q)
