# accumulate, chain, pairwise, zip_longest.
from itertools import accumulate, chain, pairwise, zip_longest, islice, count

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

print(list(accumulate([1, 2, 3, 4])), list(accumulate("abc")), list(accumulate([])))
print(list(accumulate([3, 1, 4, 1, 5], max)), list(accumulate([1, 2, 3], lambda a, b: a * b, initial=100)))
print(list(accumulate([], initial=5)), list(accumulate([1, 2], initial=None)), list(accumulate([1, 2], None)))
show(list, accumulate([1, "a"]))
show(accumulate, 5)
show(accumulate)
show(accumulate, [1], None, 3)
bad = accumulate([1, 0, 2], lambda a, b: [a][b - a - 1 if b else 5])
print(next(bad))
show(next, bad)
show(next, bad)

print(list(chain("ab", [1, 2], (), {3: 4})), list(chain()), list(chain.from_iterable(["xy", [5]])))
show(list, chain([1], 2, [3]))
c = chain([1], 2, [3])
print(next(c))
show(next, c)
show(next, c)
print(list(islice(chain.from_iterable(iter(count, None)), 5)))
print(type(chain()))

def parts():
    for n in range(3):
        print("part", n)
        yield range(n)
print(list(chain.from_iterable(parts())))

print(list(pairwise("abcd")), list(pairwise([1])), list(pairwise([])))
show(pairwise)
show(pairwise, 3)

print(list(zip_longest("abc", [1], (7, 8))), list(zip_longest("ab", [1], fillvalue="-")), list(zip_longest()))
show(zip_longest, 3)

def failing():
    yield 1
    raise KeyError("no more")
z = zip_longest(failing(), [1, 2, 3])
print(next(z))
show(next, z)
show(next, z)

# An iterator that asks the iterator that is asking it.
class Again:
    def __init__(self):
        self.n = 0
    def __iter__(self):
        return self
    def __next__(self):
        self.n += 1
        if self.n == 2:
            print("inner", next(self.outer, "end"))
        if self.n > 5:
            raise StopIteration
        return self.n
for make in (accumulate, pairwise, lambda i: chain(i, "z"), lambda i: zip_longest(i, "ab")):
    again = Again()
    again.outer = make(again)
    print(list(again.outer))

out = 0
for a, b in pairwise(accumulate(range(200))):
    out += b - a
for x in chain(range(150), [1.5] * 100, "ab"):
    if not isinstance(x, str):
        out += x
print(out)
