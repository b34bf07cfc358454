def f(s):
    return s.strip().split(',', maxsplit=1)
