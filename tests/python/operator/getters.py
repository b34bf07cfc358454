# itemgetter, attrgetter, methodcaller.
from operator import itemgetter, attrgetter, methodcaller

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

class A:
    def __init__(self, n):
        self.n = n
        self.child = self
    def method(self, *args, **kwargs):
        return self.n, args, kwargs
a = A(3)
print(itemgetter(1)("abc"), itemgetter(2, 0, -1)("abc"), itemgetter("k")({"k": 1}), itemgetter(slice(1, 3))([1, 2, 3]))
print(attrgetter("n")(a), attrgetter("n", "child.n")(a), attrgetter("child.child.n")(a))
print(methodcaller("method")(a), methodcaller("method", 1, k=2)(a), methodcaller("upper")("x"))
print(itemgetter(1), itemgetter(1, "a"), attrgetter("n", "child.n"), methodcaller("m", 1, k=[2]))
show(itemgetter)
show(itemgetter(5), "abc")
show(itemgetter("a"), [1])
show(itemgetter(0), 5)
show(itemgetter(0), "a", "b")
show(itemgetter(0))
show(attrgetter)
show(attrgetter, 3)
show(attrgetter("x"), a)
show(attrgetter("n.x"), a)
show(attrgetter("n"), a, a)
show(methodcaller)
show(methodcaller, 3)
show(methodcaller("nothing"), a)
show(methodcaller("method"), a, 1)
show(itemgetter(0), obj=1)
pairs = [("b", 2), ("a", 3), ("c", 1)]
print(sorted(pairs, key=itemgetter(1)), max(pairs, key=itemgetter(0)), list(map(itemgetter(0), pairs)))
print([x.n for x in sorted([A(2), A(1), A(3)], key=attrgetter("n"))], list(map(methodcaller("split", ","), ["a,b", "c"])))
print(type(itemgetter(1)), callable(itemgetter(1)))
total = 0
first, n, call = itemgetter(0), attrgetter("child.n"), methodcaller("method", 4)
for i in range(40):
    total += first((i, 1)) + n(a) + call(a)[1][0]
print(total)
