def f(g):
    x = yield from g()
    return x
