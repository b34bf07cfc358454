"""A module of the library that is not there: it can be imported, and whatever is taken from it says so as soon as it is used.

So a test file that needs the module in a few of its cases shows all others.
"""

import sys


class Absent:
    def __init__(self, name):
        object.__setattr__(self, "_name", name)

    def _use(self, *args, **kwargs):
        raise ModuleNotFoundError("No module named " + repr(object.__getattribute__(self, "_name")))

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return Absent(object.__getattribute__(self, "_name"))

    # A decorator or a base class made from it must not keep the file from being loaded.
    def __call__(self, *args, **kwargs):
        self._use()

    def __mro_entries__(self, bases):
        return ()

    __iter__ = __enter__ = __len__ = __contains__ = __bool__ = __getitem__ = _use


def provide(names):
    """A stand-in for each of these modules that cannot be imported."""
    for name in names:
        if name in sys.modules:
            continue
        try:
            __import__(name)
        except BaseException:
            _provide(name)
            for end in range(len(name)):
                if name[end] == "." and name[:end] not in sys.modules:
                    _provide(name[:end])


def _provide(name):
    module = type(sys)(name)

    def attribute(attribute):
        if attribute[:2] == "__":
            raise AttributeError(attribute)
        return Absent(name)

    module.__getattr__ = attribute
    module.__path__ = []
    sys.modules[name] = module
