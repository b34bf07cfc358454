def f(a, b, c):
    if a < b < c:
        g()
    while not (a < b < c):
        h()
