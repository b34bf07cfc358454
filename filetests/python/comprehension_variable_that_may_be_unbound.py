def f(xs):
    return [y for x in xs if y for y in x]
