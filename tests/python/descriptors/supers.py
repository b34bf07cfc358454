# super as an object: bound and unbound, subclasses, and objects that only say what their class is.
class A:
    def who(self):
        return "A"

    @classmethod
    def made(cls):
        return "A of " + cls.__name__


class B(A):
    def who(self):
        return "B" + super().who()

    @classmethod
    def made(cls):
        return "B then " + super().made()


class C(B):
    def who(self):
        return "C" + super(C, self).who()

    up = None


C.up = super(C)


def attempt(work):
    try:
        print(work())
    except Exception as e:
        print(type(e).__name__, e)


c = C()
print(c.who(), C.made(), c.up.who(), super(B, c).who(), super(B, C).made())
print(super(B, c), super(B), super(B, C))
s = super(B, c)
print(s.__thisclass__.__name__, s.__self__ is c, s.__self_class__.__name__, super(B).__self__)
print(s.__class__.__name__, type(s) is super)
total = 0
for n in range(150):
    total += len(super(C, c).who()) + len(c.up.who())
print(total)
attempt(lambda: super(B, c).missing)
attempt(lambda: super(B, 5))
attempt(lambda: super(5, c))
attempt(lambda: super(B).who)
attempt(lambda: super(1))


class Mine(super):
    pass


print(Mine(C, c).who(), type(Mine(C).__get__(c, C)).__name__, Mine(B).__get__(c).who())


class Proxy:
    def __init__(self, object):
        self.object = object

    def __getattribute__(self, name):
        return getattr(object.__getattribute__(self, "object"), name)


p = Proxy(c)
print(isinstance(p, C), isinstance(p, B), isinstance(p, Proxy), type(p).__name__, super(B, p).who.__name__)


class Abstract:
    def __init__(self, *bases):
        self.__bases__ = bases


class Instance:
    def __init__(self, cls):
        self.__class__ = cls

    __class__ = None


base = Abstract()
middle = Abstract(base)
low = Abstract(Abstract(), middle)
print(issubclass(low, base), issubclass(base, low), issubclass(low, (int, middle)))
attempt(lambda: isinstance(1, 2))
attempt(lambda: isinstance(1, (int, 2)))
attempt(lambda: isinstance(1, (str, 2)))
attempt(lambda: issubclass(1, int))
attempt(lambda: issubclass(int, 1))
attempt(lambda: issubclass(int, (str, int | None)))
