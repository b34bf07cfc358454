def f(a, i):
    a.x += 1
    a[i()] *= 2
    a[i:] -= 3
    g.y @= a
