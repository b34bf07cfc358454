"""Where statements go wrong."""
import sys


def show(function, *args):
    try:
        function(*args)
    except Exception:
        sys.excepthook(*sys.exc_info())


class Manager:
    def __init__(self, x):
        self.x = x

    def __enter__(self):
        return self.x / 0

    def __exit__(self, *args):
        pass


def raise_plain():
    raise ValueError("plain")


def raise_class():
    raise KeyError


def raise_commented():
    raise ValueError("plain")  # with a comment


def assertion(x):
    assert x, "must be true"


def assertion_short(x):
    assert x > 3 and x < 10


def unpack(x):
    a, b = x


def unpack_call(x):
    (a, b), c = x, x


def loop(x):
    for item in x:
        pass


def delete(x):
    del x[0]


def delete_name():
    del unknown_name


def assign_item(x):
    x[0] = 5


def assign_attribute(x):
    x.real = 5


def import_missing():
    import no_such_module


def import_name():
    from sys import no_such_name


def augmented(x):
    x += 1


def with_statement(x):
    with Manager(x) as y:
        pass


def return_name():
    return undefined_name


def unbound():
    print(later)
    later = 1


def multi_line(f):
    return f(1,
             2,
             3)


def multi_line_binary(a, b):
    return (a +
            b)


def multi_line_method(x):
    return (x
            .upper()
            .lower()
            .nothing())


def star_call(f, x):
    f(*x)


def keyword_call(f):
    f(a=1, b=2)


def formatted(x):
    return f"value {x:d} and {1 / 0}"


def if_statement(x):
    if x.flag:
        pass


def while_statement(x):
    while x[3] > 2:
        pass


show(raise_plain)
show(raise_class)
show(raise_commented)
show(assertion, 0)
show(assertion_short, 1)
show(unpack, (1,))
show(unpack, 5)
show(unpack_call, (1,))
show(loop, 5)
show(delete, ())
show(delete_name)
show(assign_item, ())
show(assign_attribute, 5)
show(import_missing)
show(import_name)
show(augmented, "a")
show(with_statement, 5)
show(return_name)
show(unbound)
show(multi_line, 5)
show(multi_line_binary, 1, "a")
show(multi_line_method, "a")
show(star_call, print, 5)
show(keyword_call, unpack)
show(formatted, 1)
show(if_statement, 1)
show(while_statement, [1])
