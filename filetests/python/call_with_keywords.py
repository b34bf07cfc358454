def f(g):
    return g(1, 2, a=3, b=4)
