"""Repeated frames are folded."""
import sys


def show(function, *args):
    try:
        function(*args)
    except Exception:
        sys.excepthook(*sys.exc_info())


def down(n):
    if n == 0:
        raise ValueError("deep")
    down(n - 1)


def ping(n):
    pong(n - 1)


def pong(n):
    if n <= 0:
        raise ValueError("ping pong")
    ping(n - 1)


def endless(n):
    return endless(n + 1) + 1


for depth in (1, 2, 3, 4, 5, 6, 50):
    show(down, depth)
show(ping, 9)
show(lambda: [down(5), 1])
try:
    endless(0)
except RecursionError as error:
    print(type(error).__name__, error)
    error.__traceback__ = error.__traceback__.tb_next.tb_next
    sys.excepthook(RecursionError, error, None)
    print(error.__traceback__ is None)
endless(0)
