# getattr, setattr, hasattr, delattr, isinstance, issubclass, type.
class A:
    x = 1
    def __init__(self): self.y = 2
class B(A):
    def __getattr__(self, name):
        if name.startswith("dyn"): return name.upper()
        raise AttributeError(f"no {name}")
a, b = A(), B()
print(getattr(a, "x"), getattr(a, "y"), getattr(a, "z", "default"), hasattr(a, "z"), getattr(b, "dynamic"), hasattr(b, "other"), setattr(a, "z", 5), a.z, delattr(a, "z"), hasattr(a, "z"), a.__dict__, B.__name__, type(b), type(b).__mro__, B.__bases__)
for f in (lambda: getattr(a, "q"), lambda: b.other, lambda: getattr(a, 5), lambda: setattr(a, 5, 1), lambda: delattr(a, "q"), lambda: (5).x, lambda: A.q, lambda: setattr(int, "x", 1), lambda: delattr(A, "q"), lambda: None.x, lambda: len.x, lambda: isinstance(1, 5), lambda: isinstance(1, (int, 5)), lambda: isinstance("a", (int, 5)), lambda: issubclass(1, int), lambda: issubclass(int, 5), lambda: getattr(a), lambda: a.x.y.z):
    try:
        print(f())
    except (AttributeError, TypeError) as e:
        print(type(e).__name__, e if "arg 2" not in str(e) else "")
print(isinstance(b, A), isinstance(1, (str, int)), isinstance(True, int), issubclass(B, A), issubclass(bool, (str, int)), isinstance(A, type), isinstance(1, object), type(1) is int, type(type), type(None), isinstance(1, int | str), issubclass(B, (int, (str, A))))
C = type("C", (A,), {"k": 5, "m": lambda self: self.k})
print(C().m(), C.__name__, C.x, C().y)
a.x = 10
print(a.x, A.x, A().x)
del a.x
print(a.x)
s = 0
for i in range(150):
    setattr(a, "n%d" % (i % 4), i)
    s += getattr(a, "n%d" % (i % 5), -1)
print(s)
