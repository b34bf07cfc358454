# Statements from text: where the names go.
space = {}
exec("def f(n):\n    return n * k\nk = 3\nz = [f(i) for i in range(4)]", space)
print(space["z"], space["f"](10), sorted(k for k in space if k[0] != "_"))
print(exec("a = 1"), a)
exec("a += 1; b = a * 2")
print(a, b)

outer, inner = {"n": 1}, {}
exec("m = n + 1\nglobal g\ng = 7", outer, inner)
print(inner, outer["g"], "m" in outer)


def function(p):
    q = p
    exec("q = 99; print(sorted(locals()), p, q)")
    return q


print(function(1))


class Body:
    first = 1
    exec("second = first + 1")


print(Body.second)


class Log(dict):
    def __setitem__(self, key, value):
        print("set", key, value)
        super().__setitem__(key, value)

    def __getitem__(self, key):
        print("get", key)
        return super().__getitem__(key)


log = Log()
exec("v = 1\nw = v + 1\ndel v", {}, log)
print(log)
code = "total = 0\nfor i in range(200):\n    total += i % 7\n    if i % 50 == 0:\n        print(i, total)\n"
space = {}
exec(code, space)
local = {}
exec(code, {}, local)
print(space["total"], local["total"])
for args in [("1", 3), ("1", {}, 3), (5,), ("x = undefined_name",), ("del not_there",), ("raise KeyError('k')",)]:
    try:
        exec(*args)
    except Exception as e:
        print(type(e).__name__, e)
exec("""
class Point:
    def __init__(self, x):
        self.x = x
    def __repr__(self):
        return f'Point({self.x})'
points = [Point(i) for i in range(3)]
""", space)
print(space["points"], space["Point"].__qualname__)
exec("import math\nfrom math import floor as down", space)
print(space["down"](2.5), space["math"].__name__)
for i in range(120):
    exec("counter = i * 2", globals())
print(counter)
