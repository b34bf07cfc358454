def f(a, b=1, /, c=g(), *args, d, e=2, **kw):
    return a, kw, args, d
