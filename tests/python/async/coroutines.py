# Coroutines driven by hand: send, throw, close, results.
class Pause:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        got = yield self.value
        return got


async def leaf(n):
    a = await Pause(n)
    b = await Pause(n + 1)
    return a, b


async def root():
    first = await leaf(1)
    try:
        second = await leaf(10)
    except ValueError as e:
        second = ("caught", str(e))
    return first, second


c = root()
print(type(c).__name__, c.__name__, c.__qualname__, c.cr_running, c.cr_await, c.cr_code.co_name)
print(c.send(None), c.send("x"), type(c.cr_await).__name__)
print(c.send("y"))
print(c.throw(ValueError("bad")) if False else "suspended")
try:
    c.throw(ValueError("bad"))
except StopIteration as e:
    print("result", e.value)
for use in (lambda: c.send(None), lambda: c.throw(KeyError("k"))):
    try:
        use()
    except RuntimeError as e:
        print(e)
c.close()


async def plain():
    return 42


w = plain().__await__()
print(type(w).__name__, iter(w) is w)
try:
    next(w)
except StopIteration as e:
    print(e.value)


def drive(coroutine):
    log = []
    value = None
    while True:
        try:
            value = coroutine.send(value)
            log.append(value)
            value = value * 2 if isinstance(value, int) else value
        except StopIteration as e:
            return e.value, log


print(drive(root()))


async def loop(n):
    total = 0
    for i in range(n):
        total += await Pause(i)
    return total


print(drive(loop(120))[0])


async def cleaning():
    try:
        await Pause("in")
    finally:
        print("cleanup")


c = cleaning()
print(c.send(None))
c.close()
c = cleaning()
c.close()


async def stubborn():
    while True:
        try:
            await Pause(1)
        except GeneratorExit:
            pass


c = stubborn()
c.send(None)
try:
    c.close()
except RuntimeError as e:
    print(e)
