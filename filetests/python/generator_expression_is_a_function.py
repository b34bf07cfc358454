def f(xs, n):
    return sum(x + n for x in xs)
