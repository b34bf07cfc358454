# wraps, update_wrapper, total_ordering, cached_property.
import functools
from functools import wraps, update_wrapper, total_ordering, cached_property

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

def logged(function):
    @wraps(function)
    def wrapper(*args):
        """The wrapper's text."""
        return ("called", function(*args))
    return wrapper
@logged
def double(x: int) -> int:
    """Twice x."""
    return 2 * x
print(double(4), double.__name__, double.__qualname__, double.__doc__, double.__module__, double.__wrapped__(3))
def plain():
    pass
plain.mark = [1]
def other():
    "other"
update_wrapper(other, plain)
print(other.__name__, other.__doc__, other.mark is plain.mark, other.__wrapped__ is plain)
update_wrapper(other, double, assigned=("__doc__",), updated=())
print(other.__name__, other.__doc__)
show(update_wrapper, 3, plain)
print(update_wrapper(lambda: 1, 5).__name__, functools.WRAPPER_UPDATES)

@total_ordering
class Version:
    def __init__(self, n):
        self.n = n
    def __eq__(self, other):
        return self.n == other.n if isinstance(other, Version) else NotImplemented
    def __lt__(self, other):
        return self.n < other.n if isinstance(other, Version) else NotImplemented
    __hash__ = None
a, b = Version(1), Version(2)
print(a < b, a <= b, a > b, a >= b, a <= Version(1), a >= Version(1), max(a, b).n)
show(lambda: a <= 3)
show(lambda: a > "x")
for root in ("__le__", "__gt__", "__ge__"):
    symbols = {"__le__": lambda x, y: x.n <= y.n, "__gt__": lambda x, y: x.n > y.n, "__ge__": lambda x, y: x.n >= y.n}
    C = type("C", (), {"__init__": Version.__init__, "__eq__": lambda x, y: x.n == y.n, root: symbols[root]})
    C = total_ordering(C)
    print(root, [(x, y, C(x) < C(y), C(x) <= C(y), C(x) > C(y), C(x) >= C(y)) for x, y in ((1, 1), (1, 2), (2, 1))])
show(total_ordering, type("Nothing", (), {}))

class Circle:
    def __init__(self, r):
        self.r = r
    @cached_property
    def area(self):
        """The area."""
        print("computing")
        return self.r ** 2
c = Circle(3)
print(c.area, c.area, c.__dict__, Circle.area.__doc__, Circle.area.attrname)
c.area = 5
print(c.area)
del c.area
print(c.area)
class Slotted:
    __slots__ = ("r",)
    @cached_property
    def area(self):
        return 1
show(lambda: Slotted().area)
loose = cached_property(lambda self: 1)
class Late:
    pass
Late.loose = loose
show(lambda: Late().loose)

count = 0
for i in range(40):
    v = Version(i % 7)
    if v >= a and not v > b:
        count += Circle.area.func is not None
print(count)
