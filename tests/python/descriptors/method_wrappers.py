# Static and class methods as objects; methods of builtin types called with the wrong object.
class A:
    @staticmethod
    def s(a, b=2):
        "static"
        return a + b

    @classmethod
    def c(cls, *args):
        "class"
        return cls.__name__, args


def attempt(work):
    try:
        print(work())
    except Exception as e:
        print(type(e).__name__, e)


s, c = A.__dict__["s"], A.__dict__["c"]
print(s.__name__, s.__qualname__, s.__doc__, s.__module__, s.__wrapped__ is A.s, s(1))
print(c.__name__, c.__qualname__, c.__doc__, c.__module__, c.__func__.__name__)
print(repr(s)[:27], repr(c)[:27])
s.extra = 5
print(s.extra, s.__dict__["extra"], s.__isabstractmethod__)
attempt(lambda: c())
attempt(lambda: c.missing)
total = 0
for n in range(150):
    total += A.s(n) + A().s(n, 1) + len(A.c(n)[1])
print(total)


class Sub(classmethod):
    pass


class B:
    f = Sub(lambda cls, n: (cls.__name__, n))
    g = staticmethod(len)
    h = classmethod(len)


print(B.f(1), B().f(2), B.g("abc"), B().g([1]))
attempt(lambda: B.h())
attempt(lambda: staticmethod())
attempt(lambda: classmethod(1, 2))
attempt(lambda: list.append(5, 1))
attempt(lambda: list.append())
attempt(lambda: list.append.__get__(5))
attempt(lambda: list.__len__("abc"))
attempt(lambda: list.__len__())
attempt(lambda: str.upper(b"a"))
attempt(lambda: dict.get([], 1))
attempt(lambda: type.__dict__["__mro__"].__get__(5))
attempt(lambda: int.__dict__["real"].__get__("x"))
attempt(lambda: str.__dict__["join"].__get__(",")(["a", "b"]))


class L:
    append = list.append


attempt(lambda: L().append(1))
