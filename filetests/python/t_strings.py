def f(x):
    return t'a{x!r:>3}b{x=}'
