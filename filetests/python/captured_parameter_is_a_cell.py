def f(x):
    def g():
        return x
    x = 2
    return g
