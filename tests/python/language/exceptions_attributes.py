# What exceptions carry.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


def show(e):
    print(type(e).__name__, e.args, str(e), repr(e), e.__cause__, e.__context__, e.__suppress_context__)
for make in (lambda: ValueError(), lambda: ValueError("a"), lambda: ValueError("a", 1), lambda: KeyError("k"), lambda: KeyError(), lambda: KeyError(1, 2), lambda: Exception([1]), lambda: StopIteration(5), lambda: OSError(2, "msg"), lambda: OSError(2, "msg", "file"), lambda: OSError("a"), lambda: AttributeError("x", name="n", obj=None), lambda: NameError("n"), lambda: SystemExit(3), lambda: AssertionError(), lambda: UnicodeDecodeError("utf-8", b"\xff", 0, 1, "why"), lambda: ZeroDivisionError("z"), lambda: IndexError(""), lambda: GeneratorExit()):
    show(make())
print(StopIteration(5).value, SystemExit(3).code, SystemExit().code, OSError(2, "m").errno, OSError(2, "m").strerror, OSError(2, "m", "f").filename, type(OSError(2, "m")).__name__, AttributeError("x", name="n", obj=5).name, ImportError("m", name="n").name, UnicodeDecodeError("u", b"ab", 0, 1, "r").reason)
class E(Exception):
    def __init__(self, a, b=2):
        super().__init__(a)
        self.b = b
    def __str__(self): return f"E:{self.b}"
show(E(1)); show(E(1, b=5))
try:
    try:
        1 / 0
    except ZeroDivisionError as z:
        raise E(1) from z
except E as e:
    print(repr(e.__cause__), e.__context__ is e.__cause__, e.__suppress_context__)
try:
    try:
        {}["k"]
    finally:
        [][1]
except IndexError as e:
    print(repr(e.__context__), e.__cause__)
e = ValueError("x")
e.args = (1, 2); e.extra = 5
e.__cause__ = KeyError("c")
show(e); print(e.extra, e.__suppress_context__)
e.add_note("note"); print(e.__notes__)
for f in (lambda: setattr(e, "__cause__", 5), lambda: setattr(e, "args", 5), lambda: Exception(a=1), lambda: isinstance(e, ValueError), lambda: issubclass(KeyError, LookupError), lambda: e.with_traceback(5)):
    t(f)
