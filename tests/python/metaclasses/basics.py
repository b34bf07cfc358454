# Metaclasses: order of things, __prepare__, __call__, inheritance, conflicts.
class Meta(type):
    def __new__(mcls, name, bases, namespace, **kw):
        print("new", name, [b.__name__ for b in bases], sorted(k for k in namespace if k[0] != "_"), kw)
        return super().__new__(mcls, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **kw):
        print("init", name, kw)
        super().__init__(name, bases, namespace)

    @classmethod
    def __prepare__(mcls, name, bases, **kw):
        print("prepare", name, kw)
        return {"injected": 1}

    def __call__(cls, *args, **kw):
        print("call", cls.__name__, args, kw)
        return super().__call__(*args, **kw)

    def __repr__(cls):
        return f"<Meta {cls.__name__}>"

    def __len__(cls):
        return 42

    def __getattr__(cls, name):
        return f"{name} of {cls.__name__}"

    def __contains__(cls, x):
        return x == 1

    def __iter__(cls):
        return iter("ab")

    @property
    def prop(cls):
        return "meta property"


class A(metaclass=Meta, option=1):
    x = 1

    def __init__(self, y):
        self.y = y


class B(A):
    pass


print(A, len(A), A.injected, A.missing, 1 in A, list(B), A.prop, type(B) is Meta, B(3).y)
print(isinstance(A, Meta), isinstance(A, type), A.__class__, type(A(1)))
try:
    A(1).missing
except AttributeError as e:
    print(e)
try:
    A(1).prop
except AttributeError as e:
    print(e)


class Other(type):
    pass


class C(metaclass=Other):
    pass


try:
    class D(A, C):
        pass
except TypeError as e:
    print(e)


def function(name, bases, namespace):
    return name, bases, sorted(k for k in namespace if k[0] != "_")


class E(metaclass=function):
    a = 1


print(E)
F = type("F", (A,), {"z": 3})
print(F, F.z)
G = type("G", (), {"hello": lambda self: "hi"})
print(G().hello(), G.__module__, G.__qualname__)


class Ordered(type):
    def __new__(mcls, name, bases, ns):
        cls = super().__new__(mcls, name, bases, dict(ns))
        cls.order = [k for k in ns if not k.startswith("_")]
        return cls


class H(metaclass=Ordered):
    z = 1
    a = 2

    def m(self):
        pass


print(H.order)


class Singleton(type):
    instances = {}

    def __call__(cls, *args):
        if cls not in Singleton.instances:
            Singleton.instances[cls] = super().__call__(*args)
        return Singleton.instances[cls]


class One(metaclass=Singleton):
    def __init__(self, v=0):
        self.v = v


first = One(5)
print(One(9) is first, One().v, sum(One().v for _ in range(120)))
for args in [("X", (int, str), {}), ("X", (3,), {}), (3, (), {}), ("X", (), 3), ("X",)]:
    try:
        print(type(*args))
    except TypeError as e:
        print("TypeError")
try:
    class Bool(bool):
        pass
except TypeError as e:
    print(e)


class NoCell(type):
    def __new__(mcls, name, bases, ns):
        print("__classcell__" in ns)
        return super().__new__(mcls, name, bases, ns)


class I(metaclass=NoCell):
    def f(self):
        return __class__


print(I().f() is I)
