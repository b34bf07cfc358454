# The methods and attributes of int.
def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


for n in (0, 1, -1, 7, 255, -256, 2 ** 62, -(2 ** 62), 2 ** 63, 10 ** 30, True):
    print(n, n.bit_length(), n.bit_count(), n.conjugate(), n.real, n.imag, n.numerator, n.denominator, n.as_integer_ratio())
    print(n.__abs__(), n.__neg__(), n.__pos__(), n.__invert__(), n.__bool__(), n.__index__(), n.__int__(), n.__float__())
    print(n.__trunc__(), n.__floor__(), n.__ceil__(), n.__round__(), n.__round__(-1), n.__hash__() == hash(n), n.__format__(">8"))
t(lambda: (1).__add__("a"))
t(lambda: (1).__add__(1.5))
t(lambda: (7).__rsub__(10))
t(lambda: (7).__divmod__(-2))
t(lambda: (2).__pow__(10, 1000))
t(lambda: (2).__pow__(-1))
t(lambda: (3).__lshift__(70))
t(lambda: (3).__lshift__(-1))
t(lambda: (3).__rshift__(-1))
t(lambda: (1).bit_length(2))
t(lambda: int.bit_length("a"))
