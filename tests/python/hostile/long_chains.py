"""Long chains of exceptions, of links and of classes."""
import sys


def chain(n):
    error = None
    for i in range(n):
        new = ValueError(i)
        new.__context__ = error
        error = new
    return error


error = chain(20_000)
depth = 0
while error is not None:
    depth += 1
    error = error.__context__
print(depth)


def raising(n):
    last = None
    for i in range(n):
        try:
            raise ValueError(i) from last
        except ValueError as caught:
            last = caught
    return last


last = raising(300)
print(last, last.__cause__)

cls = object
for i in range(150):
    cls = type(f"C{i}", (cls,), {"__init__": lambda self: None, f"m{i}": lambda self, i=i: i})
instance = cls()
print(len(cls.__mro__), instance.m0(), instance.m149(), isinstance(instance, cls.__mro__[-2]))


class Link:
    def __init__(self, next):
        self.next = next

    def __del__(self):
        global gone
        gone += 1


gone = 0
link = None
for i in range(500):
    link = Link(link)
link = None
import gc
for _ in range(5):
    gc.collect()
# Something on a stack may keep a part of the chain.
print(gone > 100)
f = lambda: 0
for i in range(300):
    f = lambda g=f: g()
print(f())
