"""Imports by name. The importer itself is a part of the interpreter."""

import sys

__all__ = ["__import__", "import_module", "invalidate_caches", "reload"]
__import__ = __import__


def import_module(name, package=None):
    level = 0
    if name.startswith("."):
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        level = len(name) - len(name.lstrip("."))
        parts = package.rsplit(".", level - 1)
        if len(parts) < level:
            raise ImportError("attempted relative import beyond top-level package")
        name = f"{parts[0]}.{name[level:]}" if name[level:] else parts[0]
    __import__(name)
    return sys.modules[name]


def invalidate_caches():
    pass


def reload(module):
    name = module.__name__
    if sys.modules.get(name) is not module:
        raise ImportError(f"module {name} not in sys.modules", name=name)
    del sys.modules[name]
    try:
        new = import_module(name)
    except BaseException:
        sys.modules[name] = module
        raise
    module.__dict__.update(new.__dict__)
    sys.modules[name] = module
    return module
