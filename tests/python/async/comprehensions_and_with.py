# Asynchronous comprehensions, async with, async for over own iterators.
class Pause:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        yield self.value
        return self.value


class Count:
    def __init__(self, n):
        self.i, self.n = 0, n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.i >= self.n:
            raise StopAsyncIteration
        self.i += 1
        return await Pause(self.i)


class Manager:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    async def __aenter__(self):
        await Pause("enter")
        print("enter", self.name)
        return self

    async def __aexit__(self, ty, value, traceback):
        await Pause("exit")
        print("exit", self.name, ty and ty.__name__, value)
        return self.swallow


def run(coroutine):
    yields = 0
    try:
        while True:
            coroutine.send(None)
            yields += 1
    except StopIteration as e:
        return e.value, yields


async def comprehensions():
    print([x async for x in Count(4)], {x async for x in Count(3)}, {x: x * x async for x in Count(3) if x % 2})
    print([x + y async for x in Count(2) for y in (10, 20)], [await Pause(i) for i in range(3)])
    print([[y async for y in Count(x)] async for x in Count(3)])
    g = (x * 2 async for x in Count(3))
    print(type(g).__name__)
    out = []
    async for x in g:
        out.append(x)
    print(out)
    print([x for x in [await Pause(1), await Pause(2)]], sum([x async for x in Count(5)]))
    h = (await Pause(i) for i in range(2))
    print([x async for x in h])


print(run(comprehensions()))


async def managers():
    async with Manager("a") as a, Manager("b"):
        print("body", a.name)
    async with Manager("c", swallow=True):
        raise ValueError("swallowed")
    try:
        async with Manager("d"):
            raise KeyError("through")
    except KeyError as e:
        print("caught", e)
    for i in range(2):
        async with Manager(i):
            if i == 0:
                continue
            return "returned"


print(run(managers()))


async def nested_loops():
    total = 0
    async for x in Count(12):
        async for y in Count(10):
            if y == 7:
                break
            total += x * y
    return total


print(run(nested_loops()))


try:
    compile("lambda: [x async for x in y]", "f", "eval")
except SyntaxError as e:
    print(e.msg)


class Callable:
    async def __call__(self, x):
        return await Pause(x) + 1

    @classmethod
    async def make(cls):
        return cls()

    @staticmethod
    async def static():
        return "static"


async def methods():
    c = await Callable.make()
    return await c(5), await Callable.static(), await c.static()


print(run(methods()))
