# Descriptors: __get__, __set__, __delete__, __set_name__, precedence.
class Log:
    def __init__(self, data=True):
        pass

    def __set_name__(self, owner, name):
        self.name = name
        print("set_name", owner.__name__, name)

    def __get__(self, obj, owner=None):
        return f"get {self.name} {obj is None} {owner.__name__}"


class Data(Log):
    def __set__(self, obj, value):
        print("set", self.name, value)
        obj.__dict__[self.name] = value

    def __delete__(self, obj):
        print("delete", self.name)


class OnlySet:
    def __set__(self, obj, value):
        obj.__dict__["only"] = value * 2


class C:
    plain = Log()
    data = Data()
    only = OnlySet()


c = C()
print(c.plain, C.plain, c.data, C.data)
c.plain = 5
print(c.plain, c.__dict__)
c.data = 6
print(c.data, c.__dict__["data"])
del c.data
c.only = 4
print(c.only, type(C.only).__name__)
try:
    del c.only
except AttributeError as e:
    print(type(e).__name__, e)


class Typed:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner):
        return self if obj is None else getattr(obj, self.name)

    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name[1:]} wants {self.kind.__name__}")
        setattr(obj, self.name, value)


class Point:
    x, y = Typed(int), Typed(int)

    def __init__(self, x, y):
        self.x, self.y = x, y


p = Point(3, 4)
p.x += 1
print(p.x * p.y, p.__dict__)
total = 0
for i in range(120):
    p = Point(i, i + 1)
    p.x += 1
    total += p.x * p.y
print(total)
try:
    Point(1, "2")
except TypeError as e:
    print(e)


class Lazy:
    def __init__(self, f):
        self.f, self.name = f, f.__name__

    def __get__(self, obj, owner):
        if obj is None:
            return self
        value = obj.__dict__[self.name] = self.f(obj)
        return value


class L:
    @Lazy
    def value(self):
        print("computed")
        return 42


l = L()
print(l.value, l.value, l.__dict__)


class P:
    def __init__(self):
        self._v = 1

    @property
    def v(self):
        "Doc."
        return self._v

    @v.setter
    def v(self, value):
        self._v = value * 10

    @v.deleter
    def v(self):
        self._v = None

    @property
    def readonly(self):
        return "r"


p = P()
p.v = 2
print(p.v, P.v.__doc__, type(P.v).__name__)
del p.v
print(p.v)
for f in (lambda: setattr(p, "readonly", 1), lambda: delattr(p, "readonly")):
    try:
        f()
    except AttributeError as e:
        print(e)


class Sub(P):
    @P.v.getter
    def v(self):
        return "sub"


print(Sub().v)


class Bad:
    @property
    def broken(self):
        return self.nothing

    def __getattr__(self, name):
        return "fallback " + name


print(Bad().broken)
f = P.__init__
print(f.__get__(p, P).__self__ is p, f.__get__(None, P) is f, P.__dict__["v"].__get__(None, P) is P.v)


class Error:
    def __set_name__(self, owner, name):
        raise ValueError("no name")


try:
    class E:
        e = Error()
except (ValueError, RuntimeError) as e:
    # 3.12 and later add a note instead of raising a RuntimeError from it.
    print(type(e.__cause__ or e).__name__)
