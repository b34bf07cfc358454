# An event loop in Python: tasks, futures, sleeping, cancelling.
class Cancelled(BaseException):
    pass


class Future:
    def __init__(self):
        self.done, self.value, self.waiting = False, None, []

    def set(self, value):
        self.done, self.value = True, value
        for task in self.waiting:
            loop.ready.append((task, None))

    def __await__(self):
        if not self.done:
            yield self
        return self.value


class Task(Future):
    def __init__(self, coroutine):
        super().__init__()
        self.coroutine, self.error = coroutine, None

    def step(self, exception):
        try:
            awaited = self.coroutine.throw(exception) if exception else self.coroutine.send(None)
        except StopIteration as e:
            self.set(e.value)
        except Cancelled:
            self.set("cancelled")
        except Exception as e:
            self.set(f"failed: {type(e).__name__} {e}")
        else:
            if isinstance(awaited, Future):
                awaited.waiting.append(self)
            else:
                loop.sleeping.append((loop.now + awaited, len(loop.sleeping), self))


class Loop:
    def __init__(self):
        self.ready, self.sleeping, self.now, self.steps = [], [], 0, 0

    def spawn(self, coroutine):
        task = Task(coroutine)
        self.ready.append((task, None))
        return task

    def run(self, coroutine):
        main = self.spawn(coroutine)
        while not main.done:
            if not self.ready:
                self.sleeping.sort(key=lambda entry: entry[:2])
                self.now, _, task = self.sleeping.pop(0)
                self.ready.append((task, None))
            task, exception = self.ready.pop(0)
            self.steps += 1
            if not task.done:
                task.step(exception)
        return main.value


class Sleep:
    def __init__(self, time):
        self.time = time

    def __await__(self):
        yield self.time


loop = Loop()


async def worker(name, delay, count, log):
    for i in range(count):
        await Sleep(delay)
        log.append((loop.now, name, i))
    return name * 2


async def failing():
    await Sleep(1)
    return [][1]


async def patient():
    try:
        await Sleep(1000)
    finally:
        print("cleaning up at", loop.now)


async def gather(*coroutines):
    tasks = [loop.spawn(c) for c in coroutines]
    return [await task for task in tasks]


async def producer(queue, n):
    for i in range(n):
        queue.append(i)
        await Sleep(1)
    queue.append(None)


async def consumer(queue):
    total = 0
    while True:
        while not queue:
            await Sleep(1)
        item = queue.pop(0)
        if item is None:
            return total
        total += item


async def main():
    log = []
    print(await gather(worker("a", 3, 3, log), worker("b", 2, 4, log), failing()))
    print(log)
    task = loop.spawn(patient())
    await Sleep(5)
    loop.ready.append((task, Cancelled()))
    print(await task)
    queue = []
    print(await gather(producer(queue, 40), consumer(queue)))
    return "finished"


print(loop.run(main()), loop.now, loop.steps)
