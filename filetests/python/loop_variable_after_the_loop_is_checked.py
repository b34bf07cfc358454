def f(xs):
    for x in xs:
        pass
    return x
