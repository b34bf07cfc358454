# All kinds of parameters and ways to pass them.
def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw

print(f(1, c=3))
print(f(1, 5, 6, 7, c=3, d=8, e=9))
print(f(*[1, 2, 3], **{"c": 4, "z": 5}))
def g(x, /, y, *, z):
    return x + y + z
print(g(1, y=2, z=3))
for call in (lambda: f(), lambda: f(1), lambda: g(1, 2), lambda: g(x=1, y=2, z=3), lambda: g(1, 2, 3, z=4), lambda: f(1, c=1, a=2)):
    try:
        print(call())
    except TypeError as e:
        print("TypeError:", e)
def counter():
    n = 0
    def step(by=1):
        nonlocal n
        n += by
        return n
    return step
c = counter()
print([c() for _ in range(5)], c(10))
def default(x, acc=[]):
    acc.append(x)
    return acc
print(default(1), default(2))
compose = lambda *fs: (lambda x: x if not fs else compose(*fs[:-1])(fs[-1](x)))
print(compose(lambda x: x + 1, lambda x: x * 10)(4))
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(18))
def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)
print(deep(500))
try:
    deep(100000)
except RecursionError as e:
    print("RecursionError")
