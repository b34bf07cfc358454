"""Locks for programs that have one thread: taking one that is taken would never end."""

error = RuntimeError
TIMEOUT_MAX = 9223372036.0


class lock:
    def __init__(self):
        self._taken = False

    def acquire(self, blocking=True, timeout=-1):
        if self._taken:
            if blocking and timeout < 0:
                raise RuntimeError("deadlock: there is one thread, and it has the lock")
            return False
        self._taken = True
        return True

    def release(self):
        if not self._taken:
            raise RuntimeError("release unlocked lock")
        self._taken = False

    def locked(self):
        return self._taken

    def _at_fork_reinit(self):
        self._taken = False

    acquire_lock, release_lock, locked_lock = acquire, release, locked

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    def __repr__(self):
        state = "locked" if self._taken else "unlocked"
        return f"<{state} _thread.lock object at {id(self):#x}>"


LockType = lock
allocate_lock = allocate = lock


class RLock:
    def __init__(self):
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        self._count += 1
        return True

    def release(self):
        if self._count == 0:
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1

    def locked(self):
        return self._count > 0

    def _is_owned(self):
        return self._count > 0

    def _recursion_count(self):
        return self._count

    def _release_save(self):
        count, self._count = self._count, 0
        return count

    def _acquire_restore(self, count):
        self._count = count

    def _at_fork_reinit(self):
        self._count = 0

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()

    def __repr__(self):
        state = "locked" if self._count else "unlocked"
        return f"<{state} _thread.RLock object owner=0 count={self._count} at {id(self):#x}>"


class _local:
    pass


def get_ident():
    return 1


get_native_id = get_ident


def start_new_thread(function, args, kwargs={}):
    raise RuntimeError("can't start new thread")


start_new = start_new_thread


def _count():
    return 0


def stack_size(size=0):
    return 0


def daemon_threads_allowed():
    return False


def exit():
    raise SystemExit


def interrupt_main(signum=2):
    raise KeyboardInterrupt
