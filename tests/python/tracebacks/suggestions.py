"""Did you mean ...?"""
import sys
import math

a_long_global = 1


class Thing:
    def __init__(self):
        self.colour = 1
        self.weight = 2

    def calculate(self):
        return 1


class Slots:
    __slots__ = ("attribute_one", "attribute_two")


class Quiet:
    def __dir__(self):
        return ["nothing_like_it"]


def show(function, *args):
    try:
        function(*args)
    except Exception:
        sys.excepthook(*sys.exc_info())


def local_name():
    some_local = 1
    return some_locl


def global_name():
    return a_long_globl


def builtin_name():
    return pront(1)


def far_away():
    return completely_different_name


def capital():
    return VALUEERROR


def in_closure():
    captured = 1

    def inner():
        captured
        return captred
    inner()


for name in ("color", "wieght", "calculat", "Calculate", "x", "unrelated"):
    show(getattr, Thing(), name)
show(getattr, Thing, "calculatee")
show(getattr, "text", "uper")
show(getattr, [], "appendd")
show(getattr, 5, "rea")
show(getattr, Slots(), "attribute_tow")
show(getattr, Quiet(), "nothing_like")
show(getattr, math, "sqr")
show(local_name)
show(global_name)
show(builtin_name)
show(far_away)
show(capital)
show(in_closure)


def attributes():
    try:
        Thing().colr
    except AttributeError as error:
        print(error.name, type(error.obj).__name__, error.args)
    try:
        undefined
    except NameError as error:
        print(error.name, error.args)
    try:
        import nothing_there
    except ImportError as error:
        print(error.name, error.path, error.msg, error.args)
    print(NameError().name, AttributeError("x").obj, AttributeError(name="n", obj=3).name, ImportError("m", name="n", path="p").path)


attributes()
show(lambda: NameErro)
show(lambda: Thing().colour.nothing)
