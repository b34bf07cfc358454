def f():
    try:
        g()
    finally:
        return 1
