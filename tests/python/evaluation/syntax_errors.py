# Errors in the text: SyntaxError with all that it has.
def show(source, mode="exec", place=True):
    try:
        compile(source, "dir/file.py", mode)
        print("fine", repr(source))
    except SyntaxError as e:
        print(type(e).__name__, "|", e)
        print("   ", e.msg, e.filename, e.lineno, type(e.args).__name__)
        if place:
            print("   ", e.offset, repr(e.text.strip()), e.end_lineno, e.end_offset, e.args[1][:3])


show("x = = 2")
show("a b")
show("if 1:\nx")
show("x = 1\n  y = 2", place=False)
show("f(**k, *a)")
show("f() = 1")
# From here on the place or the text is not the same in all versions.
show("1 +\n2", place=False)
show("return 1", place=False)
show("'abc", place=False)
show("break", place=False)
show("def f():\n    x = 1\n    global x\n", place=False)
show("x +", "eval", place=False)
show("nonlocal q", place=False)
show("def f(a, a): pass", place=False)
show("(1, 2", place=False)
show("x = 1)", place=False)
show("for i in range(3):\n    continue\nyield 3", place=False)
show("1", "eval")

try:
    eval("x y")
except SyntaxError as e:
    print(e, e.filename, e.lineno)
try:
    exec("x = 1\ny = (2")
except SyntaxError as e:
    print(e.msg, e.filename, e.lineno)

e = SyntaxError("message", ("name", 3, 5, "text", 3, 7))
print(e, e.args, e.lineno, e.end_offset, e.print_file_and_line)
e = SyntaxError("only")
print(e, e.msg, e.lineno, e.filename, repr(e))
e = SyntaxError()
print(e, e.msg, e.args)
e.msg, e.lineno = "changed", 12
print(e)
for args in [("m", (1, 2)), ("m", 5)]:
    try:
        SyntaxError(*args)
    except Exception as error:
        print(type(error).__name__)
print(issubclass(IndentationError, SyntaxError), issubclass(TabError, IndentationError))
