"""Threads, of which there are none."""

import unittest

can_start_thread = False


def requires_working_threading(*, module=False):
    if module:
        raise unittest.SkipTest("threads")
    return unittest.skip("threads")


def reap_threads(function):
    return unittest.skip("threads")(function)


def threading_setup():
    return ()


def threading_cleanup(*args):
    pass


def join_thread(*args):
    raise unittest.SkipTest("threads")


def start_threads(*args, **kwargs):
    raise unittest.SkipTest("threads")


wait_threads_exit = catch_threading_exception = start_threads
