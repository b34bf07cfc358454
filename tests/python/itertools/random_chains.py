# Random compositions of iterators, the same in every implementation.
from itertools import *

state = 12345
def rand(n):
    global state
    state = (state * 1103515245 + 12345) % 2 ** 31
    return (state >> 8) % n

def source():
    k = rand(5)
    if k == 0:
        return range(rand(7), rand(15))
    if k == 1:
        return [rand(9) for _ in range(rand(8))]
    if k == 2:
        return repeat(rand(5), rand(5))
    if k == 3:
        return islice(count(rand(4), rand(3)), rand(6))
    return tuple(rand(3) for _ in range(rand(6)))

def key(x):
    return x % 3 if isinstance(x, int) else 0

def derived(depth):
    if depth == 0:
        return source()
    it = derived(depth - 1)
    k = rand(14)
    if k == 0:
        return accumulate(it, lambda a, b: b if isinstance(b, tuple) or isinstance(a, tuple) else a + b)
    if k == 1:
        return chain(it, derived(depth - 1))
    if k == 2:
        return takewhile(lambda x: key(x) != 2, it)
    if k == 3:
        return dropwhile(lambda x: key(x) != 1, it)
    if k == 4:
        return filterfalse(key, it)
    if k == 5:
        return islice(it, rand(4), rand(4) + 4, rand(3) + 1)
    if k == 6:
        return compress(it, cycle([1, 0, 1]))
    if k == 7:
        return pairwise(it)
    if k == 8:
        return zip_longest(it, source(), fillvalue=-1)
    if k == 9:
        return (len(list(g)) * 10 + key(k) for k, g in groupby(it, key))
    if k == 10:
        return combinations(islice(it, 4), 2)
    if k == 11:
        return permutations(islice(it, 3))
    if k == 12:
        return product(islice(it, 3), islice(source(), 2))
    a, b = tee(it)
    return chain(a, islice(b, 2))

for n in range(50):
    print(n, list(islice(derived(rand(4)), 12)))
