def f(x):
    match x:
        case []: return 0
        case [1, y]: return y
        case [a, *_, b]: return a, b
        case (a, *rest): return rest
        case [*_]: return 1
