"""What CPython's functions and methods of numbers answer: the expectations of src/types/tests.rs.

    python3 tests/generate/calls.py > tests/data/calls.txt     all of them, as checksums
    python3 tests/generate/calls.py math.gcd 3                 the lines of one block, to compare with those a test prints

Not here: cbrt, whose last bit differs between versions of the C library, and phase, which takes an underflow for an overflow.

See numbers_cases.py, whose operands these are. Messages are those of 3.14, whatever version this runs with.
"""

import cmath
import math

import numbers_cases as numbers

DOMAIN = {
    "acos": "expected a number in range from -1 up to 1",
    "acosh": "expected argument value not less than 1",
    "asin": "expected a number in range from -1 up to 1",
    "atanh": "expected a number between -1 and 1",
    "cos": "expected a finite input",
    "sin": "expected a finite input",
    "tan": "expected a finite input",
    "log1p": "expected argument value > -1",
    "sqrt": "expected a nonnegative input",
    "gamma": "expected a noninteger or positive integer",
    "lgamma": "expected a noninteger or positive integer",
    "log": "expected a positive input",
    "log2": "expected a positive input",
    "log10": "expected a positive input",
}
MAKE = {
    "i": numbers.an_int,
    "n": numbers.a_count,
    "s": numbers.small_int,
    "f": numbers.a_float,
    "r": numbers.a_real,
    "c": numbers.a_complex,
}


def message(name, args, error):
    text = str(error)
    if isinstance(error, ZeroDivisionError):
        power = "pow" in name or "power" in text
        return "zero to a negative power" if power and "power" in text else "division by zero"
    if text == "math domain error" and name.startswith("math."):
        function = name[5:]
        bad = [x for x in args if not x > 0] if function == "log" else args
        if function in DOMAIN and bad:
            integer = function.startswith("log") and function != "log1p" and isinstance(bad[0], int)
            return DOMAIN[function] + ("" if integer else ", got %r" % float(bad[0]))
    return text


def show(value):
    return "NotImplemented" if value is NotImplemented else numbers.show(value)


def call(name, function, kinds):
    def case(r):
        args = [MAKE[kind](r) for kind in kinds]
        try:
            answer = show(function(*args))
        except Exception as error:
            answer = "%s: %s" % (type(error).__name__, message(name, args, error))
        return "%s -> %s" % (" ".join(map(show, args)), answer)
    return case


CALLS = {"math." + name: kinds for kinds, names in {
    "r": "acos acosh asin asinh atan atanh ceil cos cosh degrees erf erfc exp exp2 expm1 fabs floor frexp gamma isfinite "
         "isinf isnan lgamma log log10 log1p log2 modf radians sin sinh sqrt tan tanh trunc ulp",
    "rr": "atan2 copysign fmod isclose nextafter pow remainder",
    "rrr": "hypot",
    "i": "isqrt",
    "s": "factorial",
    "nn": "comb perm",
    "iii": "gcd lcm",
    "ri": "ldexp",
}.items() for name in names.split()}
CALLS |= {"cmath." + name: "c" for name in "acos acosh asin asinh atan atanh cos cosh exp isfinite isinf isnan log log10 "
                                             "polar sin sinh sqrt tan tanh".split()}
OPERATORS = "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod divmod rdivmod eq ne lt le gt ge"
CALLS |= {"int.__%s__" % name: "ir" for name in OPERATORS.split()}
CALLS |= {"int.__%s__" % name: "in" for name in "lshift rshift".split()}
CALLS |= {"int.__%s__" % name: "ii" for name in "and rand or ror xor rxor".split()}
CALLS |= {"int.__%s__" % name: "i" for name in "hash bool neg pos abs invert int index float trunc floor ceil round".split()}
CALLS |= {"int." + name: "i" for name in "conjugate bit_length bit_count as_integer_ratio".split()}
CALLS |= {"float.__%s__" % name: "fr" for name in OPERATORS.split()}
CALLS |= {"float.__%s__" % name: "f" for name in "bool repr neg pos abs int float trunc floor ceil round".split()}
CALLS |= {"float.__pow__": "fr", "float.__rpow__": "fr", "float.__round__ ": "fs", "int.__round__ ": "is", "int.__pow__": "in"}
CALLS |= {"float." + name: "f" for name in "conjugate as_integer_ratio is_integer hex".split()}
CALLS |= {"complex.__%s__" % name: "cc" for name in "add sub eq ne lt".split()}
CALLS |= {"complex.__%s__" % name: "c" for name in "bool repr neg pos abs".split()}
CALLS |= {"complex.conjugate": "c"}


def function(name):
    owner, name = name.strip().split(".")
    module = {"math": math, "cmath": cmath, "int": int, "float": float, "complex": complex}[owner]
    return getattr(module, name)


# A name with a space is the same function with other arguments; the file has it as an underscore.
OPS = {name.replace(" ", "_") + ":" + kinds: call(name, function(name), kinds) for name, kinds in CALLS.items()}

numbers.main(OPS)
