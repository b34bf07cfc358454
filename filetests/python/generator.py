def f(n):
    for i in range(n):
        x = yield i
    return x
