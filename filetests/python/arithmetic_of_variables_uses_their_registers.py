def f(x, y):
    z = x + y
    return z * x
