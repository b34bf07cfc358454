"""Causes and contexts."""
import sys


def show(function, *args):
    try:
        function(*args)
    except BaseException:
        sys.excepthook(*sys.exc_info())


def context():
    try:
        {}["key"]
    except KeyError:
        raise ValueError("while handling")


def cause():
    try:
        {}["key"]
    except KeyError as error:
        raise ValueError("because") from error


def suppressed():
    try:
        {}["key"]
    except KeyError:
        raise ValueError("alone") from None


def three():
    try:
        try:
            1 / 0
        except ZeroDivisionError as error:
            raise TypeError("second") from error
    except TypeError:
        raise OSError("third")


def in_finally():
    try:
        raise ValueError("first")
    finally:
        raise ValueError("second")


def explicit():
    error = ValueError("made by hand")
    error.__context__ = KeyError("no traceback")
    raise error


def unsuppressed():
    try:
        try:
            1 / 0
        except ZeroDivisionError:
            raise ValueError("x") from None
    except ValueError as error:
        error.__suppress_context__ = False
        raise


def reraised():
    try:
        1 / 0
    except ZeroDivisionError:
        raise


def reraised_by_name():
    try:
        1 / 0
    except ZeroDivisionError as error:
        raise error


def reraised_elsewhere():
    saved = None
    try:
        1 / 0
    except ZeroDivisionError as error:
        saved = error
    try:
        {}[3]
    except KeyError:
        raise saved


def cycle():
    a = ValueError("a")
    b = ValueError("b")
    a.__cause__ = b
    b.__cause__ = a
    raise a


for function in (context, cause, suppressed, three, in_finally, explicit, unsuppressed, reraised,
                 reraised_by_name, reraised_elsewhere, cycle):
    show(function)
