def f(x, w):
    return f'{x}', f'a{x!r}b{x:>{w}.2f}', f'{x=}', f'{x=:3}', f'', f'a{{b'
