def f():
    if __debug__:
        g()
    return __debug__
