"""What CPython makes of format specifications: the expectations of src/format/tests.rs.

    python3 tests/generate/formats.py > tests/data/formats.txt     all of them, as checksums
    python3 tests/generate/formats.py int 3                        the lines of one block, to compare with those a test prints

See numbers_cases.py, whose operands these are.
"""

import _string

import numbers_cases as numbers

bits, show = numbers.bits, numbers.show


def spec(r):
    kind = bits(r, 3)
    text = ("", "", "", "<", ">", "^", "=", "")[kind]
    if kind == 7:
        text = "*é0_{} ,"[bits(r, 3)] + "<>^="[bits(r, 2)]
    text += ("", "", "", "", "+", "-", " ", "+")[bits(r, 3)]
    text += "z" * (bits(r, 4) == 0)
    text += "#" * (bits(r, 2) == 0)
    text += "0" * (bits(r, 2) == 0)
    if bits(r, 1):
        text += str(bits(r, 5))
    text += ("", "", "", "", "", ",", "_", ",_")[bits(r, 3)]
    if bits(r, 1):
        text += "." + str(bits(r, 1 + bits(r, 2) * 2))
    return text


def formatted(value, text):
    try:
        return format(value, text)
    except Exception as error:
        return "%s: %s" % (type(error).__name__, error)


def case(make, types):
    def of(r):
        value = make(r)
        text = spec(r) + types[bits(r, 4)]
        return "%s %s -> %s|" % (show(value), text, formatted(value, text))
    return of


def short_text(r):
    return "".join("abcé中😀{}"[bits(r, 3)] for _ in range(bits(r, 3)))


def percent(make, types):
    def of(r):
        value = make(r)
        text = "%" + "".join("-+ #0"[bits(r, 3) % 5] for _ in range(bits(r, 2)))
        if bits(r, 1):
            text += str(bits(r, 5))
        if bits(r, 1):
            text += "." + ("", str(bits(r, 4)))[bits(r, 1)]
        text += ("", "", "l", "h")[bits(r, 2)] + types[bits(r, 2)]
        return "%s %s -> %s|" % (show(value), text, text % value)
    return of


def fields(r):
    text = "".join("{}{}[]!:.01a"[bits(r, 4) % 12] for _ in range(bits(r, 4)))
    try:
        pieces = repr([tuple("" if part is None else part for part in piece) for piece in _string.formatter_parser(text)])
    except Exception as error:
        pieces = str(error)
    return "%s -> %s" % (text, pieces)


OPS = {
    "int": case(numbers.an_int, ["", "d", "b", "c", "e", "E", "f", "F", "g", "G", "n", "o", "x", "X", "%", "s"]),
    "plain_int": case(numbers.an_int, ["", "d", "b", "x", "o", "X", "d", "b", "x", "", "d", "n", "x", "d", "d", "d"]),
    "float": case(numbers.a_float, ["", "", "", "", "e", "E", "f", "F", "g", "G", "n", "%", "d", "s", "f", "g"]),
    "complex": case(numbers.a_complex, ["", "", "", "", "e", "E", "f", "F", "g", "G", "n", "%", "d", "s", "f", "g"]),
    "text": case(short_text, ["", "", "", "", "", "", "", "", "s", "s", "s", "s", "s", "d", "é", "\n"]),
    "percent_int": percent(numbers.an_int, ["d", "x", "o", "X"]),
    "percent_float": percent(numbers.a_float, ["e", "f", "g", "G"]),
    "fields": fields,
}


numbers.main(OPS)
