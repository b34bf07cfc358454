# reduce and cmp_to_key.
from functools import reduce, cmp_to_key
import operator

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

print(reduce(operator.add, [1, 2, 3]), reduce(lambda a, b: a + b, "abc", "x"), reduce(max, [4]), reduce(None, [], 7), reduce(None, [5]))
print(reduce(lambda a, b: a * b, range(1, 20)), reduce(lambda a, b: (a, b), iter(range(4))))
show(reduce, operator.add, [])
show(reduce, operator.add, 5)
show(reduce, operator.add, ["a", 1])
show(reduce, 3, [1, 2])
calls = []
print(reduce(lambda a, b: calls.append((a, b)) or b, [1, 2, 3], 0), calls)
items = [1, 2, 3]
print(reduce(lambda a, b: items.append(9) or a + b if len(items) < 6 else a + b, items))
class Countdown:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration
        return self.n
print(reduce(lambda a, b: a * 10 + b, Countdown(5)))

def compare(a, b):
    return (a > b) - (a < b)
key = cmp_to_key(compare)
print(sorted([3, 1, 2], key=key), sorted("banana", key=cmp_to_key(lambda a, b: ord(b) - ord(a))), key(3).obj)
print(key(1) < key(2), key(1) == key(1), key(2) >= key(3), key(1) != key(2), max([1, 5, 2], key=key))
show(lambda: key(1) < 2)
show(hash, key(1))
show(key)
show(key, 1, 2)
show(cmp_to_key)
show(cmp_to_key, mycmp=compare) if False else None
show(sorted, [1, 2], key=cmp_to_key(lambda a, b: None))
show(sorted, [1, 2], key=cmp_to_key(lambda a, b: 1 / 0))
print(sorted(["10", "9", "2"], key=cmp_to_key(lambda a, b: int(a) - int(b))))

total = 0
for n in range(20):
    total += reduce(lambda a, b: a + b * n, range(n), 1)
    total += sorted([n % 5, n % 3, n % 7], key=key)[1]
print(total)
