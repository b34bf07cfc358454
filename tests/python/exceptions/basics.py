# Raising, catching, finally, chaining.
def risky(i):
    if i % 3 == 0:
        raise ValueError("three", i)
    if i % 5 == 0:
        raise KeyError(i)
    return i

caught = 0
for i in range(300):
    try:
        caught += risky(i)
    except ValueError as e:
        caught += e.args[1] * 2
    except (KeyError, IndexError):
        caught += 1000
    finally:
        caught += 1
print(caught)

def order():
    try:
        print("try")
        return "result"
    finally:
        print("finally")
print(order())

try:
    try:
        {}["missing"]
    except KeyError as e:
        raise RuntimeError("outer") from e
except RuntimeError as e:
    print(repr(e), repr(e.__cause__), e.__context__ is e.__cause__)

class Custom(Exception):
    def __init__(self, code):
        super().__init__(f"code {code}")
        self.code = code
try:
    raise Custom(5)
except Custom as e:
    print(e, e.code, isinstance(e, Exception))

def nested():
    for i in range(3):
        try:
            if i == 1:
                continue
            if i == 2:
                break
        finally:
            print("cleanup", i)
nested()
for bad in (lambda: 1 / 0, lambda: [][0], lambda: {}[1], lambda: "a" + 1, lambda: undefined, lambda: int("x"), lambda: None.x):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
class Manager:
    def __enter__(self):
        print("enter")
        return self
    def __exit__(self, ty, value, tb):
        print("exit", ty and ty.__name__)
        return ty is ValueError
with Manager() as m:
    pass
with Manager():
    raise ValueError("swallowed")
try:
    with Manager():
        raise TypeError("not swallowed")
except TypeError as e:
    print(e)
