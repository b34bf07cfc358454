def f(xs, n):
    return [x * n for x in xs if x]
