async def f(a):
    x = await a
    async with a as b:
        pass
    async for c in b:
        g(c)
    return [y async for y in a if await y]
