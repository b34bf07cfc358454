# except*: parts for handlers, what is left, what handlers raise.
def show(e, depth=0):
    pad = "  " * depth
    if isinstance(e, BaseExceptionGroup):
        print(f"{pad}{type(e).__name__} {e.message!r}")
        for child in e.exceptions:
            show(child, depth + 1)
    else:
        print(f"{pad}{e!r}")


def group():
    return ExceptionGroup("g", [ValueError(1), TypeError(2), ExceptionGroup("n", [ValueError(3), KeyError(4)])])


def attempt(raised, mode):
    try:
        try:
            raise raised
        except* ValueError as e:
            print("values:", type(e).__name__, [repr(x) for x in e.exceptions])
            if mode == "raise":
                raise RuntimeError("new")
            if mode == "again":
                raise
            if mode == "from":
                raise RuntimeError("new") from e
        except* (TypeError, KeyError) as e:
            print("types:", [repr(x) for x in e.exceptions])
            if mode == "raise":
                raise OSError("other")
        else:
            print("else")
        finally:
            print("finally")
        print("all handled")
    except BaseException as e:
        show(e)
        print("context", repr(e.__context__)[:40], "cause", repr(e.__cause__)[:40])


for mode in ("", "raise", "again", "from"):
    print("--", mode)
    attempt(group(), mode)
print("-- plain exceptions")
attempt(ValueError("plain"), "")
attempt(ValueError("plain"), "raise")
attempt(ValueError("plain"), "again")
attempt(OSError("nobody"), "")
print("-- left over")
attempt(ExceptionGroup("g", [ValueError(1), OSError(2), ExceptionGroup("n", [ZeroDivisionError(3)])]), "")
attempt(BaseExceptionGroup("b", [ValueError(1), KeyboardInterrupt()]), "raise")


def no_error():
    try:
        x = 1
    except* ValueError:
        print("never")
    else:
        return "else"


print(no_error())
try:
    try:
        raise ValueError
    except* ExceptionGroup:
        pass
except TypeError as e:
    print(e)
try:
    try:
        raise ValueError
    except* 5:
        pass
except TypeError as e:
    print(e)
try:
    e
except NameError as error:
    print("unbound", error)
for source in ["try: pass\nexcept ValueError: pass\nexcept* KeyError: pass", "try: pass\nexcept*: pass",
               "def f():\n try: pass\n except* ValueError: return 1", "for i in x:\n try: pass\n except* V: break"]:
    try:
        compile(source, "f", "exec")
    except SyntaxError as error:
        print(error.msg)


def hot(n):
    counts = [0, 0, 0]
    for i in range(n):
        try:
            try:
                if i % 3:
                    raise ExceptionGroup("g", [ValueError(i), KeyError(i)])
            except* ValueError as group:
                counts[0] += len(group.exceptions)
        except* KeyError as group:
            counts[1] += group.exceptions[0].args[0]
        else:
            counts[2] += 1
    return counts


print(hot(120))


def nested():
    try:
        raise ExceptionGroup("a", [ExceptionGroup("b", [ExceptionGroup("c", [ValueError(1)]), KeyError(2)])])
    except* KeyError as outer:
        try:
            raise outer
        except* KeyError as inner:
            print(inner is outer)


try:
    nested()
except ExceptionGroup as e:
    show(e)
