def f():
    n = 0
    def g():
        nonlocal n
        n += 1
        del n
    return g
