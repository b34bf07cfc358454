# Counter.
from collections import Counter

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)
c = Counter("abracadabra")
print(c, c["a"], c["zz"], len(c), c.total(), c.most_common(2), c.most_common(), c.most_common(0))
print(sorted(c.elements()), Counter(a=3, b=0, c=-1), Counter({"x": 2}), Counter(), Counter([]), list(Counter(a=2, b=-1).elements()))
c.update("aaz"); c.update({"q": 5}); c.update(a=1); print(c)
c.subtract("aab"); c.subtract({"q": 7}); c.subtract(z=1); print(c)
a, b = Counter(x=3, y=1, z=-2), Counter(x=1, y=2, w=4)
print(a + b, a - b, a | b, a & b, +a, -a, a == b, a != b, a == Counter(x=3, y=1, z=-2, n=0))
print(a <= b, a < b, Counter(x=1) <= Counter(x=1, y=1), Counter(x=1) < Counter(x=1), Counter(a=2) > Counter(a=1), a >= Counter(z=-5))
for op in ("iadd", "isub", "ior", "iand"):
    x = Counter(x=3, y=1, z=-2)
    print(op, getattr(x, f"__{op}__")(b))
del c["a"]; del c["not there"]; print("a" in c)
show(Counter.fromkeys, "abc")
show(Counter, 5)
show(Counter, [[]])
show(lambda: a + 5)
show(lambda: a < 5)
show(lambda: a == 5)
show(Counter, "a", "b")
print(Counter(a="x", b=2), Counter({"k": [1]}), Counter(a=1.5) + Counter(a=1), c.copy() == c, type(c.copy()).__name__)
class Sub(Counter):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 10)
s = Sub("aab"); print(s, s.copy(), type(s + s).__name__, repr(Sub()))
class Pair:
    def __init__(self, n):
        self.n = n
    def __hash__(self):
        return self.n % 2
    def __eq__(self, other):
        return self.n == other.n
    def __repr__(self):
        return f"P{self.n}"
print(Counter(map(Pair, [1, 2, 3, 1, 2, 1])))
words = "the cat and the hat and the bat".split()
print(Counter(words).most_common(3), Counter(map(len, words)), Counter("hello") == Counter("olleh"), dict(Counter("ab")))
total = Counter()
for i in range(40):
    total[i % 5] += i
    total.update([i % 3])
print(total, total.most_common(1), sum(total.values()))
