# What cannot be awaited, and other mistakes.
class Pause:
    def __await__(self):
        return (yield "pause")


def run(coroutine):
    try:
        while True:
            coroutine.send(None)
    except StopIteration as e:
        return e.value
    except Exception as e:
        return type(e).__name__, str(e)


async def awaiting(x):
    return await x


class BadAwait:
    def __await__(self):
        return 5


class CoroutineAwait:
    def __await__(self):
        return Closed


async def nothing():
    pass


Closed = nothing()
Closed.close()
for thing in [3, None, [], BadAwait(), CoroutineAwait(), (i for i in ())]:
    print(run(awaiting(thing)))


async def stops():
    raise StopIteration(3)


async def sends_first():
    await Pause()


print(run(stops()))
c = sends_first()
try:
    c.send(1)
except TypeError as e:
    print(e)
c.send(None)
d = awaiting(c)
try:
    d.send(None)
except RuntimeError as e:
    print(e)


def generator(x):
    yield from x


e = nothing()
try:
    list(generator(e))
except TypeError as error:
    print(error)
e.close()
for f in (iter, next, len, list):
    g = nothing()
    try:
        f(g)
    except TypeError as error:
        print(error)
    g.close()


class NoAsync:
    pass


class OnlyEnter:
    async def __aenter__(self):
        pass


class PlainEnter:
    def __aenter__(self):
        return 1

    async def __aexit__(self, *args):
        pass


class PlainExit:
    async def __aenter__(self):
        pass

    def __aexit__(self, *args):
        return 1


async def with_(thing):
    async with thing:
        pass


for thing in [NoAsync(), OnlyEnter(), PlainEnter(), PlainExit()]:
    print(run(with_(thing)))


class BadIter:
    def __aiter__(self):
        return 3


class BadNext:
    def __aiter__(self):
        return self

    def __anext__(self):
        return 5


async def for_(thing):
    async for x in thing:
        print(x)


for thing in [[1], BadIter(), BadNext()]:
    print(run(for_(thing)))
try:
    with NoAsync():
        pass
except TypeError as error:
    print(error)
for source in ["await x", "async def f():\n  yield from x", "def f():\n  await x", "def f():\n  async with x: pass",
               "async def f():\n  yield 1\n  return 2", "def f(): [x async for x in y]"]:
    try:
        compile(source, "f", "exec")
    except SyntaxError as error:
        print(error.msg)
