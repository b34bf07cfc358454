# combinations, permutations, products.
from itertools import combinations, combinations_with_replacement, permutations, product

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

for n in range(4):
    for r in range(n + 2):
        print(n, r, list(combinations(range(n), r)), list(combinations_with_replacement(range(n), r)))
        print(list(permutations("abc"[:n], r)))
print(list(permutations("ab")), list(permutations([])), list(permutations([1, 2], None)))
print(list(product("ab", [1, 2])), list(product()), list(product([], [1])), list(product([1], repeat=3)))
print(list(product("ab", repeat=2)), list(product("ab", repeat=0)), list(product(repeat=5)))
print(list(combinations(iterable="abc", r=2)))
show(combinations, "abc", -1)
show(combinations, "abc", "a")
show(combinations, "abc")
show(combinations, 5, 2)
show(combinations_with_replacement, "abc", -1)
show(combinations_with_replacement, "abc", None)
show(permutations, "abc", -1)
show(permutations, "abc", 1.5)
show(permutations, 3)
show(product, "ab", repeat=-1)
show(product, "ab", repeat="a")
show(product, 3)
show(product, [1], other=2)
show(product, [1, 2], [3], repeat=2 ** 62)
show(combinations, "abc", 2 ** 80)

c = combinations("abcd", 2)
print(next(c), list(c), list(c), type(c))

def count(iterator):
    n = 0
    for _ in iterator:
        n += 1
    return n
print(count(combinations(range(7), 3)), count(permutations(range(4))), count(product(range(3), repeat=3)))
print(count(combinations_with_replacement(range(4), 3)), count(permutations(range(6), 2)))

best = None
for a, b, c in product(range(6), repeat=3):
    if a * a + b * b == c * c and a:
        best = (a, b, c)
print(best)
queens = 0
for columns in permutations(range(5)):
    if len({columns[i] + i for i in range(5)}) == 5 == len({columns[i] - i for i in range(5)}):
        queens += 1
print(queens)
