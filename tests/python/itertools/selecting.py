# compress, dropwhile, takewhile, filterfalse, starmap, islice.
from itertools import compress, dropwhile, takewhile, filterfalse, starmap, islice, count

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

print(list(compress("abcdef", [1, 0, 1, 0, 1])), list(compress("ab", [True] * 5)), list(compress(data="xy", selectors=[0, 1])))
show(compress, "abc")
show(compress, 3, [1])
print(list(dropwhile(lambda x: x < 3, [1, 2, 3, 1, 4])), list(dropwhile(bool, [])))
print(list(takewhile(lambda x: x < 3, [1, 2, 3, 1, 4])))
t = takewhile(lambda x: x < 3, [1, 5, 2])
print(next(t), next(t, "end"), next(t, "end"))
print(list(filterfalse(lambda x: x % 2, range(8))), list(filterfalse(None, [0, 1, "", "a"])))
print(list(starmap(pow, [(2, 3), [3, 2], "ab" and (1, 1)])), list(starmap(lambda *a: a, ["ab", (), {1: 2}])))
show(list, starmap(pow, [1]))
show(list, starmap(pow, [(1,)]))
show(dropwhile, bool)
show(takewhile, bool, 3)
show(list, filterfalse(3, [1]))
show(filterfalse, function=None, iterable=[])

print(list(islice("abcdef", 3)), list(islice("abcdef", 2, 4)), list(islice("abcdef", 1, None, 2)))
print(list(islice("abc", None)), list(islice("abc", 0)), list(islice("abc", 5, 9)), list(islice("abc", None, None, None)))
print(list(islice(count(), 3, 3)), list(islice("abcdef", 0, 6, 4)), list(islice(range(10), 2, 100, 3)))
it = iter(range(10))
print(list(islice(it, 2, 5)), list(it))
it = iter(range(20))
print(list(islice(it, 1, 8, 3)), list(it))
it = iter(range(5))
print(list(islice(it, 3, 2)), list(it))
show(islice, "abc")
show(islice, "abc", -1)
show(islice, "abc", "a")
show(islice, "abc", 1, -1)
show(islice, "abc", -1, 1)
show(islice, "abc", 1, 2, 0)
show(islice, "abc", 1, 2, -1)
show(islice, "abc", 2 ** 70)
show(islice, "abc", 1, 2, 3, 4)
show(islice, "abc", stop=2)
show(islice, 3, 2)
class Index:
    def __index__(self):
        return 2
print(list(islice("abcdef", Index())))
s = islice([1, 2, 3], 2)
print(next(s), next(s), next(s, None), next(s, None))

total = 0
for n in range(20):
    for x in islice(count(n), 1, 6, 2):
        total += x
    for x in takewhile(lambda v: v < n + 3, dropwhile(lambda v: v < n, range(30))):
        total += x
print(total)
