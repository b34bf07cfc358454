# ExceptionGroup: making, splitting, deriving.
def show(e, depth=0):
    pad = "  " * depth
    if isinstance(e, BaseExceptionGroup):
        print(f"{pad}{type(e).__name__} {e.message!r} {str(e)!r}")
        for child in e.exceptions:
            show(child, depth + 1)
    else:
        print(f"{pad}{e!r}")


g = ExceptionGroup("top", [ValueError(1), TypeError("t"), ExceptionGroup("inner", [ValueError(2), KeyError("k")])])
show(g)
print(repr(ExceptionGroup("m", [OSError(5)])), g.args[0], type(g.exceptions).__name__)
show(g.subgroup(ValueError))
print(g.subgroup(ZeroDivisionError), g.subgroup(ExceptionGroup) is g)
match, rest = g.split((ValueError, KeyError))
show(match)
show(rest)
match, rest = g.split(lambda e: isinstance(e, TypeError))
show(match)
show(rest)
print(g.split(OSError)[0], g.split(OSError)[1] is g or g.split(OSError)[1])
print([type(x).__name__ for x in g.split(Exception)])

print(type(BaseExceptionGroup("b", [ValueError()])).__name__, type(BaseExceptionGroup("b", [KeyboardInterrupt()])).__name__)


class Mine(ExceptionGroup):
    def derive(self, excs):
        return Mine("derived " + self.message, excs)


class Plain(ExceptionGroup):
    pass


m = Mine("mine", [ValueError(1), KeyError(2)])
m.add_note("a note")
m.__cause__ = OSError("cause")
part = m.subgroup(KeyError)
show(part)
print(part.__notes__, part.__notes__ is m.__notes__, part.__cause__ is m.__cause__)
show(Plain("plain", [ValueError(1), KeyError(2)]).subgroup(KeyError))
for args in [(), ("m",), (1, [ValueError()]), ("m", 3), ("m", []), ("m", [ValueError(), 5]), ("m", {1: 2}), ("m", [], 3)]:
    try:
        print(ExceptionGroup(*args))
    except Exception as e:
        print(type(e).__name__, e)
for make in [lambda: ExceptionGroup("m", [KeyboardInterrupt()]), lambda: Plain("m", [SystemExit()]),
             lambda: g.split(3), lambda: g.subgroup(int), lambda: g.split((ValueError, 3))]:
    try:
        make()
    except Exception as e:
        print(type(e).__name__, e)


class BadDerive(ExceptionGroup):
    def derive(self, excs):
        return 42


try:
    BadDerive("m", [ValueError(), KeyError()]).split(KeyError)
except TypeError as e:
    print(e)
try:
    g.message = "x"
except AttributeError as e:
    print(type(e).__name__)
print(issubclass(ExceptionGroup, Exception), issubclass(BaseExceptionGroup, Exception), ExceptionGroup.__mro__[1:3])
e = ValueError("v")
e.add_note("one")
e.add_note("two")
print(e.__notes__)
try:
    e.add_note(3)
except TypeError as error:
    print(error)
e.__notes__ = 5
try:
    e.add_note("x")
except TypeError as error:
    print(error)
