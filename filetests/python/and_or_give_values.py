def f(a, b):
    x = a and b or 3
    return x
