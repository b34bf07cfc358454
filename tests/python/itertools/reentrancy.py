# Callbacks and iterators that change what is being iterated over, or fail half way.
from itertools import *

def show(what, *args):
    try:
        print(what(*args))
    except Exception as e:
        print(type(e).__name__, e)

items = [1, 2, 3]
c = cycle(items)
print([next(c), items.append(9), next(c), next(c), next(c), next(c)], items)
items = [1, 2, 3]
print(list(takewhile(lambda x: items.append(x) or len(items) < 8, items)), items)
print(list(islice(accumulate(items, lambda a, b: items.pop() and a + b), 20)), items)
items = [3, 1, 2]
p = product(items, repeat=2)
items.clear()
print(list(p), list(permutations(items)))
d = {1: "a", 2: "b"}
def grow(k):
    d[k + 10] = "more"
    return k
show(list, starmap(grow, zip(d)))
show(list, filterfalse(lambda k: d.pop(k), chain(d, "x")))
print(len(d))

acc = None
def add(a, b):
    if b == 2:
        print("inner", next(acc))
    return a + b
acc = accumulate([1, 2, 3, 4], add)
print(list(acc))
g = None
def key(x):
    if x == 3:
        print("inner", next(g, None) is not None)
    return x // 2
g = groupby(range(7), key)
print([(k, list(v)) for k, v in g])
class Odd:
    asked = 0
    def __eq__(self, other):
        Odd.asked += 1
        return Odd.asked == 1 and next(gr, None) is not None
gr = groupby([Odd(), Odd(), Odd(), Odd()])
print([len(list(v)) for k, v in gr], Odd.asked)

def failing(n):
    for i in range(n):
        yield i
    raise KeyError(n)
for make in (lambda i: chain(i, "ab"), pairwise, lambda i: zip_longest(i, range(5)), lambda i: islice(i, 1, 9), lambda i: accumulate(i), lambda i: tee(i)[0],
             lambda i: groupby(i), lambda i: compress(i, repeat(1)), lambda i: starmap(pow, zip(i, i)), cycle, lambda i: dropwhile(bool, i)):
    it = make(failing(2))
    got = []
    for _ in range(5):
        try:
            got.append(next(it) if make is not None else None)
        except (KeyError, StopIteration) as e:
            got.append(type(e).__name__)
    print([x if not isinstance(x, tuple) else x[0] for x in got])
for make in (lambda i: combinations(i, 2), permutations, lambda i: product(i, i)):
    show(make, failing(2))
deep = iter([1, 2])
for _ in range(500):
    deep = chain(deep)
print(list(deep))
class Truth:
    def __bool__(self):
        raise ValueError("truth")
show(list, compress("ab", [Truth()]))
show(list, filterfalse(None, [Truth()]))
show(list, takewhile(lambda x: Truth(), [1]))
