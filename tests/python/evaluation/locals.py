# Variables as mappings: locals(), vars(), dir(), globals().
top = 1
print(globals() is locals(), locals() is vars(), globals()["top"], "top" in dir())


def variables(a, b=2, *args, c=3, **more):
    d = a + b
    if a > 100:
        never = 1
    return locals()


print(variables(1), variables(1, 5, 6, c=7, z=8))


def closure():
    captured, plain = 1, 2

    def inner(x):
        y = captured + x
        return sorted(locals().items()), dir(), sorted(vars().items())

    captured += 10
    return inner(5), sorted(k for k in locals())


print(closure())


def deleted():
    x = 1
    y = 2
    del x
    return locals()


print(deleted())


def looping(n):
    total = 0
    for i in range(n):
        total += i
        if i % 60 == 0:
            print(sorted(locals().items()))
    return total


print(looping(130))


class Body:
    one = 1
    names = sorted(name for name in locals() if name[0] != "_")
    two = 2
    print(sorted(name for name in dir() if name[0] != "_"), locals() is vars())


print(Body.names)


class Slots:
    __slots__ = ("s",)


class Plain:
    def __init__(self):
        self.x = 1


print(vars(Plain()), vars(Plain)["__init__"].__name__, type(vars(Plain)).__name__)
for thing in [Slots(), 3, None]:
    try:
        print(vars(thing))
    except TypeError as e:
        print(e)


class Dir:
    def __dir__(self):
        return ["b", "a", "c"]


print(dir(Dir()), "x" in dir(Plain()), "__init__" in dir(Plain), [n for n in dir(3) if n == "bit_length"])
globals()["made"] = "by hand"
print(made)
locals()["again"] = 5
print(again)


def generator():
    a = 1
    yield dict(locals())
    b = 2
    yield sorted(locals())


print(list(generator()))
print((lambda p, q=1: locals())(5))
