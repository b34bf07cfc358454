def f(g, a, k):
    return g(*a), g(1, *a, 2), g(*a, **k), g(x=1, **k, y=2)
