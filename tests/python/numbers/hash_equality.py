# Equal numbers have equal hashes, whatever their type.
groups = [(1, 1.0, True, 1 + 0j), (0, 0.0, -0.0, False, 0j), (2 ** 61 - 1, float(2 ** 61)), (10 ** 20, 1e20), (-1, -1.0), (2 ** 100, 2.0 ** 100), (0.5, 0.5 + 0j)]
for group in groups:
    print([[a == b and hash(a) == hash(b) for a in group] for b in group])
print(hash(-1), hash(-2), hash(2 ** 61 - 1), hash(2 ** 61), hash(-(2 ** 61)), hash(0.5), hash(1e300), hash(float("inf")), hash(float("-inf")), hash(3.25), hash(1j), hash(1 + 2j))
d = {}
for i in range(120):
    for k in (i, float(i), complex(i)):
        d[k] = d.get(k, 0) + 1
print(len(d), set(d.values()), list(d)[:3], 5.0 in d, 5 + 0j in d, 5.5 in d)
print({1: "a", 1.0: "b", True: "c"}, {0.0, 0, False})
print(2 ** 53 == 2.0 ** 53, 2 ** 53 + 1 == float(2 ** 53 + 1), 2 ** 53 + 1 > float(2 ** 53), 10 ** 400 > 1e308, -(10 ** 400) < -1e308)
