def f(x):
    a, *b, c = x
    [d, (e, f)] = x
    return a
