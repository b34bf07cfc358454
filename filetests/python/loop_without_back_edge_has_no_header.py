def f(n):
    while n:
        return n
