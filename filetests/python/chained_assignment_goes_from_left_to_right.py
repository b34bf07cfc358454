def f(x):
    x = y = x.z = g()
    return x
