# Lists, tuples, dicts, sets: what is common.
a = [3, 1, 2]
a.append(5)
a.extend([9, 8])
a.insert(0, 7)
print(a, a[1:4], a[::-1], a[-1], len(a), 9 in a, a.index(5))
a.sort()
print(a, a.pop(), a.pop(0), a)
a[1:3] = ["x", "y", "z"]
print(a, a * 2, [0] * 3)
del a[0]
print(a, sorted("hello"), list(reversed([1, 2, 3])))
t = 1, 2.5, "three"
x, y, z = t
print(t, x, y, z, t[1:], t + (4,), t == (1, 2.5, "three"), hash((1, 2)) == hash((1, 2)))
d = {"one": 1, "two": 2}
d["three"] = 3
print(d, d["one"], d.get("four"), d.get("four", 4), "two" in d, len(d))
print(list(d), list(d.values()), list(d.items()))
print({k: v * 2 for k, v in d.items()}, {**d, "z": 0})
d.pop("one")
d.update(two=22, five=5)
print(d, d.setdefault("six", []), sorted(d))
s = {1, 2, 3} | {3, 4}
print(sorted(s), s & {1, 9}, sorted(s - {1}), sorted(s ^ {1, 100}), {1} <= s, frozenset([1]) == {1})
counts = {}
for word in "the cat and the dog and the bird".split():
    counts[word] = counts.get(word, 0) + 1
print(sorted(counts.items(), key=lambda kv: (-kv[1], kv[0])))
matrix = [[i * j for j in range(4)] for i in range(4)]
print(matrix, [list(row) for row in zip(*matrix)])
total = 0
big = list(range(1000))
for i in range(len(big)):
    big[i] = big[i] * 2
for v in big:
    total += v
for i, v in enumerate(big):
    total += i
print(total, max(big), min(big), sum(big))
mixed = []
for i in range(300):
    mixed.append(i if i < 100 else i * 0.5 if i < 200 else str(i))
print(mixed[0], mixed[150], mixed[299], len(mixed))
print(any([0, 1]), all([]), [*range(3), *"ab"], dict(a=1), dict([(1, 2)]))
