"""What of `os` is Python."""

import os
from os import environ, fspath, path, rename, rmdir, scandir


def walk(top, topdown=True, onerror=None, followlinks=False):
    """Folders with what is in them, from the top down or from the bottom up."""
    # What is still to be done: folders to go into, and triples to give out on the way back.
    todo = [fspath(top)]
    while todo:
        top = todo.pop()
        if isinstance(top, tuple):
            yield top
            continue
        folders, others, inner = [], [], []
        try:
            with scandir(top) as entries:
                for entry in entries:
                    try:
                        is_folder = entry.is_dir()
                    except OSError:
                        is_folder = False
                    (folders if is_folder else others).append(entry.name)
                    if not topdown and is_folder and (followlinks or not entry.is_symlink()):
                        inner.append(entry.path)
        except OSError as error:
            if onerror is not None:
                onerror(error)
            continue
        if topdown:
            yield top, folders, others
            # Whoever got the list may have changed it.
            for name in reversed(folders):
                below = path.join(top, name)
                if followlinks or not path.islink(below):
                    todo.append(below)
        else:
            todo.append((top, folders, others))
            todo.extend(reversed(inner))


def removedirs(name):
    """Removes a folder, and those above it that are empty then."""
    rmdir(name)
    head, tail = path.split(name)
    if not tail:
        head, tail = path.split(head)
    while head and tail:
        try:
            rmdir(head)
        except OSError:
            break
        head, tail = path.split(head)


def renames(old, new):
    """Renames, makes the folders that the new name needs, and removes those that the old one leaves empty."""
    head, tail = path.split(new)
    if head and tail and not path.exists(head):
        os.makedirs(head)
    rename(old, new)
    head, tail = path.split(old)
    if head and tail:
        try:
            removedirs(head)
        except OSError:
            pass


def fdopen(fd, mode="r", buffering=-1, encoding=None, *args, **kwargs):
    """A stream for a descriptor."""
    if not isinstance(fd, int):
        raise TypeError("invalid fd type (%s, expected integer)" % type(fd))
    return open(fd, mode, buffering, encoding, *args, **kwargs)


def get_exec_path(env=None):
    """Folders where programs are looked for."""
    return (environ if env is None else env).get("PATH", os.defpath).split(os.pathsep)


def process_cpu_count():
    return os.cpu_count()


def _exists(name):
    return name in vars(os)


def _get_exports_list(module):
    return list(getattr(module, "__all__", [name for name in dir(module) if not name.startswith("_")]))


supports_bytes_environ = False
