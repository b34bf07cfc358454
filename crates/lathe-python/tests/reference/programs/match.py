class P:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
class K: v = 42
def m(s):
    match s:
        case 0 | 1: return "small"
        case -5: return "minus"
        case "a" | b"b": return "text"
        case None: return "none"
        case True: return "true"
        case K.v: return "const"
        case []: return "empty"
        case [x]: return "one", x
        case [1, x, *rest]: return "list", x, rest
        case [a, *_, b] if a == b: return "ends", a
        case (("k", v), *_): return "kv", v
        case {"t": "p", "v": [q, *_], **rest}: return "map", q, rest
        case {"t": t}: return "t", t
        case {}: return "mapping"
        case P(0, y=yy): return "P0", yy
        case P(x, y) if x == y: return "diag", x
        case P(x=P(x, _), y=_) | P(x=_, y=P(x, _)): return "nested", x
        case str(s2) if len(s2) > 3: return "long", s2
        case int() | float() as n: return "number", n
        case [*all] : return "all", all
        case other: return "other", type(other).__name__
for s in [0, 1, True, -5, "a", b"b", None, 42, [], [9], [1, 2, 3], (1, 2), [5, 6, 5], [("k", 3), 1], {"t": "p", "v": (7, 8), "z": 1}, {"t": 1}, {}, {"q": 2}, P(0, 9), P(2, 2), P(P(1, 2), 3), P(3, P(4, 5)), "abcd", "ab", 2.5, 7, [1, 2, 3, 4], (8, 9), {1}, object]:
    print(m(s))
def sub(x):
    match x:
        case x, y: return x + y
        case x: return x
print(sub((1, 2)), sub(3))
def nomatch(x):
    match x:
        case 1: pass
    return "fell"
print(nomatch(2))
