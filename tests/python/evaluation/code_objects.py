# Code objects: from compile() and from functions.
def f(a, /, b, c=1, *args, d, e=2, **kwargs):
    """Text."""
    local = a + b

    def inner():
        return local, c

    return inner


code = f.__code__
print(type(code).__name__, code.co_name, code.co_qualname, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
print(code.co_varnames, code.co_nlocals, code.co_freevars, code.co_cellvars, code.co_firstlineno)
print(f(1, 2, d=3).__code__.co_freevars, f(1, 2, d=3).__code__.co_qualname)
print(code is f.__code__, code == f.__code__, hash(code) == hash(f.__code__), repr(code).startswith("<code object f at 0x"))
print(repr(code).endswith("line 2>"), code.co_flags & 0x0c, (lambda: (yield)).__code__.co_flags & 0x20)
print(isinstance(code.co_code, bytes), isinstance(code.co_consts, tuple), code.co_stacksize >= 0)
print(sorted(set(line for _, _, line in (lambda: 1).__code__.co_lines() if line)))

text = compile("x = 1\ny = x + len('ab')\n", "file.py", "exec")
print(text.co_name, text.co_filename, text.co_firstlineno, text.co_varnames, text.co_argcount, text.co_freevars)
exec(text)
print(x, y)
space, local = {}, {}
exec(text, space, local)
print(local, "x" in space)
exec(text, local)
print(eval(compile("y * 2", "f", "eval")), eval(compile("z = 3", "f", "exec")), z)
print([c.co_name for c in compile("def g(): pass\nclass H: pass", "f", "exec").co_consts if hasattr(c, "co_name")])
for args in [("1", "f", "bad"), ("x = 1", "f", "eval"), (3, "f", "exec"), ("1", 3, "exec"), ("1", "f", "exec", 1 << 30)]:
    try:
        print(compile(*args))
    except Exception as e:
        print(type(e).__name__, str(e)[:45])


def double(n):
    return n * 2


def triple(n):
    return n * 3


results = []
for i in range(150):
    if i == 100:
        double.__code__ = triple.__code__
    results.append(double(i))
print(results[98:102], sum(results), double.__name__, double.__code__.co_name)
try:
    double.__code__ = 3
except TypeError as e:
    print(e)
try:
    double.__code__ = f(1, 2, d=3).__code__
except ValueError as e:
    print(e)
try:
    exec(f(1, 2, d=3).__code__)
except TypeError as e:
    print(e)
try:
    code.co_name = "other"
except AttributeError as e:
    print(type(e).__name__)
print(compile("assert False", "f", "exec", optimize=1) is not None)
exec(compile("assert False, 'not here'", "f", "exec", optimize=1))
