def f(e):
    if e: raise
    if g(): raise e
    raise A from e
