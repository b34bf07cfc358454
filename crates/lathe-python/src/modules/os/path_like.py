"""`os.PathLike`: what has `__fspath__`."""

import abc
from types import GenericAlias


class PathLike(abc.ABC):
    """Something that stands for a path."""

    __slots__ = ()

    @abc.abstractmethod
    def __fspath__(self):
        """The path."""
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, other):
        if cls is PathLike and any("__fspath__" in base.__dict__ for base in other.__mro__):
            return True
        return NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


PathLike.__module__ = "os"
