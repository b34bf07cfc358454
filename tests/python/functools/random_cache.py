# Random calls of cached functions, against a model of what is remembered.
from functools import lru_cache

state = 77
def rand(n):
    global state
    state = (state * 1103515245 + 12345) % 2 ** 31
    return (state >> 8) % n

for size in (1, 3, None):
    computed = []
    @lru_cache(maxsize=size)
    def f(*args, **kwargs):
        computed.append((args, tuple(kwargs.items())))
        return len(computed)
    remembered, hits, misses, results = [], 0, 0, {}
    for step in range(25):
        n = rand(7)
        args, kwargs = [((n,), {}), ((n, n), {}), ((), {"k": n}), (("x", n % 2), {}), ((n % 3,), {"k": 1})][rand(5)]
        key = args, tuple(kwargs.items())
        got = f(*args, **kwargs)
        if key in remembered:
            hits += 1
            remembered.remove(key)
            assert got == results[key]
        else:
            misses += 1
            assert computed[-1] == key and got == len(computed)
            results[key] = got
            if size is not None and len(remembered) == size:
                remembered.pop(0)
        remembered.append(key)
        if rand(40) == 0:
            f.cache_clear()
            remembered, hits, misses = [], 0, 0
        assert tuple(f.cache_info()) == (hits, misses, size, len(remembered)), (step, f.cache_info(), hits, misses)
    print(size, f.cache_info(), len(computed))

@lru_cache(maxsize=16)
def ways(n, k):
    return 1 if k in (0, n) else ways(n - 1, k - 1) + ways(n - 1, k)
print([ways(10, k) for k in range(11)], ways.cache_info())
