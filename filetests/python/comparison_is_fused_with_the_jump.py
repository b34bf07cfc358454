def f(a, b):
    if a < b:
        return 1
    if not a == 3:
        return 2
    if a is None or b is not None:
        return 3
    if a in b and a not in (1, 2):
        return 4
