"""sys.excepthook, exit codes, traceback objects."""
import sys


def walk(tb):
    lines = []
    while tb is not None:
        lines.append((tb.tb_lineno, tb.tb_frame.f_code.co_name, tb.tb_frame.f_lineno >= 1))
        tb = tb.tb_next
    return lines


def one():
    two()


def two():
    raise ValueError("x")


try:
    one()
except ValueError as error:
    tb = error.__traceback__
    print(walk(tb), type(tb).__name__, type(tb.tb_frame).__name__)
    print(tb.tb_frame.f_globals is globals(), tb.tb_frame.f_globals["one"] is one)
    print(sys.exc_info()[2] is tb, sys.exc_info()[1] is error, sys.exc_info()[0])
    print(walk(error.with_traceback(tb.tb_next).__traceback__))
    print(error.with_traceback(None).__traceback__)
    try:
        error.with_traceback(5)
    except TypeError as wrong:
        print(wrong)
    try:
        raise error.with_traceback(tb)
    except ValueError as again:
        print(walk(again.__traceback__))
print(sys.exc_info())
print(sys.excepthook is sys.__excepthook__)


def hook(kind, value, tb):
    print("hook:", kind.__name__, value, walk(tb))


sys.excepthook = hook
one()
