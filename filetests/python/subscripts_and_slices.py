def f(a, i):
    a[0], a[-1], a[i], a[i:], a[:i:2], a[1, i:]
    a[i] = a[1:2]
    a[1:] = i
    del a[i], a[:3]
