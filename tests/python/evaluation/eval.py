# Expressions from text, with globals and locals of one's own.
x = 5
print(eval("x + 1"), eval(" \tx*2 "), eval(b"x - 1"), eval("(1,\n2)"))
print(eval("a + b", {"a": 1, "b": 2}), eval("a", {"a": 1}, {"a": 9}), eval("a + x", {"x": 1}, {"a": 2}))

space = {"y": 3}
print(eval("y", space), "__builtins__" in space, sorted(k for k in space if k != "__builtins__"))
print(eval("len('abc') + y", {"y": 1}))


def inside(p, q=2):
    r = p + q
    return eval("p * q + r"), eval("p", {"p": "global"}), eval("r", globals(), {"r": "own"})


print(inside(4))


class Names(dict):
    def __missing__(self, key):
        return key.upper()


class Mapping:
    def __getitem__(self, key):
        if key == "gone":
            raise KeyError(key)
        return key * 2


print(eval("spam + eggs", {}, Names()), eval("ab", {}, Mapping()))
for source, args in [("gone", ({}, Mapping())), ("1", (3,)), ("1", ({}, 3)), (5, ()), ("nothing_here", ()), ("1/0", ())]:
    try:
        print(eval(source, *args))
    except Exception as e:
        print(type(e).__name__, e)

square = eval("lambda n: n * n + x")
print(square(3), square.__name__, [eval("i * 2") for i in range(3)])
total = 0
for i in range(150):
    total += eval("i * x")
print(total)
print(eval("[n for n in range(4) if n % 2]"), eval("{n: n * n for n in (1, 2)}"), eval("not None"))
print(eval(compile("x ** 2", "<text>", "eval")), eval("eval('x')"), eval("__name__"))
