# count, cycle, repeat: values, reprs, errors.
from itertools import count, cycle, repeat, islice

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

c = count(5)
print(next(c), next(c), c)
print(list(islice(count(10, -3), 5)), count(10, -3), count(2.5, 0.5), count(True), count(1, True))
print(list(islice(count(2.5, 0.25), 4)), list(islice(count(1j), 3)))
big = count(2 ** 62 - 2)
print([next(big) for _ in range(4)])
big = count(2 ** 63 - 2)
print([next(big) for _ in range(4)], big)
big = count(-2 ** 63 + 1, -1)
print([next(big) for _ in range(4)])
print(list(islice(count(start=3, step=2), 3)))
show(count, "a")
show(count, 1, "a")
show(count, 1, 2, 3)
show(count, stop=3)

y = cycle("abc")
print([next(y) for _ in range(8)])
show(next, cycle([]))
show(cycle)
show(cycle, 3)
show(cycle, iterable="abc")

def noisy():
    print("start")
    yield 1
    yield 2
    print("end")
y = cycle(noisy())
print([next(y) for _ in range(5)])

r = repeat("x", 3)
print(r, next(r), r, list(r), r)
print(repeat(7), list(repeat(7, 0)), list(repeat(7, -5)), list(repeat(object=1, times=2)))
print(r.__length_hint__(), repeat(1, 5).__length_hint__())
show(repeat(1).__length_hint__)
show(repeat)
show(repeat, 1, "a")
show(repeat, 1, 2 ** 70)
show(repeat, 1, None)
print(type(c), type(y), type(r), type(c).__name__, type(c).__module__)
show(lambda: c[0])
show(lambda: c + 1)
print(iter(c) is c)

class Steps(count):
    def __next__(self):
        return -super().__next__()
s = Steps(3)
print(next(s), next(s), s, isinstance(s, count))

total = 0
for i, name in zip(count(), cycle("ab")):
    if i > 300:
        break
    total += i if name == "a" else 1
print(total)
