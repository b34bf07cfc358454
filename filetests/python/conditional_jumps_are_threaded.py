def f(a, b):
    while a:
        if b:
            if a > 1:
                g()
        else:
            h()
