def f(n):
    i = 0
    while i < n:
        i += 1
    else:
        i = -1
    return i
