def f(x):
    try:
        return x
    finally:
        x = g()
