# Asynchronous generators: async for, asend, athrow, aclose.
class Pause:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


def run(coroutine):
    seen = []
    try:
        while True:
            seen.append(coroutine.send(None))
    except StopIteration as e:
        return e.value, seen


async def numbers(n):
    try:
        for i in range(n):
            await Pause(f"p{i}")
            got = yield i
            if got is not None:
                print("got", got)
    except KeyError as e:
        print("key error", e)
        yield "after error"
    finally:
        print("end of numbers")


async def loop():
    out = []
    async for x in numbers(3):
        out.append(x)
    else:
        out.append("else")
    return out


print(run(loop()))


async def by_hand():
    g = numbers(5)
    print(type(g).__name__, g.__name__, g.ag_running, aiter(g) is g)
    print(await g.__anext__(), await g.asend("hello"))
    print(await g.athrow(KeyError("k")))
    try:
        await g.__anext__()
    except StopAsyncIteration as e:
        print("stop", e.args)
    try:
        await g.asend(1)
    except StopAsyncIteration:
        print("stop again")
    print(await g.aclose())
    g = numbers(2)
    await anext(g)
    await g.aclose()
    print(await anext(g, "default"))
    g = numbers(1)
    await g.aclose()
    g = numbers(1)
    print(await anext(g, None), await anext(g, "over"))
    return "done"


print(run(by_hand()))


async def ignoring():
    try:
        yield 1
    except GeneratorExit:
        yield 2


async def bad():
    g = ignoring()
    await anext(g)
    try:
        await g.aclose()
    except RuntimeError as e:
        print(e)


run(bad())


async def raising():
    yield 1
    raise StopAsyncIteration


async def stopping():
    yield 1
    raise StopIteration


async def outer():
    for make in (raising, stopping):
        try:
            async for x in make():
                print(x)
        except RuntimeError as e:
            print(e, type(e.__cause__).__name__)
    g = numbers(1)
    awaitable = g.__anext__()
    await awaitable
    try:
        await awaitable
    except RuntimeError as e:
        print(e)
    await g.aclose()
    g = numbers(3)
    try:
        await g.asend(5)
    except TypeError as e:
        print(e)
    await g.aclose()


run(outer())


async def hot():
    total = 0
    async for x in quick(150):
        total += x
    return total


async def quick(n):
    for i in range(n):
        yield i * 2


print(run(hot()))
