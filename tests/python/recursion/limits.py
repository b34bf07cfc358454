# The recursion limit: read, set, reached.
import sys

print(sys.getrecursionlimit())


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


print(depth(500))
try:
    depth(10**6)
except RecursionError as e:
    print(type(e).__name__, str(e)[:32])
sys.setrecursionlimit(3000)
print(sys.getrecursionlimit(), depth(2500))
sys.setrecursionlimit(200)
try:
    depth(250)
except RecursionError as e:
    print("too deep")
print(depth(100))
for bad in (0, -5, "x", 1.5):
    try:
        sys.setrecursionlimit(bad)
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)


def low():
    sys.setrecursionlimit(5)


def nested(n):
    if n:
        return nested(n - 1)
    try:
        low()
    except RecursionError as e:
        print("too low")


nested(20)
sys.setrecursionlimit(1000)


class A:
    def __getattr__(self, name):
        return getattr(self, name + "x")

    def __repr__(self):
        return repr(self)

    def __eq__(self, other):
        return self == other


for f in (lambda: A().x, lambda: repr(A()), lambda: A() == 1):
    try:
        f()
    except RecursionError as e:
        print("recursion")
x = []
x.append(x)
print(x)


def forever():
    try:
        forever()
    finally:
        counts[0] += 1


counts = [0]
try:
    forever()
except RecursionError:
    print(counts[0] > 500)


def generator(n):
    if n:
        yield from generator(n - 1)
    yield n


print(sum(generator(100)))
try:
    sum(generator(5000))
except RecursionError:
    print("generators, too")
try:
    raise KeyError("shown")
except KeyError as e:
    print(sys.exception() is e, sys.exc_info()[1] is e, sys.exc_info()[0].__name__)
print(sys.exception(), sys.exc_info())
