def f(x, y):
    return (x + 1) * 2 - y // 3 % 7
