# functools.lru_cache and cache.
from functools import lru_cache, cache

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

@lru_cache(maxsize=3)
def square(n):
    print("square", n)
    return n * n
print([square(n) for n in (1, 2, 3, 1, 4, 2, 1)])
print(square.cache_info(), square.cache_parameters(), square.__name__, square.__wrapped__(5))
square.cache_clear()
print(square.cache_info(), square(1))

@lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(30), fib.cache_info())

@cache
def anything(*args, **kwargs):
    return args, kwargs
print(anything(1), anything(1.0), anything(True), anything("1"), anything.cache_info())
print(anything(1, 2), anything((1, 2)), anything(a=1), anything(a=1), anything(a=1, b=2), anything(b=2, a=1))
print(anything.cache_info())
show(anything, [])
show(anything, {}, a=1)

@lru_cache(typed=True)
def typed(x, y=0):
    return type(x).__name__, type(y).__name__
print(typed(1), typed(1.0), typed(True), typed(1, y=1), typed(1, y=1.0), typed.cache_info())

@lru_cache(maxsize=0)
def never(x):
    return [x]
print(never(1) is never(1), never.cache_info())
@lru_cache(-5)
def negative(x):
    return x
print(negative(1), negative.cache_info())
show(lru_cache, "abc")
show(lru_cache(3), 5)
show(square)

class Point:
    def __init__(self, x):
        self.x = x
    @lru_cache(maxsize=None)
    def double(self, k=2):
        return self.x * k
    @staticmethod
    @cache
    def static(n):
        return [n]
p = Point(4)
print(p.double(), p.double(), p.double(k=3), Point.double.cache_info(), Point.static(1) is p.static(1))

@lru_cache(maxsize=2)
def recursive(n):
    if n > 0:
        recursive(n - 1)
        recursive(n - 2 if n > 1 else 0)
    return n
print(recursive(6), recursive.cache_info())

@lru_cache(maxsize=4)
def failing(n):
    if n % 2:
        raise ValueError(n)
    return n
for n in (1, 2, 1, 2):
    show(failing, n)
print(failing.cache_info())

class Key:
    def __init__(self, n):
        self.n = n
    def __hash__(self):
        return 1
    def __eq__(self, other):
        if self.n == 2:
            square.cache_clear()
            keyed.cache_clear()
        return self.n == other.n
@lru_cache(maxsize=2)
def keyed(k):
    return k.n
print([keyed(Key(n)) for n in (0, 1, 2, 0, 1, 2, 2)])

total = 0
for i in range(40):
    total += fib(i % 31) % 7 + square.__wrapped__.__code__.co_argcount * 0
    total += typed(i % 5)[0] == "int"
print(total)
