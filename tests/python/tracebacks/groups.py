"""Exception groups are trees."""
import sys


def show(function, *args):
    try:
        function(*args)
    except BaseException:
        sys.excepthook(*sys.exc_info())


def raised(error):
    try:
        raise error
    except BaseException as caught:
        return caught


def simple():
    raise ExceptionGroup("several", [ValueError(1), TypeError("two")])


def with_tracebacks():
    raise ExceptionGroup("several", [raised(ValueError(1)), raised(KeyError("k"))])


def nested():
    raise ExceptionGroup("outer", [ValueError(1), ExceptionGroup("inner", [raised(TypeError(2)), OSError(3)]), KeyError(4)])


def chained():
    try:
        1 / 0
    except ZeroDivisionError as error:
        raise ExceptionGroup("after", [ValueError("x")]) from error


def chained_inside():
    try:
        try:
            raise KeyError("first")
        except KeyError:
            raise ValueError("second")
    except ValueError as error:
        raise ExceptionGroup("group", [error, TypeError("t")])


def context_is_group():
    try:
        simple()
    except ExceptionGroup:
        raise ValueError("after the group")


def notes():
    error = ValueError("noted")
    error.add_note("inner note\nsecond line")
    group = ExceptionGroup("group", [error, error])
    group.add_note("group note")
    raise group


def many():
    raise ExceptionGroup("many", [ValueError(i) for i in range(20)])


def deep():
    error = ValueError("bottom")
    for level in range(13):
        error = ExceptionGroup(f"level {level}", [error])
    raise error


def base():
    raise BaseExceptionGroup("base", [KeyboardInterrupt(), SystemExit(3)])


def multi_line():
    raise ExceptionGroup("a\nb", [ValueError("c\nd")])


for function in (simple, with_tracebacks, nested, chained, chained_inside, context_is_group, notes, many, deep, base, multi_line):
    show(function)
raise ExceptionGroup("the end", [ValueError("v"), ExceptionGroup("sub", [raised(TypeError("t"))])])
