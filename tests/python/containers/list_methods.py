# The methods of list, one by one.
l = [3, 1, 2]
print(l.append(5), l, l.extend("ab"), l, l.insert(0, "first"), l.insert(-1, "before last"), l.insert(99, "last"), l)
print(l.pop(), l.pop(0), l.pop(-2), l, l.index(1), l.index("a", 2), l.count(1), l.remove("a"), l, l.reverse(), l, l.copy() == l, l.copy() is l, l.clear(), l)
for f in (lambda: [].pop(), lambda: [1].pop(5), lambda: [1].pop("a"), lambda: [1].remove(2), lambda: [1].insert("a", 1), lambda: [].extend(5), lambda: [1, 2].append(), lambda: [1].index(1, 1), lambda: [1].count(), lambda: [1].pop(1.5), lambda: list(5), lambda: list(1, 2), lambda: [1] + (2,), lambda: [1] * 1.5, lambda: [1] * "a", lambda: [1] < 5, lambda: [1]["a"], lambda: [1][3], lambda: [1][-2], lambda: hash([]), lambda: [1] * (1 << 62), lambda: list(x=1)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e if "not in list" not in str(e) else "")
print([1, 2] + [3], [0] * 3, 2 * [1, 2], [1] * -1, [] or "empty", [1, 2] < [1, 3], [1, 2] < [1, 2, 0], [] < [1], [1] == [1.0], [1, [2]] == [1, [2]], [1] != (1,), 2 in [1, 2], None in [0])
l += (1, 2); l *= 2
print(l, len(l), list("ab"), list(range(3)), list({"k": 1}), [*l, *"xy"], list(), bool([]), bool([0]))
a = [1]; a.append(a); print(a, len(a), a == a)
