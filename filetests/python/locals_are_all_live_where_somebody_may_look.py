def f(a):
    b = 1
    for c in a:
        g(locals())
