"""A module of the library that is not there: it can be imported, and whatever is taken from it says so as soon as it is used.

So a test file that needs the module in a few of its cases shows all others.
"""


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


def attribute(module):
    def __getattr__(name):
        if name[:2] == "__":
            raise AttributeError(name)
        return Absent(module)
    return __getattr__
