def f(c):
    if c:
        x = 1
    return x
