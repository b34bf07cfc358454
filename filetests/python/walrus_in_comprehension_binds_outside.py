def f(xs):
    return [y := x for x in xs], y
