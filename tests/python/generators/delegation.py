# What is thrown into a generator goes to what it yields from.
def inner():
    try:
        yield 1
        yield 2
    except ValueError as e:
        print("inner caught", e)
        yield "recovered"
        return "inner result"
    finally:
        print("inner done")

def outer():
    result = yield from inner()
    print("outer got", result)
    try:
        yield from [10, 20]
    except KeyError as e:
        print("outer caught", repr(e))
    yield "end"

g = outer()
print(next(g), g.throw(ValueError("v")), next(g), g.throw(KeyError("k")), list(g))
g = outer()
next(g)
g.close()
g = outer()
next(g)
try:
    g.throw(TypeError("t"))
except TypeError as e:
    print("out of it", e)

class Iterator:
    def __iter__(self):
        return self
    def __next__(self):
        return "next"
    def throw(self, e):
        print("thrown", repr(e))
        raise StopIteration("result")
    def close(self):
        print("closed")

def delegate():
    return (yield from Iterator())

g = delegate()
print(next(g))
try:
    g.throw(ValueError("x"))
except StopIteration as e:
    print("value", e.value)
g = delegate()
next(g)
g.close()
