# Chained comparison evaluates each operand once.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


def v(x):
    print("v", x, end="; ")
    return x
print(v(1) < v(2) < v(3))
print(v(3) < v(2) < v(1))
print(v(1) <= v(1) != v(2) == v(2))
print(1 < 2 > 1, 1 < 3 < 2, 1 == 1.0 == True, "a" < "b" < "c" != "d", 1 in [1] == True, (1 in [1]) == True, None is None is not 5)
class C:
    def __init__(self, r): self.r = r
    def __lt__(self, o): return self.r
    def __bool__(self): raise ValueError("no truth")
print((C("x") < 1), C([]) < 1)
t(lambda: C(C(1)) < 2 < 3)
print(C(0) < 2 < 3, C(5) < 2 < 3)
hits = 0
for i in range(200):
    if 10 < i <= 20 or 50 <= i < 60 != i:
        hits += 1
    if not 5 < i < 195:
        hits += 100
print(hits)
