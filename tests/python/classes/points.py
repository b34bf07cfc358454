# Objects that are made and forgotten, methods, operators, inheritance.
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Point(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __repr__(self):
        return f"Point({self.x}, {self.y})"

    @property
    def length2(self):
        return self.x * self.x + self.y * self.y

    @staticmethod
    def origin():
        return Point(0, 0)

    @classmethod
    def named(cls, name):
        p = cls(1, 2)
        p.name = name
        return p

class Point3(Point):
    def __init__(self, x, y, z=5):
        super().__init__(x, y)
        self.z = z

    def __repr__(self):
        return super().__repr__() + f"^{self.z}"

p = Point.origin()
for i in range(500):
    p = p + Point(i, -i) * 2 + 1 * Point(1, 1)
print(p, p.length2, p == Point(0, 0))
print(Point3(1, 2), Point3.named("q").name, type(Point3.named("q")).__name__)
print([c.__name__ for c in Point3.__mro__])
try:
    p.nothing
except AttributeError as e:
    print(e)
del p.x
try:
    print(p.x)
except AttributeError as e:
    print(e)
p.__dict__["x"] = 7
print(p.x, sorted(p.__dict__))
Point.x2 = property(lambda self: 2 * self.x)
print(p.x2)

class Counter:
    count = 0
    def __init__(self):
        Counter.count += 1
for i in range(300):
    Counter()
print(Counter.count)

class Money:
    def __init__(self, n):
        self.n = n
    def __add__(self, other):
        if isinstance(other, Money):
            return Money(self.n + other.n)
        if isinstance(other, int) and other < 250:
            return Money(self.n + other)
        return NotImplemented
    def __mul__(self, other):
        return NotImplemented
    def __radd__(self, other):
        return Money(self.n + other)
total = Money(0)
try:
    for i in range(300):
        total = total + Money(i) + i
        total = 1 + total
except TypeError as e:
    print(total.n, e)
for bad in (lambda: total * total, lambda: total + "x", lambda: total * 3, lambda: total - total):
    try:
        print(bad())
    except TypeError as e:
        print(e)
