def f(a, b):
    a, b = b, a
    return a, b
