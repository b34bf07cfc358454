def f(x):
    x = g() or x
    return x
