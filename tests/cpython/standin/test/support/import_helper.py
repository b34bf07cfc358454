"""Imports that skip a test where there is no such module, or that load a module in a certain way."""

import sys
import unittest


def import_module(name, deprecated=False, *, required_on=()):
    try:
        __import__(name)
    except ImportError as error:
        raise unittest.SkipTest(str(error))
    return sys.modules[name]


def import_fresh_module(name, fresh=(), blocked=(), deprecated=False):
    names = {name, *fresh, *blocked}
    saved = {}
    for known in list(sys.modules):
        if any(known == one or known.startswith(one + ".") for one in names):
            saved[known] = sys.modules.pop(known)
    try:
        for one in blocked:
            sys.modules[one] = None
        try:
            for one in fresh:
                __import__(one)
            __import__(name)
        except ImportError:
            return None
        return sys.modules[name]
    finally:
        for known in list(sys.modules):
            if any(known == one or known.startswith(one + ".") for one in names):
                del sys.modules[known]
        sys.modules.update(saved)


def forget(name):
    sys.modules.pop(name, None)


unload = forget


class CleanImport:
    def __init__(self, *names):
        self.names = names

    def __enter__(self):
        self.saved = sys.modules.copy()
        for name in self.names:
            sys.modules.pop(name, None)
        return self

    def __exit__(self, *exception):
        sys.modules.clear()
        sys.modules.update(self.saved)


class DirsOnSysPath:
    def __init__(self, *paths):
        self.old = sys.path[:]
        sys.path.extend(paths)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        sys.path[:] = self.old
