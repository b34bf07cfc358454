def f(a, b, c):
    return a < g(b) <= c
