"""richards(runs): the scheduler of a small operating system: tasks, packets, queues; many small methods, many classes."""

DEFAULT = (10,)

IDLE, WORKER, HANDLER_A, HANDLER_B, DEVICE_A, DEVICE_B = range(6)
KIND_DEVICE, KIND_WORK = range(2)
PACKET_SIZE = 4
EXPECTED = (23246, 9297)


class Packet:
    def __init__(self, link, owner, kind):
        self.link, self.owner, self.kind = link, owner, kind
        self.datum = 0
        self.data = [0] * PACKET_SIZE

    def append_to(self, queue):
        """The queue with this packet at its end."""
        self.link = None
        if queue is None:
            return self
        last = queue
        while last.link is not None:
            last = last.link
        last.link = self
        return queue


class State:
    """Of a task: whether a packet waits, and what the task waits for."""

    def __init__(self, pending=False, waiting=False, held=False):
        self.pending, self.waiting, self.held = pending, waiting, held

    def running(self):
        self.pending = self.waiting = self.held = False
        return self

    def is_waiting_with_packet(self):
        return self.pending and self.waiting and not self.held

    def is_held_or_waiting(self):
        return self.held or (not self.pending and self.waiting)


class Task(State):
    def __init__(self, system, name, priority, queue, state):
        super().__init__(state.pending, state.waiting, state.held)
        self.system, self.name, self.priority, self.queue = system, name, priority, queue
        self.next = system.tasks
        system.tasks = self
        system.table[name] = self

    def step(self, packet):
        raise NotImplementedError

    def receive(self, packet, sender):
        """Takes a packet of the sender; the more urgent of the two runs next."""
        if self.queue is None:
            self.queue = packet
            self.pending = True
            if self.priority > sender.priority:
                return self
        else:
            packet.append_to(self.queue)
        return sender

    def run(self):
        packet = None
        if self.is_waiting_with_packet():
            packet = self.queue
            self.queue = packet.link
            self.waiting = False
            self.pending = self.queue is not None
        return self.step(packet)

    def wait(self):
        self.waiting = True
        return self

    def hold(self):
        self.system.holds += 1
        self.held = True
        return self.next

    def release(self, name):
        task = self.system.find(name)
        task.held = False
        return task if task.priority > self.priority else self

    def send(self, packet):
        receiver = self.system.find(packet.owner)
        self.system.sent += 1
        packet.link = None
        packet.owner = self.name
        return receiver.receive(packet, self)


class DeviceTask(Task):
    def __init__(self, system, name, priority):
        self.pending_packet = None
        super().__init__(system, name, priority, None, State(waiting=True))

    def step(self, packet):
        if packet is None:
            packet = self.pending_packet
            if packet is None:
                return self.wait()
            self.pending_packet = None
            return self.send(packet)
        self.pending_packet = packet
        return self.hold()


class HandlerTask(Task):
    def __init__(self, system, name, priority, queue):
        self.work = self.devices = None
        super().__init__(system, name, priority, queue, State(pending=True, waiting=True))

    def step(self, packet):
        if packet is not None:
            if packet.kind == KIND_WORK:
                self.work = packet.append_to(self.work)
            else:
                self.devices = packet.append_to(self.devices)
        work = self.work
        if work is None:
            return self.wait()
        done = work.datum
        if done >= PACKET_SIZE:
            self.work = work.link
            return self.send(work)
        device = self.devices
        if device is None:
            return self.wait()
        self.devices = device.link
        device.datum = work.data[done]
        work.datum = done + 1
        return self.send(device)


class IdleTask(Task):
    def __init__(self, system, name, priority):
        self.control, self.count = 1, 10000
        super().__init__(system, name, priority, None, State())

    def step(self, packet):
        self.count -= 1
        if self.count == 0:
            return self.hold()
        if self.control & 1 == 0:
            self.control //= 2
            return self.release(DEVICE_A)
        self.control = self.control // 2 ^ 0xD008
        return self.release(DEVICE_B)


class WorkTask(Task):
    def __init__(self, system, name, priority, queue):
        self.destination, self.count = HANDLER_A, 0
        super().__init__(system, name, priority, queue, State(pending=True, waiting=True))

    def step(self, packet):
        if packet is None:
            return self.wait()
        self.destination = HANDLER_B if self.destination == HANDLER_A else HANDLER_A
        packet.owner = self.destination
        packet.datum = 0
        for i in range(PACKET_SIZE):
            self.count = self.count % 26 + 1
            packet.data[i] = ord("A") + self.count - 1
        return self.send(packet)


class System:
    def __init__(self):
        self.tasks, self.table, self.holds, self.sent = None, [None] * 6, 0, 0

    def find(self, name):
        task = self.table[name]
        if task is None:
            raise KeyError(name)
        return task

    def schedule(self):
        task = self.tasks
        while task is not None:
            if task.is_held_or_waiting():
                task = task.next
            else:
                task = task.run()


def simulate():
    system = System()
    IdleTask(system, IDLE, 1)
    queue = Packet(Packet(None, 0, KIND_WORK), 0, KIND_WORK)
    WorkTask(system, WORKER, 1000, queue)
    for handler, device, priority in ((HANDLER_A, DEVICE_A, 2000), (HANDLER_B, DEVICE_B, 3000)):
        queue = None
        for _ in range(3):
            queue = Packet(queue, device, KIND_DEVICE)
        HandlerTask(system, handler, priority, queue)
    DeviceTask(system, DEVICE_A, 4000)
    DeviceTask(system, DEVICE_B, 5000)
    system.schedule()
    return system.sent, system.holds


def setup(runs):
    return [runs, None]


def run(state):
    for _ in range(state[0]):
        state[1] = simulate()


def result(state):
    if state[1] != EXPECTED:
        raise ValueError(f"{state[1]} packets sent and holds, not {EXPECTED}")
    return state[1][0] * 10000 + state[1][1]
