async def f(a):
    yield a
    g = (await x for x in a)
