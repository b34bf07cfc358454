def f(a, b, c): return a < b < c, a < b > c, not a, -a, ~a, +a, a ** 2, a // 3, a % 3, a << 2, a >> 1, a & 6, a | 1, a ^ 3, a / 4
print(f(1, 2, 3)); print(f(5, 2, 9)); print(f(-7, 3, 0))
x = 10
print(x if x > 5 else -x, x and 0 or "z", None or [] or {} or 0, 1 and 2 and 3)
def g(x):
    x = h(x) or x
    return x
def h(x): return x - 3
print(g(3), g(4))
def walrus(x):
    return x + (x := 3) + x, [y := x, y ** 2], y
print(walrus(10))
print([*range(3), 9, *"ab"], (*[1], 2), {*"a"}, {**{"a": 1}, "b": 2, **{"a": 3}})
s = "hello world"
print(s[0], s[-1], s[2:5], s[::-1], s[:3], s[8:], s[1:8:2])
l = list(range(10)); l[2:5] = "abc"; l[0] += 5; del l[1]; l[-1] *= 2; l[::3] = [0] * len(l[::3]); print(l)
d = {1: 2, "a": [1]}; d["a"] += [2]; d[1] **= 3; print(d)
print(f"{x}{x!r:>5}|{s:{20}}|{3.14159:.2f}|{x=}|{s!a}|{{}}|{'nested ' + f'{x:x}'}")
print(1 in [1, 2], 3 not in (1, 2), "a" in {"a": 1}, x is None, x is not None, 2 in {1, 2, 3}, 5 in [5.0])
print((lambda a, b=2, *c, d=4, **e: (a, b, c, d, e))(1, 2, 3, 4, d=5, z=6))
print(2 ** 100, 1 << 70, -9223372036854775808, 0xffffffffffffffffff, 1e308 * 10, 1 + 2j, (3 - 1j) * 2j, "ab" * 3, (1,) * 3)
a = b = c = [1]; a.append(2); print(a, b, c)
a, b = 1, 2; a, b = b, a; print(a, b)
a, (b, *c), d = 1, (2, 3, 4), 5; print(a, b, c, d)
[*a], b = [1, 2], 3; print(a, b)
print(sorted("banana", key=lambda c: -ord(c)), max([1, 5, 3], default=0), sum(i * i for i in range(5)))
print(str.join("-", map(str, filter(None, [0, 1, 2]))))
class M:
    def __matmul__(self, o): return "mm"
    def __imatmul__(self, o): return "imm"
m = M(); print(m @ 1); m @= 2; print(m)
def order():
    def t(x): print(x, end=" "); return x
    d = {t(1): t(2), t(3): t(4)}
    [t(5), t(6)][t(0)] = t(7)
    t(8) < t(9) < t(1) < t(100)
    print(t(1) + t(2) * t(3), sep="")
order()
print("\ud800".encode("utf-8", "surrogatepass"), "\N{BULLET}", b"a\xff", r"\n")
