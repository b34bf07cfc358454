def f(c):
    if c:
        x = 1
    else:
        x = 2
    return x
