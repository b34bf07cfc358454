def count(n):
    i = 0
    while i < n:
        got = yield i
        i += got or 1
    return "end"
print(list(count(4)))
g = count(10); print(next(g), g.send(3), g.send(None)); g.close(); print(list(g))
def outer():
    r = yield from count(3)
    print("r", r)
    r = yield from [7, 8]
    print("r", r)
    try:
        yield 1
    except ValueError as e:
        yield "caught " + str(e)
    finally:
        print("cleanup")
g = outer(); print([next(g) for _ in range(6)], g.throw(ValueError("v")), list(g))
def inner():
    while True:
        try:
            x = yield 1
            print("x", x)
        except KeyError:
            print("key")
            return "returned"
def deleg():
    r = yield from inner()
    yield r
g = deleg(); next(g); g.send(5); print(g.throw(KeyError)); print(list(g))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
from itertools import islice
print(list(islice(fib(), 12)))
def tree(t):
    if t:
        l, v, r = t
        yield from tree(l)
        yield v
        yield from tree(r)
print(list(tree(((None, 1, None), 2, ((None, 3, None), 4, None)))))
def with_finally():
    try:
        yield 1
        yield 2
    finally:
        print("closed")
g = with_finally(); next(g); g.close()
def stop():
    raise StopIteration(3)
try: stop()
except StopIteration as s: print("stop", s.value)
def g479():
    yield 1
    raise StopIteration
try: list(g479())
except RuntimeError as e: print(type(e.__cause__).__name__)
print(sum(x * y for x in range(3) for y in range(x)), list(zip(*[iter(range(6))] * 2)))
def ctx():
    try:
        raise ValueError("a")
    except ValueError:
        yield 1
        try:
            raise
        except ValueError as e:
            yield str(e)
g = ctx(); next(g)
try:
    raise KeyError
except KeyError:
    print(next(g))
lam = lambda: (yield 5)
print(list(lam()))
def send_all():
    log = []
    for v in range(3):
        log.append((yield v))
    return log
def drive(g):
    try:
        v = next(g)
        while True: v = g.send(v * 10)
    except StopIteration as s:
        return s.value
print(drive(send_all()))
import asyncio
async def add(a, b):
    await asyncio.sleep(0)
    return a + b
class ACM:
    async def __aenter__(self): print("aenter", end=" "); return 5
    async def __aexit__(self, *a): print("aexit", a[0] and a[0].__name__, end=" "); return True
async def agen(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i
async def main():
    print(await add(1, 2))
    async with ACM() as x:
        print(x, end=" ")
        raise ValueError
    print()
    async for i in agen(3):
        if i == 1: continue
        print(i, end=" ")
    else:
        print("else")
    print([i async for i in agen(4) if i % 2], {i: await add(i, 1) async for i in agen(2)}, [await add(j, j) for j in range(3)])
    print(await asyncio.gather(add(1, 1), add(2, 2)))
    async def inner(): return [k async for k in agen(2)]
    print(await inner())
    try:
        await asyncio.wait_for(asyncio.sleep(10), 0.01)
    except (asyncio.TimeoutError, TimeoutError):
        print("timeout")
asyncio.run(main())
