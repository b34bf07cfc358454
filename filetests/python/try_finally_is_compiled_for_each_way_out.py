def f(xs):
    for x in xs:
        try:
            if x:
                return x
            if g():
                break
            continue
        finally:
            h()
