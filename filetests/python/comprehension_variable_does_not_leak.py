def f(x):
    y = [x for x in x]
    return x, y
