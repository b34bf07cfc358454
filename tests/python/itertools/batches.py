# batched is new in 3.12, strict in 3.13: CPython 3.11 gets one of the same behaviour.
try:
    from itertools import batched
except ImportError:
    from itertools import islice
    class batched:
        def __init__(self, iterable, n, *, strict=False):
            if n < 1:
                raise ValueError("n must be at least one")
            self.items, self.n, self.strict = iter(iterable), n, strict
        def __iter__(self):
            return self
        def __next__(self):
            if self.items is None:
                raise StopIteration
            batch = tuple(islice(self.items, self.n))
            if len(batch) < self.n:
                self.items = None
            if not batch:
                raise StopIteration
            if self.strict and len(batch) < self.n:
                raise ValueError("batched(): incomplete batch")
            return batch

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

for n in (1, 2, 3, 7, 100):
    print(list(batched("abcdefg", n)), list(batched([], n)))
print(list(batched(range(6), 3, strict=True)))
show(list, batched(range(7), 3, strict=True))
show(batched, "abc", 0)
show(batched, "abc", -1)
show(batched, 3, 2)
b = batched("abc", 2)
print(next(b), next(b), next(b, None), next(b, None))
total = 0
for batch in batched(range(300), 4):
    total += batch[0] * batch[-1]
print(total)
