def f(x):
    match x:
        case 1 | 'a' | None | True | -2.5: return 1
        case a.b: return 2
        case y if y > 3: return y
        case _: return 3
