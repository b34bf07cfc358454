def f(c, x):
    x = x if c else 3
    return x
