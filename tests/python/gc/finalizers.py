# __del__: once, with resurrection, in cycles, with errors nobody sees.
import gc


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


x = Noisy("a")
del x
gc.collect()
x = Noisy("b")
x.me = x
del x
gc.collect()

saved = []


class Phoenix:
    count = 0

    def __del__(self):
        Phoenix.count += 1
        saved.append(self)


p = Phoenix()
del p
gc.collect()
print(Phoenix.count, len(saved), type(saved[0]).__name__)
saved.clear()
gc.collect()
print(Phoenix.count, len(saved))


class Node:
    alive = 0

    def __init__(self):
        Node.alive += 1

    def __del__(self):
        Node.alive -= 1


def cycles(n):
    for i in range(n):
        a, b = Node(), Node()
        a.other, b.other = b, a


cycles(120)
gc.collect()
print(Node.alive)


class Sub(list):
    def __del__(self):
        print("del list", list(self))


s = Sub([1, 2])
del s
gc.collect()
