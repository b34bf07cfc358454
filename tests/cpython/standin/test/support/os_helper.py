"""Files and environment for tests."""

import os

TESTFN = "/tmp/@lathe_test_" + str(os.getpid()) if hasattr(os, "getpid") else "/tmp/@lathe_test"
TESTFN_ASCII = TESTFN
TESTFN_UNICODE = TESTFN + "-\xe0\xf2\u0258\u0141\u011f"
TESTFN_UNENCODABLE = TESTFN_UNDECODABLE = TESTFN_NONASCII = None
FS_NONASCII = "\xe6"
SAVEDCWD = "."


def unlink(path):
    try:
        os.unlink(path)
    except (FileNotFoundError, NotADirectoryError):
        pass


def rmdir(path):
    try:
        os.rmdir(path)
    except FileNotFoundError:
        pass


def rmtree(path):
    import shutil
    shutil.rmtree(path, ignore_errors=True)


def create_empty_file(path):
    open(path, "wb").close()


class FakePath:
    def __init__(self, path):
        self.path = path

    def __repr__(self):
        return f"<FakePath {self.path!r}>"

    def __fspath__(self):
        if isinstance(self.path, BaseException) or isinstance(self.path, type) and issubclass(self.path, BaseException):
            raise self.path
        return self.path


class temp_dir:
    def __init__(self, path=None, quiet=False):
        self.path = path or TESTFN + "_dir"

    def __enter__(self):
        os.mkdir(self.path)
        return self.path

    def __exit__(self, *exception):
        rmtree(self.path)


class change_cwd:
    def __init__(self, path, quiet=False):
        self.path = path

    def __enter__(self):
        self.old = os.getcwd()
        os.chdir(self.path)
        return os.getcwd()

    def __exit__(self, *exception):
        os.chdir(self.old)


class temp_cwd(temp_dir):
    def __enter__(self):
        super().__enter__()
        self.cwd = change_cwd(self.path)
        return self.cwd.__enter__()

    def __exit__(self, *exception):
        self.cwd.__exit__()
        super().__exit__()


class EnvironmentVarGuard:
    def __enter__(self):
        self.old = dict(os.environ)
        return self

    def __exit__(self, *exception):
        for name in list(os.environ):
            if name not in self.old:
                del os.environ[name]
        os.environ.update(self.old)

    def set(self, name, value):
        os.environ[name] = value

    def unset(self, name):
        os.environ.pop(name, None)

    __setitem__, __delitem__ = set, unset


def can_symlink():
    return False


def skip_unless_symlink(item):
    import unittest
    return unittest.skip("symlinks")(item)
