def f(m):
    return [y for row in m if row for y in row if y]
