def f(x):
    match x:
        case {}: return 0
        case {'a': 1, b.c: y, **rest}: return rest
        case P(1, y, z=w): return y, w
        case str(): return 1
        case (A(q) | B(q)) as r: return q, r
