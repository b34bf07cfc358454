# Containers: list, tuple, dict, set, frozenset, range, slice and their iterators. Says nothing if all is well.

def raises(kind, message, f, *args):
    try:
        f(*args)
    except kind as e:
        if message is not None and e.args[0] != message:
            raise AssertionError(e.args[0], message)
        return
    raise AssertionError("nothing raised", message)

def check(name, got, expected):
    if not (got == expected):
        raise AssertionError(name, got, expected)

# lists
l = [1, 2, 3]
l.append(4); l.insert(0, 0); l.insert(-1, 9); l.insert(100, 7)
check("l1", l, [0, 1, 2, 3, 9, 4, 7])
check("l2", l[::-1], [7, 4, 9, 3, 2, 1, 0])
check("l3", l[1:5:2], [1, 3])
l[1:3] = [10, 20, 30]
check("l4", l, [0, 10, 20, 30, 3, 9, 4, 7])
l[::2] = [1, 1, 1, 1]
check("l5", l, [1, 10, 1, 30, 1, 9, 1, 7])
del l[::3]
check("l6", l, [10, 1, 1, 9, 7])
del l[1:3]
check("l7", l, [10, 9, 7])
check("l8", l * 2, [10, 9, 7, 10, 9, 7])
check("l9", 2 * l, [10, 9, 7, 10, 9, 7])
check("l10", l + [1.5], [10, 9, 7, 1.5])
l += (1, 2)
check("l11", l, [10, 9, 7, 1, 2])
l *= 2
check("l12", l, [10, 9, 7, 1, 2] * 2)
check("l13", l.count(9), 2)
check("l14", l.index(9, 2), 6)
l.extend(range(3))
check("l15", l[-3:], [0, 1, 2])
l.sort(key=lambda x: -x)
check("l16", l, [10, 10, 9, 9, 7, 7, 2, 2, 2, 1, 1, 1, 0])
l.sort(reverse=True, key=lambda x: x % 3)
check("l17", l, [2, 2, 2, 10, 10, 7, 7, 1, 1, 1, 9, 9, 0])
l.reverse()
check("l18", l[0], 0)
check("l19", l.pop(), 2)
check("l20", l.pop(0), 0)
l.clear()
check("l21", l, [])
check("l22", [1, 2] < [1, 3], True)
check("l23", [1, 2] < [1, 2, 0], True)
check("l24", [1, 2.5] <= [1, 2.5], True)
check("l25", [[1], [2]] != [[1], [2]], False)
check("l26", 3 in [1, 2, 3], True)
check("l27", None in [1, 2, 3], False)
check("l28", list("abc"), ["a", "b", "c"])
check("l29", sorted(["b", "a", "é", "c"]), ["a", "b", "c", "é"])
check("l30", sorted([3.5, 1, 2.25]), [1, 2.25, 3.5])
check("l31", sorted([(2, "x"), (1, "y"), (1, "a")]), [(1, "a"), (1, "y"), (2, "x")])
raises(IndexError, "pop from empty list", [].pop)
raises(IndexError, "list index out of range", lambda: [1][5])
raises(TypeError, "list indices must be integers or slices, not str", lambda: [1]["a"])
raises(TypeError, 'can only concatenate list (not "tuple") to list', lambda: [1] + (1,))
raises(TypeError, "can't multiply sequence by non-int of type 'str'", lambda: [1] * "a")
raises(TypeError, "unsupported operand type(s) for -: 'list' and 'int'", lambda: [1] - 1)
raises(TypeError, "'<' not supported between instances of 'str' and 'int'", lambda: sorted([1, "a"]))
raises(TypeError, "'<' not supported between instances of 'list' and 'int'", lambda: [1] < 1)
raises(TypeError, "unhashable type: 'list'", hash, [])
raises(TypeError, "'int' object is not iterable", list, 5)
raises(TypeError, "list expected at most 1 argument, got 2", list, 5, 6)
x = [1, 2, 3]
x[1:2] = x
check("l32", x, [1, 1, 2, 3, 3])
x = []
x.append(x)
check("repr1", repr(x), "[[...]]")
check("repr2", repr(["a", (), {}, set(), frozenset()]), "['a', (), {}, set(), frozenset()]")

class Evil:
    def __init__(self, l): self.l = l
    def __lt__(self, o):
        self.l.append(1)
        return False
e = []
e.extend([Evil(e), Evil(e)])
raises(ValueError, "list modified during sort", e.sort)
check("e", len(e), 2)

class L(list):
    def __init__(self, a, b):
        list.__init__(self, a)
        self.b = b
    def double(self): return self * 2
q = L([1, 2], 3)
check("L1", q, [1, 2])
check("L2", q.b, 3)
check("L3", q.double(), [1, 2, 1, 2])
q.append(5)
check("L4", len(q), 3)
check("L5", q[-1], 5)
check("L6", isinstance(q, list), True)
check("L7", type(q[:]) is list, True)

# tuples
t = (1, 2, 3)
check("t1", t + (4,), (1, 2, 3, 4))
check("t2", t[1:], (2, 3))
check("t3", t[::-1], (3, 2, 1))
check("t4", t * 2, (1, 2, 3, 1, 2, 3))
check("t5", hash((1, 2, 3)), hash((1, 2, 3)))
check("t6", t.index(3), 2)
check("t7", t.count(1), 1)
check("t8", tuple([1, 2]), (1, 2))
check("t9", (1, (2, (3,))) == (1, (2, (3,))), True)
check("t10", repr(("a",)), "('a',)")
check("t11", tuple(), ())
raises(IndexError, "tuple index out of range", lambda: t[3])
raises(TypeError, "tuple indices must be integers or slices, not float", lambda: t[1.0])
raises(TypeError, 'can only concatenate tuple (not "list") to tuple', lambda: t + [1])
raises(ValueError, "tuple.index(x): x not in tuple", t.index, 9)
class P(tuple):
    def __new__(cls, a, b): return tuple.__new__(cls, (a, b))
p = P(3, 4)
check("P1", p[0] + p[1], 7)
check("P2", p, (3, 4))
check("P3", hash(p), hash((3, 4)))

# dicts
d = {"a": 1, "b": 2}
d["c"] = 3
check("d1", list(d), ["a", "b", "c"])
check("d2", d.pop("b"), 2)
check("d3", d.pop("zz", 7), 7)
check("d4", d.get("zz"), None)
check("d5", d.get("a"), 1)
check("d6", d.setdefault("x", []), [])
d["x"].append(1)
check("d7", d, {"x": [1], "c": 3, "a": 1})
check("d8", d.popitem(), ("x", [1]))
check("d9", dict(d, z=5), {"a": 1, "c": 3, "z": 5})
check("d10", dict([(1, 2), [3, 4]]), {1: 2, 3: 4})
check("d11", dict.fromkeys([1, 2, 3], 0), {1: 0, 2: 0, 3: 0})
check("d12", {**{1: 2}, **{3: 4}}, {1: 2, 3: 4})
check("d13", {1: 2} | {1: 3, 4: 5}, {1: 3, 4: 5})
d |= [("q", 1)]
check("d14", d["q"], 1)
check("d15", list(reversed({1: 1, 2: 2, 3: 3})), [3, 2, 1])
check("d16", list({1: 5, 2: 6}.values()), [5, 6])
check("d17", list({1: 5, 2: 6}.items()), [(1, 5), (2, 6)])
check("d18", {1: 1}.keys() & {1, 2}, {1})
check("d19", {1: 1}.keys() | [5], {1, 5})
check("d20", {1: 1, 2: 2}.keys() - {1}, {2})
check("d21", {1: 1}.keys() == {1}, True)
check("d22", {1: 1}.items() <= {(1, 1), 5}, True)
check("d23", {1: 1, 2: 3}.items() ^ {(1, 1)}, {(2, 3)})
check("d24", (1, 1) in {1: 1}.items(), True)
check("d25", 1.0 in {1: 2}, True)
check("d26", True in {1: 2}, True)
check("d27", len({x: x for x in range(1000)}), 1000)
raises(KeyError, "a", lambda: {}["a"])
raises(KeyError, "popitem(): dictionary is empty", {}.popitem)
raises(KeyError, "q", {}.pop, "q")
raises(TypeError, "unhashable type: 'dict'", lambda: {{}: 1} and hash({}))
raises(TypeError, "cannot convert dictionary update sequence element #0 to a sequence", dict, [1])
raises(ValueError, "dictionary update sequence element #0 has length 1; 2 is required", dict, ["a"])
def grow():
    z = {1: 1}
    for k in z: z[k + 1] = 1
raises(RuntimeError, "dictionary changed size during iteration", grow)
def sgrow():
    z = {1}
    for k in z: z.add(k + 1)
raises(RuntimeError, "Set changed size during iteration", sgrow)
class D(dict):
    def __missing__(self, key): return key * 2
m = D()
check("D1", m[4], 8)
m[1] = 1
check("D2", m, {1: 1})
check("D3", dict(m), {1: 1})
check("D4", type(D.fromkeys([1])) is D, True)
check("D5", repr(D()), "{}")
class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return self.n % 4
    def __eq__(self, o): return self.n == o.n
kd = {}
for i in range(100): kd[K(i)] = i
check("K1", len(kd), 100)
check("K2", [kd[K(i)] for i in range(100)], list(range(100)))
for i in range(0, 100, 2): del kd[K(i)]
check("K3", [k.n for k in kd], list(range(1, 100, 2)))

# sets
s = {1, 2, 3}
check("s1", s | {4}, {1, 2, 3, 4})
check("s2", s & {2, 3, 9}, {2, 3})
check("s3", s - {1}, {2, 3})
check("s4", s ^ {3, 4}, {1, 2, 4})
check("s5", s.union([7], (8,)), {1, 2, 3, 7, 8})
check("s6", s.intersection([1, 2], [2]), {2})
check("s7", s.difference([1], [2]), {3})
check("s8", s.symmetric_difference([1, 5]), {2, 3, 5})
check("s9", s.issubset([1, 2, 3, 4]), True)
check("s10", s.issuperset([1]), True)
check("s11", s.isdisjoint([9]), True)
check("s12", s < {1, 2, 3, 4}, True)
check("s13", s <= s, True)
check("s14", s == frozenset([1, 2, 3]), True)
s2 = s.copy(); s2 |= {9}; s2 &= {1, 9}; s2 -= {1}; s2 ^= {4}
check("s15", s2, {9, 4})
s2.update([1], [2]); s2.discard(77); s2.remove(9)
check("s16", s2, {4, 1, 2})
check("s17", hash(frozenset([1, 2])), hash(frozenset([2, 1])))
check("s18", {frozenset([1]): 5}[frozenset([1])], 5)
check("s19", {1} in {frozenset([1])}, True)
check("s20", type(frozenset([1]) | {2}) is frozenset, True)
check("s21", len(set("hello")), 4)
raises(KeyError, 9, s.remove, 9)
raises(KeyError, "pop from an empty set", set().pop)
raises(TypeError, "unhashable type: 'set'", hash, set())
raises(TypeError, "unhashable type: 'list'", lambda: {[1]})
raises(TypeError, "unsupported operand type(s) for |: 'set' and 'list'", lambda: {1} | [2])

# ranges
check("r1", list(range(5)), [0, 1, 2, 3, 4])
check("r2", list(range(5, 0, -2)), [5, 3, 1])
check("r3", len(range(0, 100, 7)), 15)
check("r4", range(10)[3], 3)
check("r5", list(range(10)[2:8:3]), [2, 5])
check("r6", 7 in range(0, 10, 7), True)
check("r7", 8 in range(0, 10, 7), False)
check("r8", range(0) == range(5, 5), True)
check("r9", range(0, 3, 2) == range(0, 4, 2), True)
check("r10", hash(range(0, 3, 2)) == hash(range(0, 4, 2)), True)
check("r11", range(10).index(4), 4)
check("r12", range(10).count(4), 1)
check("r13", list(reversed(range(4))), [3, 2, 1, 0])
check("r14", (range(1, 9, 2).start, range(1, 9, 2).stop, range(1, 9, 2).step), (1, 9, 2))
check("r15", 3.0 in range(5), True)
raises(ValueError, "range() arg 3 must not be zero", range, 1, 2, 0)
raises(TypeError, "'float' object cannot be interpreted as an integer", range, 1.5)
raises(IndexError, "range object index out of range", lambda: range(3)[3])
raises(TypeError, "'str' object cannot be interpreted as an integer", range, "a")

# slices
check("sl1", slice(1, 10, 2).indices(5), (1, 5, 2))
check("sl2", slice(None, None, -1).indices(5), (4, -1, -1))
check("sl3", slice(3).stop, 3)
check("sl4", slice(1, 2) == slice(1, 2), True)
class G:
    def __getitem__(self, i): return i
check("sl5", G()[1:2], slice(1, 2, None))
check("sl6", G()[1:2, ::3], (slice(1, 2), slice(None, None, 3)))
raises(ValueError, "slice step cannot be zero", slice(None, None, 0).indices, 3)

# iterators
check("i1", list(zip([1, 2], "ab")), [(1, "a"), (2, "b")])
check("i2", list(enumerate("ab", 1)), [(1, "a"), (2, "b")])
check("i3", list(map(lambda a, b: a + b, [1, 2], [10, 20])), [11, 22])
check("i4", list(filter(None, [0, 1, "", 2])), [1, 2])
check("i5", list(filter(lambda x: x > 1, [0, 1, 2])), [2])
check("i6", list(reversed([1, 2])), [2, 1])
check("i7", list(reversed("ab")), ["b", "a"])
it = iter([1, 2])
check("i8", (next(it), next(it), next(it, 9)), (1, 2, 9))
raises(StopIteration, None, next, it)
class Seq:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * i
check("i9", list(Seq()), [0, 1, 4])
c = [3, 2, 1, 0]
check("i10", list(iter(c.pop, 3)), [0, 1, 2])
raises(ValueError, "zip() argument 2 is shorter than argument 1", lambda: list(zip([1], [], strict=True)))
raises(ValueError, "zip() argument 2 is longer than argument 1", lambda: list(zip([], [1], strict=True)))
raises(ValueError, "zip() argument 3 is shorter than arguments 1-2", lambda: list(zip([1], [1], [], strict=True)))
raises(TypeError, "'int' object is not reversible", reversed, 5)
a, *b = range(4)
check("i11", b, [1, 2, 3])
check("i12", [*range(2), *"a"], [0, 1, "a"])
class MyEnum(enumerate): pass
check("i13", list(MyEnum("a")), [(0, "a")])
check("nested", [[i * j for j in range(3)] for i in range(3)], [[0, 0, 0], [0, 1, 2], [0, 2, 4]])

# Containers in themselves, and very deep ones
deep = []
for i in range(100000): deep = [deep]
raises(RecursionError, None, repr, deep)
twin = []
for i in range(100000): twin = [twin]
raises(RecursionError, None, lambda: deep == twin)
loop = [1]
loop.append(loop)
other = [1]
other.append(other)
raises(RecursionError, None, lambda: loop == other)
mapping = {}
mapping[1] = mapping
check("loop", repr(mapping), "{1: {...}}")

# Large ones
check("large1", len([0] * 1000000), 1000000)
raises(MemoryError, None, lambda: [0] * (1 << 60))
raises(MemoryError, None, lambda: (0,) * (1 << 60))
raises(OverflowError, "cannot fit 'int' into an index-sized integer", lambda: [0] * (1 << 100))
raises(IndexError, "cannot fit 'int' into an index-sized integer", lambda: [0][1 << 100])
check("large2", [1, 2, 3][-(1 << 100):1 << 100], [1, 2, 3])
check("large3", [1, 2, 3][::-(1 << 100)], [3])
check("large4", (1 << 70) in range(0, 1 << 80, 1 << 60), True)
check("large5", range(1 << 80)[-1], (1 << 80) - 1)
check("large6", range(0, 1 << 80, 1 << 79)[::-1], range(1 << 79, -(1 << 79), -(1 << 79)))
check("large7", list(range(1 << 70, (1 << 70) + 3)), [1 << 70, (1 << 70) + 1, (1 << 70) + 2])
check("large8", slice(None, 1 << 100, 3).indices(1 << 90), (0, 1 << 90, 3))
raises(OverflowError, "Python int too large to convert to C ssize_t", len, range(1 << 80))
check("large9", hash(range(1 << 80)) == hash(range(0, 1 << 80)), True)
check("big keys", {1 << 80: 1}[1 << 80], 1)
check("mixed keys", {1: "a", 1.0: "b", True: "c"}, {1: "c"})
nan = (1e308 * 10) - (1e308 * 10)
check("nan", nan in [nan], True)
check("nan key", {nan: 1}[nan], 1)
