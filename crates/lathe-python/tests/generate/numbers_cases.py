"""What CPython computes with numbers: the expectations of src/number/tests.

    python3 tests/generate/numbers_cases.py > tests/data/numbers.txt     all of them, as checksums
    python3 tests/generate/numbers_cases.py add 3                        the lines of one block, to compare with those a test prints

Both sides draw the operands from the same Mersenne Twister, so only checksums of blocks of cases are stored. Error messages are not
compared, since they differ between versions of CPython; only the kinds of errors are.
"""

import cmath
import math
import random
import struct
import sys
import zlib

BLOCKS, CASES = 8, 500
# How floats are printed is decided by all of their bits.
MORE_BLOCKS = {"bit_patterns": 400}
sys.set_int_max_str_digits(0)

SPECIAL = [0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, 1.0, -1.0, 0.5, 2.0**53, 2.0**63, -(2.0**63), 2.0**64,
           1.7976931348623157e308, 2.2250738585072014e-308, 1e16]


def bits(r, count):
    return r.getrandbits(count)


def an_int(r):
    kind = bits(r, 3)
    if kind == 0:
        value = bits(r, 5)
    elif kind < 5:
        value = (1 << (31, 62, 63, 64)[kind - 1]) + bits(r, 4) - 8
    elif kind == 5:
        value = bits(r, 64)
    else:
        value = bits(r, bits(r, 8 if kind == 6 else 11) + 1)
    return -value if bits(r, 1) else value


def a_count(r):
    """A small integer."""
    return bits(r, bits(r, 3) + 1)


def a_float(r):
    kind = bits(r, 3)
    if kind == 0:
        return struct.unpack("<d", struct.pack("<Q", bits(r, 64)))[0]
    if kind == 1:
        return float(bits(r, 8) - 128)
    if kind == 2:
        return SPECIAL[bits(r, 4)]
    if kind == 3:
        return math.ldexp(bits(r, 53), -bits(r, 6))
    if kind == 4:
        return float((1 << 63) + bits(r, 13) - 4096)
    if kind == 5:
        return math.ldexp(float(bits(r, 53)), bits(r, 6) - 80) * (1 - 2 * bits(r, 1))
    if kind == 6:
        return r.random() * 10.0 - 5.0
    return (bits(r, 10) - 512) / 8.0


def a_real(r):
    return an_int(r) if bits(r, 1) else a_float(r)


def a_complex(r):
    return complex(a_float(r), a_float(r))


def show(value):
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, int):
        return "%x" % value
    if isinstance(value, float):
        return "nan" if math.isnan(value) else "f%016x" % struct.unpack("<Q", struct.pack("<d", value))
    if isinstance(value, complex):
        return "(%s, %s)" % (show(value.real), show(value.imag))
    if isinstance(value, tuple):
        return "(%s)" % ", ".join(show(item) for item in value)
    if isinstance(value, bytes):
        return value.hex()
    return value


def result(function, *args):
    try:
        return show(function(*args))
    except Exception as error:
        return type(error).__name__


def hash_of(x):
    return 0 if x != x else hash(x)


def unary(make, function):
    def case(r):
        a = make(r)
        return "%s -> %s" % (show(a), result(function, a))
    return case


def binary(make_a, make_b, function):
    def case(r):
        a, b = make_a(r), make_b(r)
        return "%s %s -> %s" % (show(a), show(b), result(function, a, b))
    return case


def small_int(r):
    return bits(r, 7) - 40


def pow_mod(r):
    a, b, m = an_int(r), an_int(r) >> bits(r, 8), an_int(r)
    return "%s %s %s -> %s" % (show(a), show(b), show(m), result(pow, a, b, m))


def int_pow(r):
    a, b = an_int(r) >> bits(r, 6), a_count(r) - 3
    return "%s %s -> %s" % (show(a), show(b), result(lambda a, b: a**b, a, b))


def to_bytes(r):
    a, length, signed = an_int(r), a_count(r), bool(bits(r, 1))
    back = lambda data: int.from_bytes(data, "little", signed=signed)
    return "%s %s -> %s" % (show(a), show(length), result(lambda: (lambda d: (d, back(d)))(a.to_bytes(length, "little", signed=signed))))


NUMERAL = "0123456789_abfxoz +-"


def numeral(r):
    return "".join(NUMERAL[bits(r, 5) % len(NUMERAL)] for _ in range(bits(r, 3) + 1))


def read_int(r):
    base = (10, 0, 16, 2, 8, 36, 7, 3)[bits(r, 3)]
    prefix = ("", "0x", "0b", "0o", "-", " ", "0", "_")[bits(r, 3)]
    text = prefix + numeral(r)
    return "%s %s -> %s" % (text, base, result(lambda: int(text, base)))


FLOAT_TEXT = "0123456789.e+-_ "


def read_float(r):
    text = "".join(FLOAT_TEXT[bits(r, 4)] for _ in range(bits(r, 4) + 1))
    if bits(r, 1):
        text = ("inf", "-Infinity", "nan", "1e400", "1e-400", "1_0.5", ".5", "5.")[bits(r, 3)] + text[:bits(r, 1)]
    return "%s -> %s" % (text, result(float, text))


def long_decimal(r):
    text = "%d.%de%d" % (bits(r, 200), bits(r, 90), bits(r, 10) - 600)
    return "%s -> %s" % (text, result(float, text))


COMPLEX_TEXT = "12.je+-()n "


def read_complex(r):
    text = "".join(COMPLEX_TEXT[bits(r, 5) % len(COMPLEX_TEXT)] for _ in range(bits(r, 3) + 1))
    if bits(r, 1):
        text = repr(a_complex(r))
    return "%s -> %s" % (text, result(complex, text))


HEX_TEXT = "0123456789abcdef.p+-x"


def read_hex(r):
    text = "".join(HEX_TEXT[bits(r, 5) % len(HEX_TEXT)] for _ in range(bits(r, 3) + 1))
    if bits(r, 1):
        text = "0x%x.%xp%d" % (bits(r, 70), bits(r, 60), bits(r, 12) - 2200)
    return "%s -> %s" % (text, result(float.fromhex, text))


def several(function):
    def case(r):
        values = [a_float(r) for _ in range(bits(r, 3))]
        return "%s -> %s" % (" ".join(map(show, values)), result(function, values))
    return case


def a_finite_complex(r):
    z = a_complex(r)
    return z if cmath.isfinite(z) else complex(1.5, -2.5)


def a_moderate_complex(r):
    """Without overflow in between, where 3.14 gives an infinity and versions before it a NaN."""
    return complex((bits(r, 10) - 512) / 8.0, (bits(r, 10) - 512) / 8.0)


def twister(r):
    seed = an_int(r)
    other = random.Random(seed)
    return "%s -> %s %s %s" % (show(seed), show(other.random()), show(other.getrandbits(77)), show(other.getrandbits(5)))


OPS = {
    "add": binary(a_real, a_real, lambda a, b: a + b),
    "sub": binary(a_real, a_real, lambda a, b: a - b),
    "mul": binary(a_real, a_real, lambda a, b: a * b),
    "true_div": binary(a_real, a_real, lambda a, b: a / b),
    "int_true_div": binary(an_int, an_int, lambda a, b: a / b),
    "floor_div": binary(a_real, a_real, lambda a, b: a // b),
    "mod": binary(a_real, a_real, lambda a, b: a % b),
    "divmod": binary(a_real, a_real, divmod),
    "float_pow": binary(a_float, a_real, lambda a, b: a**b),
    "int_pow": int_pow,
    "pow_mod": pow_mod,
    "shl": binary(an_int, a_count, lambda a, b: a << b),
    "shr": binary(an_int, a_count, lambda a, b: a >> b),
    "and": binary(an_int, an_int, lambda a, b: a & b),
    "or": binary(an_int, an_int, lambda a, b: a | b),
    "xor": binary(an_int, an_int, lambda a, b: a ^ b),
    "neg": unary(a_real, lambda a: -a),
    "abs": unary(a_real, abs),
    "invert": unary(an_int, lambda a: ~a),
    "lt": binary(a_real, a_real, lambda a, b: a < b),
    "eq": binary(a_real, a_real, lambda a, b: a == b),
    "close_lt": lambda r: (lambda i: "%s -> %s" % (show(i), result(lambda: (i < float(i), i == float(i), float(i)))))(an_int(r)),
    "hash": unary(a_real, hash_of),
    "bits": unary(an_int, lambda a: (a.bit_length(), a.bit_count())),
    "to_float": unary(an_int, float),
    "to_int": unary(a_float, int),
    "round": unary(a_float, round),
    "round_digits": binary(a_float, small_int, lambda x, n: round(x, n)),
    "round_negative": binary(a_float, a_count, lambda x, n: round(x, -n)),
    "round_int": binary(an_int, a_count, lambda x, n: round(x, -n)),
    "floor_ceil": unary(a_float, lambda x: (math.floor(x), math.ceil(x))),
    "ratio": unary(a_float, float.as_integer_ratio),
    "decimal": unary(an_int, str),
    "bases": unary(an_int, lambda a: bin(a) + oct(a) + hex(a)),
    "read_int": read_int,
    "to_bytes": to_bytes,
    "repr": unary(a_float, repr),
    "bit_patterns": unary(lambda r: struct.unpack("<d", struct.pack("<Q", bits(r, 64)))[0], repr),
    "float_hex": unary(a_float, float.hex),
    "read_hex": read_hex,
    "read_float": read_float,
    "long_decimal": long_decimal,
    "exponent_form": binary(a_float, a_count, lambda x, n: "%.*e" % (n, x)),
    "fixed_form": binary(a_float, a_count, lambda x, n: "%.*f" % (n, x)),
    "general_form": binary(a_float, a_count, lambda x, n: "%.*g" % (n, x)),
    "alternate_form": binary(a_float, a_count, lambda x, n: "%#.*g" % (n, x)),
    "complex_add": binary(a_complex, a_complex, lambda a, b: a + b),
    "complex_mul": binary(a_finite_complex, a_finite_complex, lambda a, b: a * b),
    "complex_div": binary(a_finite_complex, a_finite_complex, lambda a, b: a / b),
    "complex_pow": binary(a_moderate_complex, a_moderate_complex, lambda a, b: a**b),
    "complex_eq": binary(a_complex, a_real, lambda a, b: a == b),
    "complex_repr": unary(a_complex, repr),
    "complex_abs": unary(a_complex, abs),
    "complex_hash": unary(a_finite_complex, hash),
    "read_complex": read_complex,
    "gcd": binary(an_int, an_int, math.gcd),
    "lcm": binary(an_int, an_int, math.lcm),
    "isqrt": unary(an_int, math.isqrt),
    "factorial": unary(small_int, math.factorial),
    "comb": binary(an_int, a_count, math.comb),
    "perm": binary(a_count, a_count, math.perm),
    "gamma": unary(a_float, math.gamma),
    "lgamma": unary(a_float, math.lgamma),
    "int_log": unary(an_int, lambda n: (math.log(n), math.log2(n), math.log10(n))),
    "fsum": several(math.fsum),
    "norm": several(lambda values: math.hypot(*values)),
    "frexp": unary(a_float, lambda x: (math.frexp(x))),
    "twister": twister,
    **{"c" + name: unary(a_complex, getattr(cmath, name)) for name in
       ("sqrt exp log log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh").split()},
    "rect": binary(a_float, a_float, cmath.rect),
}


def block(ops, name, number):
    r = random.Random(1000 * list(ops).index(name) + number)
    return [ops[name](r) for _ in range(CASES)]


def main(ops):
    if len(sys.argv) == 3:
        print("\n".join(block(ops, sys.argv[1], int(sys.argv[2]))))
        return
    for name in ops:
        for number in range(MORE_BLOCKS.get(name, BLOCKS)):
            print(name, number, "%08x" % zlib.crc32("\n".join(block(ops, name, number)).encode()))


if __name__ == "__main__":
    main(OPS)
