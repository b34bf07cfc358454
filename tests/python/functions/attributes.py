# What functions and methods have.
def f(a, b=2, *, c=3):
    "Text."
    return a, b, c


print(f.__name__, f.__qualname__, f.__module__, f.__doc__, f.__defaults__, f.__kwdefaults__, f.__closure__, f.__dict__)
print(f.__globals__ is globals(), f.__code__.co_name, callable(f), type(f).__name__)
f.__defaults__ = (10, 20)
print(f(), f(1))
f.__defaults__ = None
try:
    f(1)
except TypeError as e:
    print(e)
f.__kwdefaults__ = {"c": 33}
print(f(1, 2))
f.__kwdefaults__ = None
try:
    f(1, 2)
except TypeError as e:
    print(e)
f.__name__, f.__qualname__, f.__doc__, f.__module__ = "g", "Outer.g", None, "elsewhere"
print(f.__name__, f.__qualname__, f.__doc__, f.__module__, repr(f).startswith("<function Outer.g at 0x"))
f.x, f.y = 1, [2]
print(f.x, f.__dict__, vars(f), hasattr(f, "z"))
del f.x
print(f.__dict__)
f.__dict__ = {"new": 1}
print(f.new)
for name, value in [("__name__", 3), ("__qualname__", None), ("__defaults__", [1]), ("__kwdefaults__", 1), ("__code__", 1), ("__dict__", 1), ("__globals__", {}), ("__closure__", ())]:
    try:
        setattr(f, name, value)
        print("set", name)
    except (TypeError, AttributeError) as e:
        print(name, type(e).__name__)


def outer(n):
    def inner():
        return n

    return inner


i = outer(5)
print(i.__qualname__, i.__closure__[0].cell_contents, i.__code__.co_freevars, type(i.__closure__[0]).__name__)
i.__closure__[0].cell_contents = 9
print(i())


class C:
    def method(self, x=1):
        "Method."
        return x

    @staticmethod
    def static():
        "Static."

    @classmethod
    def cls(cls):
        return cls


c = C()
m = c.method
print(m.__self__ is c, m.__func__ is C.method, m.__name__, m.__qualname__, m.__doc__, m.__defaults__, m == c.method, m is c.method)
print(C.cls.__self__ is C, C.static.__qualname__, C.method.__qualname__, hash(m) == hash(c.method), m.__module__)
try:
    m.x = 1
except AttributeError as e:
    print(e)
print((lambda: 0).__name__, (lambda: 0).__qualname__, len.__name__, [].append.__name__, len.__module__)


def counter(start, step=1):
    def bump(by=step):
        nonlocal start
        start += by
        return start

    return bump


total = 0
bump = counter(0)
for n in range(150):
    if n == 75:
        bump.__defaults__ = (10,)
    total += bump()
print(total, bump.__defaults__)
