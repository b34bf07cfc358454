# Iterators of itertools in loops that become hot.
from itertools import *

def primes(n):
    found = []
    for c in islice(count(2), n):
        if all(c % p for p in takewhile(lambda p: p * p <= c, found)):
            found.append(c)
    return found
print(primes(60))

def runs(bits):
    best = 0
    for bit, group in groupby(bits):
        length = sum(1 for _ in group)
        if bit and length > best:
            best = length
    return best
print(runs([(i * i) % 7 < 4 for i in range(120)]))

def weighted(values):
    total = 0.0
    for w, v in zip(cycle((0.5, 1.5)), values):
        total += w * v
    for a, b in pairwise(values):
        total += a - b
    for i, v in zip(repeat(2), values):
        total += i * v
    return total
print(weighted([i * 0.25 for i in range(100)]), weighted(list(range(100))))

def matrix(n):
    hits = 0
    for i, j in product(range(n), repeat=2):
        if i < j and (i ^ j) & 1:
            hits += i * j
    for a, b in combinations(range(n), 2):
        hits += a - b
    return hits
print(matrix(9), matrix(10))

def flatten(lists):
    out = 0
    for x in chain.from_iterable(lists):
        if isinstance(x, str):
            out += len(x)
        else:
            out += x
    return out
print(flatten([range(5), "ab", [1.5], ()] * 15))
def totals(n):
    last = 0
    for t in accumulate(range(n), lambda a, b: (a * 31 + b) % 1009):
        last = t if t > last else last - 1
    return last
print(totals(80), totals(150))
