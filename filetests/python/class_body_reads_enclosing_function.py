def f(x):
    class C:
        y = x
        x = 1
        z = y
    return C
