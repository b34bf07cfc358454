def f(x):
    def g():
        def h():
            return x
        return h
    return g
