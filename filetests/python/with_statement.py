def f(p):
    with open(p) as a, b:
        return a
