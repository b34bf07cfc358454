def f():
    while True:
        if g():
            break
        h()
