# Classes that get other bases, and resolution orders that a metaclass computes.
def attempt(work):
    try:
        print(work())
    except Exception as e:
        print(type(e).__name__, e)


class P1:
    r = 1


class P2:
    r = 2

    def late(self):
        return "late"


class Q(P1):
    pass


class R(Q):
    pass


def loop(r):
    total = 0
    for n in range(200):
        if n == 100:
            Q.__bases__ = (P2,)
        total += r.r
    return total


r = R()
print(loop(r), [c.__name__ for c in R.__mro__], P1.__subclasses__(), P2.__subclasses__() == [Q])
print(r.late(), isinstance(r, P2), isinstance(r, P1), issubclass(R, P2), Q.__base__.__name__)


def assign(cls, bases):
    cls.__bases__ = bases


for bases in [(), 1, (1,), (R,), (Q,), (bool,)]:
    attempt(lambda: assign(Q, bases))
attempt(lambda: assign(int, (object,)))


class A: pass
class B(A): pass
class C(A): pass
class D(B, C): pass


attempt(lambda: setattr(C, "__bases__", (P1, B)))
print([c.__name__ for c in D.__mro__], [c.__name__ for c in C.__mro__])
attempt(lambda: setattr(C, "__bases__", (B, P1)) or [c.__name__ for c in C.__mro__])


class Backwards(type):
    def mro(cls):
        return [cls] + list(reversed(type.mro(cls)[1:-1])) + [object]


class X: v = "x"
class Y(X): v = "y"
class Z(Y, metaclass=Backwards): pass


print([c.__name__ for c in Z.__mro__], Z.v, Z().v, [c.__name__ for c in type.mro(Z)])


class Wrong(type):
    answer = None

    def mro(cls):
        return Wrong.answer


for answer in [[1], [int], 5]:
    Wrong.answer = answer
    attempt(lambda: Wrong("W", (), {}))
attempt(lambda: type("T", (bool,), {}))
attempt(lambda: type("T", (1,), {}))
