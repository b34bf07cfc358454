"""Containers nested deeply: shown, compared, hashed, copied, collected."""


def show(name, function):
    try:
        result = function()
        print(name, "gave", type(result).__name__)
    except RecursionError:
        print(name, "RecursionError")


def nest(make, n=30_000):
    value = make(None)
    for _ in range(n):
        value = make(value)
    return value


lists = nest(lambda inner: [inner])
others = nest(lambda inner: [inner])
tuples = nest(lambda inner: (inner,))
more = nest(lambda inner: (inner,))
dicts = nest(lambda inner: {0: inner})
same = nest(lambda inner: {0: inner})
show("repr of lists", lambda: repr(lists))
show("str of tuples", lambda: str(tuples))
show("repr of dicts", lambda: repr(dicts))
show("== of lists", lambda: lists == others)
show("== of tuples", lambda: tuples == more)
show("< of tuples", lambda: tuples < more)
show("== of dicts", lambda: dicts == same)
show("in", lambda: more in [tuples])
show("isinstance", lambda: isinstance(1, nest(lambda inner: (inner or str,))))
loop = []
loop.append(loop)
print(loop)
looped = {}
looped["self"] = looped
print(looped)
show("== of loops", lambda: loop == [loop])


class Node:
    __slots__ = ("next",)

    def __init__(self, next):
        self.next = next


chain = nest(Node, 50_000)
del lists, others, tuples, more, dicts, same, chain
print("collected")
