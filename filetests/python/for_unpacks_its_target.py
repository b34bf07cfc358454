def f(d):
    for k, (a, *b) in d.items():
        g(k, a, b)
