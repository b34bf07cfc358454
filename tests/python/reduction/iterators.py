# Iterators taken apart and put together again, in the middle.
def again(iterator):
    function, arguments, *state = iterator.__reduce__()
    copy = function(*arguments)
    if state and state[0] is not None:
        copy.__setstate__(state[0])
    return copy


def show(name, iterator):
    next(iterator, None)
    parts = iterator.__reduce__()
    copy = again(iterator)
    print(name, parts[0].__name__, len(parts), list(copy), list(iterator), list(again(iterator)))


for _ in range(3):
    show("list", iter([1, 2, 3]))
    show("tuple", iter((1, 2, 3)))
    show("str", iter("abc"))
    show("bytes", iter(b"abc"))
    show("bytearray", iter(bytearray(b"abc")))
    show("range", iter(range(5)))
    show("huge", iter(range(10 ** 30, 10 ** 30 + 3)))
    show("backwards", reversed(range(5)))
    show("dict", iter({1: 2, 3: 4}))
    show("values", iter({1: 2, 3: 4}.values()))
    show("items", iter({1: 2, 3: 4}.items()))
    show("set", iter({1, 2}))
    show("reversed list", reversed([1, 2, 3]))
    show("reversed", reversed("abc"))
show("empty", iter([]))
e = enumerate(iter("abc"), 5)
next(e)
print(e.__reduce__()[0].__name__, e.__reduce__()[1][1])
z = zip([1, 2], "ab")
next(z)
print(z.__reduce__()[0].__name__, len(z.__reduce__()[1]), list(again(z)))
m = map(abs, [-1, -2])
print(m.__reduce__()[1][0].__name__, list(again(m)))
f = filter(None, [0, 1, 2])
print(f.__reduce__()[1][0], list(again(f)))
c = iter([5, 6, 7].pop, 6)
print(next(c), c.__reduce__()[1][1])
i = iter([1, 2, 3, 4])
i.__setstate__(2)
print(list(i))
i = iter([1, 2, 3, 4])
i.__setstate__(-5)
print(next(i))
i.__setstate__(50)
print(list(i))
r = iter(range(10))
r.__setstate__(7)
print(list(r))


class S:
    def __getitem__(self, n):
        if n > 3:
            raise IndexError
        return n * n


i = iter(S())
next(i)
print(i.__reduce__()[2], list(i), i.__reduce__())
