# Partials, caches and folds in loops that become hot.
from functools import partial, reduce, lru_cache, cmp_to_key, wraps, cached_property

def clamp(low, high, value):
    return low if value < low else high if value > high else value
byte = partial(clamp, 0, 255)
unit = partial(clamp, 0.0, high=1.0)

def total(n):
    out = 0
    for i in range(n):
        out += byte(i * 7 - 100)
        out += unit(value=i / 50)
    return out
print(total(60), total(60))

def counted(function):
    @wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)
    wrapper.calls = 0
    return wrapper
@counted
def power(base, exponent=2):
    return base ** exponent
print(sum(power(i) for i in range(40)) + sum(power(i, exponent=3) for i in range(20)), power.calls)

def fold(n):
    return reduce(lambda a, b: (a * 33 + b) & 0xFFFF, range(n), 5381)
print([fold(n) for n in range(0, 60, 13)])

@lru_cache(maxsize=None)
def collatz(n):
    return 0 if n == 1 else 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)
print(max((collatz(n), n) for n in range(1, 60)), collatz.cache_info().misses)

class Lazy:
    made = 0
    def __init__(self, n):
        self.n = n
    @cached_property
    def square(self):
        Lazy.made += 1
        return self.n * self.n
objects = [Lazy(i) for i in range(15)]
out = 0
for _ in range(4):
    for o in objects:
        out += o.square + o.n
print(out, Lazy.made)
print(sorted(range(20), key=cmp_to_key(lambda a, b: (a % 5 - b % 5) or b - a)))
