def f():
    try:
        a()
    except* A as e:
        b(e)
    except* B:
        c()
