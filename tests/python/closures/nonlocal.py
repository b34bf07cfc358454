# Closures: cells, nonlocal, late binding.
def counter(start=0):
    count = start

    def up(by=1):
        nonlocal count
        count += by
        return count

    def reset():
        nonlocal count
        count = start

    return up, reset


up, reset = counter(5)
print(up(), up(10), reset(), up())
other, _ = counter()
print(other(), other(), up())
late = [lambda: i for i in range(3)]
early = [lambda i=i: i for i in range(3)]
print([f() for f in late], [f() for f in early])


def three():
    x = 1

    def two():
        nonlocal x
        x += 1

        def one():
            nonlocal x
            x *= 10
            return x

        return one

    f = two()
    return f(), f(), x


print(three())


def unbound(flag):
    if flag:
        value = 1

    def inner():
        return value

    try:
        return inner()
    except NameError as e:
        return type(e).__name__, str(e)


print(unbound(True), unbound(False))


def deleted():
    x = 1

    def inner():
        return x

    del x
    try:
        inner()
    except NameError as e:
        print(e)
    x = 2
    return inner()


print(deleted())


def parameters(a, b=2, *args, c=3, **kw):
    return lambda: (a, b, args, c, sorted(kw))


print(parameters(1, 5, 6, c=7, d=8)(), parameters(0)())


def recursive(n):
    def fact(k):
        return 1 if k <= 1 else k * fact(k - 1)

    return fact(n)


print(recursive(20))


class InClass:
    value = "class"

    def method(self):
        value = "method"

        class Inner:
            got = value

        return Inner.got, (lambda: value)()


print(InClass().method())


def accumulate(n):
    total = 0
    steps = []

    def add(k):
        nonlocal total
        total += k
        if k % 50 == 0:
            steps.append(total)

    for i in range(n):
        add(i)
    return total, steps


print(accumulate(200))


def make(n):
    return [lambda x, k=k: x * k + n for k in range(4)]


print([f(10) for f in make(1)], [f(10) for f in make(2)])
cells = counter(3)[0].__closure__
print(len(cells), [c.cell_contents for c in cells])
