"""Sizes, and limits that are changed for a while."""

import sys
import unittest

_1M, _1G, _2G, _4G = 1 << 20, 1 << 30, 1 << 31, 1 << 32
MAX_Py_ssize_t = sys.maxsize


def bigmemtest(size, memuse, dry_run=True):
    """With a size that fits, where the test allows it."""
    def decorator(function):
        def wrapper(self):
            if not dry_run:
                raise unittest.SkipTest("needs too much memory")
            return function(self, 5147)
        wrapper.__name__ = function.__name__
        wrapper.size, wrapper.memuse = size, memuse
        return wrapper
    return decorator


def bigaddrspacetest(function):
    return unittest.skip("needs too much memory")(function)


class adjust_int_max_str_digits:
    def __init__(self, most):
        self.most = most

    def __enter__(self):
        self.old = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(self.most)

    def __exit__(self, *exception):
        sys.set_int_max_str_digits(self.old)


class set_recursion_limit:
    def __init__(self, limit):
        self.limit = limit

    def __enter__(self):
        self.old = sys.getrecursionlimit()
        sys.setrecursionlimit(self.limit)

    def __exit__(self, *exception):
        sys.setrecursionlimit(self.old)


class infinite_recursion(set_recursion_limit):
    def __init__(self, max_depth=75):
        import sys
        super().__init__(max_depth + 100)
