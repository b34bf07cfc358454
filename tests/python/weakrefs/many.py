# Weak references in hot loops: objects die in between, addresses are used again.
import gc
from _weakref import ref, getweakrefcount


class Node:
    def __init__(self, value):
        self.value = value


def run(count):
    total = 0
    kept = []
    refs = []
    for i in range(count):
        node = Node(i)
        r = ref(node)
        refs.append(r)
        if i % 5 == 0:
            kept.append(node)
        total += r().value
        if ref(node) is not r:
            print("not shared", i)
    del node, r
    gc.collect()
    alive = [r().value for r in refs if r() is not None]
    return total, alive == [n.value for n in kept], len(alive)


print(run(200))

events = []


def watch(n):
    objects, refs = [], []
    for i in range(n):
        objects.append(Node(i))
        refs.append(ref(objects[i], lambda wr, i=i: events.append(i)))
    for i in range(0, n, 2):
        objects[i] = None
    gc.collect()
    print(sorted(events) == list(range(0, n, 2)))
    objects.clear()
    gc.collect()
    print(sorted(events) == list(range(n)))
    return refs


refs = watch(50)
print(all(r() is None for r in refs))
x = Node(1)
for i in range(150):
    ref(x, print)
    ref(x)
gc.collect()
print(getweakrefcount(x) <= 1)
# A reference that is gone itself calls nobody.
y = Node(2)
ref(y, lambda wr: print("never"))
gc.collect()
del y
gc.collect()
