"""Notes, names of classes, and exceptions that cannot be shown."""
import sys


def show(error):
    try:
        raise error
    except BaseException:
        sys.excepthook(*sys.exc_info())


class Mine(Exception):
    pass


class Outer:
    class Inner(ValueError):
        def __str__(self):
            return "shown by __str__"


class Bad(Exception):
    def __str__(self):
        raise RuntimeError("no text")


class NotText(Exception):
    def __str__(self):
        return 5


class Elsewhere(Exception):
    __module__ = "some.where"


class Strange(Exception):
    __module__ = 7


show(Mine())
show(Mine("one"))
show(Mine("one", 2))
show(Mine(""))
show(Mine("two\nlines"))
show(Outer.Inner(3))
show(Bad("x"))
show(NotText("x"))
show(Elsewhere("away"))
show(Strange("name"))
show(KeyError("quoted"))
show(KeyError())
show(OSError(2, "No such file", "name.txt"))
show(StopIteration(5))
show(KeyboardInterrupt())
show(UnicodeDecodeError("utf-8", b"abc\xff", 3, 4, "invalid start byte"))

error = ValueError("with notes")
error.add_note("first note")
error.add_note("second note\nof two lines")
error.add_note("")
show(error)
error = ValueError("odd notes")
error.__notes__ = 5
show(error)
error.__notes__ = ["text", 5, Bad]
show(error)
error.__notes__ = "a string"
show(error)


class BadNote:
    def __str__(self):
        raise ValueError


error.__notes__ = (BadNote(), "after")
show(error)


class BadRepr:
    def __repr__(self):
        raise ValueError


error.__notes__ = BadRepr()
show(error)
