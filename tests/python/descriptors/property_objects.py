# Properties as objects: documentation, names, subclasses, and what they say when a part is missing.
class A:
    def __init__(self):
        self._x = 1

    @property
    def x(self):
        "the x"
        return self._x

    @x.setter
    def x(self, value):
        "not the documentation"
        self._x = value

    @x.deleter
    def x(self):
        del self._x

    y = property(lambda self: 2, doc="the y")
    z = property(None, lambda self, value: print("set", value))


def attempt(work):
    try:
        print(work())
    except Exception as e:
        print(type(e).__name__, e)


print(A.x.__doc__, A.y.__doc__, A.z.__doc__)
a = A()
for n in range(120):
    a.x = a.x + n
print(a.x, a.y)
del a.x
attempt(lambda: a.x)
attempt(lambda: a.z)
attempt(lambda: setattr(a, "y", 1))
attempt(lambda: delattr(a, "y"))
a.z = 5
print(A.x.__get__(None, A) is A.x, A.y.__get__(a), A.y.fget(a), A.y.fset, A.z.fget)
A.x.__set__(a, 9)
print(A.x.__get__(a))
A.x.__delete__(a)
attempt(lambda: A.x.__get__(a))
attempt(lambda: setattr(A.x, "fget", 1))


class Documented(property):
    "a kind of property"


class B:
    @Documented
    def p(self):
        "of p"
        return 7

    @p.setter
    def p(self, value):
        print("p =", value)

    @Documented
    def q(self):
        return 8


b = B()
b.p = 1
print(type(B.p).__name__, B.p.__doc__, b.p, B.q.__doc__, b.q)
attempt(lambda: setattr(b, "q", 1))
q = property()
print(q.fget, q.fset, q.fdel, q.__doc__, q.__isabstractmethod__)
q.__init__(lambda self: 1, doc="now")
print(q.__doc__, q.__get__(3))
q.__doc__ = "changed"
print(q.__doc__)
attempt(lambda: property.__get__(5, 6))
attempt(lambda: q.__set_name__(1))
q.__set_name__(A, "named")
attempt(lambda: q.__set__(a, 1))


class OnlySet:
    def __set__(self, object, value):
        object.__dict__["o"] = value * 2


class C:
    o = OnlySet()


c = C()
print(type(c.o).__name__)
c.o = 4
print(c.o)
