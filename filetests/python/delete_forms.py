def f(a):
    del a.x, a[0], (b, c)
x = 1
del x
