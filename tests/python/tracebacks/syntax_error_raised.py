"""A SyntaxError that a program makes."""
import sys


def show(error):
    try:
        raise error
    except SyntaxError:
        sys.excepthook(*sys.exc_info())


show(SyntaxError("only a message"))
show(SyntaxError())
show(SyntaxError("message", ("file.py", 3, 5, "    some text = here\n")))
show(SyntaxError("message", ("file.py", 3, 5, "    some text = here\n", 3, 9)))
show(SyntaxError("message", ("file.py", 3, 7, "    some text = here\n", 4, 2)))
show(SyntaxError("message", ("file.py", 3, 0, "some text\n")))
show(SyntaxError("message", ("file.py", 3, 100, "some text\n")))
show(SyntaxError("message", ("file.py", 3, None, None)))
show(SyntaxError("message", (None, 3, 1, "text")))
show(IndentationError("bad indent", ("file.py", 3, 1, "x")))
error = SyntaxError("message", ("file.py", 3, 5, "text", 3, 6))
print(error.msg, error.filename, error.lineno, error.offset, error.text, error.end_lineno, error.end_offset, error.print_file_and_line)
print(error, repr(error), error.args)
error.filename = None
show(error)
error.lineno = None
show(error)
try:
    SyntaxError("a", (1, 2))
except Exception as e:
    print(type(e).__name__, e)
