def f(x):
    return x + (x := 3) + x
