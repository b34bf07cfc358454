class A:
    """doc"""
    n = 0
    def __init__(self, x): self.x = x; A.n += 1
    def get(self): return self.x
    @property
    def double(self): return self.x * 2
    @double.setter
    def double(self, v): self.x = v // 2
    @classmethod
    def make(cls, *a): return cls(*a)
    @staticmethod
    def s(a, b=2): return a + b
    def __repr__(self): return f"{type(self).__name__}({self.x})"
    def __eq__(self, o): return isinstance(o, A) and self.x == o.x
    def __add__(self, o): return A(self.x + o.x)
    def __iadd__(self, o): self.x += o.x; return self
    def __getitem__(self, i): return (self.x, i)
    def __call__(self, *a, **k): return a, k
    def __contains__(self, i): return i == self.x
    def __len__(self): return 0
class B(A):
    def __init__(self, x, y):
        super().__init__(x)
        self.y = y
    def get(self): return super().get() + self.y
    def g2(self): return super(B, self).get(), super().double, [super(B, self).get() for _ in range(1)]
    def g3(self): s = super(); return s.get()
    def __private(self): return "private"
    def call(self): return self.__private()
    k = lambda self: __class__.__name__
a = A(3); b = B(4, 5)
print(a.get(), b.get(), b.g2(), b.g3(), b.call(), b.k(), a.double, A.make(7), B.s(1), a == A(3), a + b, A.__doc__, bool(a), 3 in a, a[1:2], a["k"], a(1, z=2))
a += b; print(a, A.n); a.double = 20; print(a.x); del a.x
try: a.x
except AttributeError as e: print(e)
print(B.__mro__ == (B, A, object), "_B__private" in dir(B), B.__qualname__, A.get.__qualname__)
class Meta(type):
    def __new__(m, name, bases, ns, **kw): c = super().__new__(m, name, bases, ns); c.kw = kw; return c
    def __init__(c, *a, **k): super().__init__(*a)
class C(metaclass=Meta, opt=1): pass
print(C.kw, type(C).__name__)
bases = (A,)
class D(*bases, **{}): 
    z = 1
    class E:
        w = 2
        def f(self): return D.z
    def __init_subclass__(cls, **k): print("sub", cls.__name__, k)
class F(D, q=2): pass
print(D.E.__qualname__, D.E().f())
def deco(tag):
    def wrap(f):
        def inner(*a): return tag, f(*a)
        return inner
    return wrap
@deco("x")
@deco("y")
def h(a): return a
print(h(1))
@lambda c: (c, 1)
class G: pass
print(G[1])
class Desc:
    def __set_name__(self, o, n): self.n = n
    def __get__(self, i, o): return self.n, i is None
class H: d = Desc()
print(H.d, H().d)
class Slots:
    __slots__ = ("a", "__b")
    def __init__(self): self.a = 1; self.__b = 2
print(Slots().a, Slots()._Slots__b)
def scope_class():
    v = 1
    class K:
        v2 = v
        def get(self): return v, __class__.v2
    return K().get()
print(scope_class())
class Counter:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        if self.n == 3: raise StopIteration
        self.n += 1
        return self.n
print(list(Counter()), [x for x in Counter()], max(Counter()))
for q in Counter():
    if q == 2: break
print(q)
