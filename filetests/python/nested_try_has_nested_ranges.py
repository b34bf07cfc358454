def f():
    try:
        try:
            a()
        except A:
            raise
    except B:
        b()
