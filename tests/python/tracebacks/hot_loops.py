"""Exceptions out of compiled loops and inlined calls have the right lines."""
import sys


def show(function, *args):
    try:
        function(*args)
    except Exception:
        sys.excepthook(*sys.exc_info())


def leaf(values, i):
    x = values[i]
    y = 100 / x
    return y


def middle(values, i):
    a = i * 2
    return (leaf(values, i)
            + a)


def loop(values):
    total = 0
    for i in range(len(values) + 1):
        total += middle(values, i)
        total %= 1000
    return total


def while_loop(values, n):
    i = 0
    while i < n:
        i += 1
        middle(
            values,
            i,
        )


class Node:
    def __init__(self, value, rest):
        self.value = value
        self.rest = rest

    def total(self):
        node, result = self, 0
        while True:
            result += node.value + node.rest.value
            node = node.rest


def chain(n):
    node = None
    for i in range(n):
        node = Node(i, node)
    return node.total()


def generator(values):
    for v in values:
        yield 1000 / v


def consume(values):
    for x in generator(values):
        x + 1


def caught(n):
    seen = 0
    for i in range(n):
        try:
            leaf([1, 0, 2], i % 4)
        except IndexError:
            seen += 1
        except ZeroDivisionError as error:
            seen += error.__traceback__.tb_next.tb_lineno
            if i == n - 3:
                raise
    return seen


def recursive(n):
    if n == 0:
        return [][0]
    return recursive(n - 1) + 1


show(loop, [1] * 150)
show(loop, [1] * 150 + [0, 1])
show(loop, [1] * 120 + ["x"] * 5)
show(while_loop, [1] * 100, 200)
show(chain, 120)
show(consume, [1] * 100 + [0])
print(caught(100), caught(101))
show(caught, 104)
for i in range(30):
    try:
        recursive(i)
    except IndexError:
        pass
show(recursive, 40)
