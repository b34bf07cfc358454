"""Standard streams that are caught, and exceptions that nobody could catch."""

import sys


class Error(Exception):
    pass


class TestFailed(Error):
    def __init__(self, msg="", *args, stats=None):
        super().__init__(msg, *args)


class captured_output:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        import io
        self.old = getattr(sys, self.name)
        stream = io.StringIO()
        setattr(sys, self.name, stream)
        return stream

    def __exit__(self, *exception):
        setattr(sys, self.name, self.old)


def captured_stdout():
    return captured_output("stdout")


def captured_stderr():
    return captured_output("stderr")


def captured_stdin():
    return captured_output("stdin")


class catch_unraisable_exception:
    def __init__(self):
        self.unraisable = None

    def _hook(self, unraisable):
        self.unraisable = unraisable

    def __enter__(self):
        self.old = sys.unraisablehook
        sys.unraisablehook = self._hook
        return self

    def __exit__(self, *exception):
        sys.unraisablehook = self.old
        del self.unraisable
