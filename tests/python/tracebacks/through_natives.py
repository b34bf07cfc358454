"""Python code that builtin functions call."""
import sys


def show(function, *args):
    try:
        function(*args)
    except Exception:
        sys.excepthook(*sys.exc_info())


class Key:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value < other.value

    def __repr__(self):
        return "<" + self.value + ">"

    def __eq__(self, other):
        return self.value == other.value / 0

    def __hash__(self):
        return 7

    def __getattr__(self, name):
        raise AttributeError("no " + name)


def key(x):
    return 1 / x


def generate(n):
    for i in range(n, -1, -1):
        yield 10 / i


def delegate(n):
    yield from generate(n)


show(lambda: sorted([Key(1), Key("a"), Key(2)]))
show(lambda: sorted([3, 2, 0], key=key))
show(lambda: list(map(key, [1, 0])))
show(lambda: repr([Key(5)]))
show(lambda: print(Key(5)))
show(lambda: {Key(1): 1, Key(2): 2})
show(lambda: list(generate(2)))
show(lambda: list(delegate(1)))
show(lambda: sum(key(x) for x in [1, 0]))
show(lambda: Key(1).missing)
show(lambda: max([1, 2], key=lambda x: x / 0))


class Meta(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class Thing(metaclass=Meta):
    def __init__(self, x):
        self.x = 1 / x

    @property
    def broken(self):
        return self.x["a"]

    def __enter__(self):
        return self

    def __exit__(self, *args):
        raise KeyError("in exit")


show(lambda: Thing(0))
show(lambda: Thing(1).broken)


def using():
    with Thing(1) as t:
        t.broken


show(using)
