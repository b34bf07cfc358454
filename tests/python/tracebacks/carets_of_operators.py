"""Binary operators, subscripts and calls are pointed at; an expression that is the whole line is not."""
import sys


def show(function, *args):
    try:
        function(*args)
    except Exception:
        sys.excepthook(*sys.exc_info())


def divide(a, b):
    return a / b


def nested(a, b):
    return (a + 1) * (b // "x") + 3


def floor(a, b):
    x = a   //   b
    return x


def add(a, b):
    return 1 + a + b + 2


def power(a):
    return [1, 2, a ** "x", 4]


def item(d):
    return d["a"]["b"]["c"]


def item_of_list(l, i):
    y = l[i][i + 1]
    return y


def sliced(l):
    return l["a":3]


def call(f):
    return 1 + f(1, 2) + 3


def call_line(f):
    f(1, 2)


def commented(f):
    f(1, 2)  # what follows is not part of it


def attribute(x):
    return x.first.second.third


def method(x):
    x.upper().missing().lower()


def compare(a, b):
    return 1 if a < b else 2


def unary(x):
    return 3 * -x


def parenthesised(a, b):
    return ((a) + (b))


def matrix(a, b):
    a @= b
    return a


def shift(a, b):
    z = a << b; return z


def accents(a, b):
    é = "äöü" + a["ß"] / b
    return é


show(divide, 1, 0)
show(nested, 1, 2)
show(floor, 1, "x")
show(add, 1, "x")
show(power, 2)
show(item, {"a": {"b": 5}})
show(item, {"a": {}})
show(item_of_list, [[1], [2]], 1)
show(sliced, [1, 2])
show(call, 5)
show(call_line, None)
show(commented, None)
show(attribute, 3)
show(method, "a")
show(compare, 1, "a")
show(unary, "a")
show(parenthesised, 1, "a")
show(matrix, 1, 2)
show(shift, 1, "a")
show(accents, {"ß": 1}, 0)
show(lambda: 1 / 0)
show(lambda a: a[0] + 1, [])
