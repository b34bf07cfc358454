#!/usr/bin/env python3
"""What CPython's str, bytes and bytearray answer to random questions, for src/types/text_tests.rs.

    python3 tests/generate/text_cases.py > tests/data/text.txt
    python3 tests/generate/text_cases.py str.find 3        # shows the cases of one group, with CPython's answers
    python3 tests/generate/text_cases.py properties 20     # shows what CPython says of the characters of a block

The questions are not stored: both sides make them from the same random numbers. The answers are stored as one hash for
each group of cases. All characters are as Unicode 14.0 and 16.0 agree on.
"""
import sys
import unicodedata
import warnings

warnings.simplefilter("ignore")
MASK = (1 << 64) - 1
GROUP, GROUPS = 32, 64


class Random:
    def __init__(self, seed):
        self.state = (seed * 0x9E3779B97F4A7C15 & MASK) | 1

    def next(self):
        x = self.state
        x ^= x << 13 & MASK
        x ^= x >> 7
        x ^= x << 17 & MASK
        self.state = x
        return x * 0x2545F4914F6CDD1D & MASK

    def below(self, limit):
        return (self.next() >> 11) % limit


LATIN = [(0x00, 0xFF)]
BMP = [
    (0x20, 0x7E), (0x100, 0x19A), (0x19C, 0x24F), (0x250, 0x263), (0x265, 0x294), (0x296, 0x2AF), (0x300, 0x34F), (0x391, 0x3A1), (0x3A3, 0x3CE),
    (0x400, 0x52F), (0x5D0, 0x5EA), (0x620, 0x64A), (0x660, 0x669), (0x10D0, 0x10FA), (0x13A0, 0x13F5), (0x1C90, 0x1CBA),
    (0x1E00, 0x1EFF), (0x1F80, 0x1FAF), (0x2000, 0x2064), (0x2070, 0x2071), (0x2160, 0x2188), (0x2460, 0x249B),
    (0x3000, 0x303F), (0x4E00, 0x4EFF), (0xAB70, 0xABBF), (0xE000, 0xE010), (0xFB00, 0xFB06), (0xFF10, 0xFF19), (0xFF21, 0xFF3A),
]
ASTRAL = [
    (0x61, 0x7A), (0x3B1, 0x3C9), (0x10400, 0x1044F), (0x118A0, 0x118DF), (0x1D400, 0x1D454), (0x1D7CE, 0x1D7FF),
    (0x1E900, 0x1E943), (0x1F600, 0x1F64F), (0x20000, 0x200FF), (0x10FFF0, 0x10FFFD),
]
SURROGATES = [(0x61, 0x64), (0xE9, 0xEA), (0xD800, 0xD803), (0xDC00, 0xDC03), (0xDC80, 0xDCFF), (0x10000, 0x10003)]
SPECIAL = [ord(c) for c in "aA bB1_-.':\t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\xad\u2028\u2029\u3000\xdf\u1e9e\u0130\u0131\u03a3\u03c2\u03c3"
           "\u01c4\u01c5\u01c6\ufb01\u0149\u0390\u0587\u1c90\u10d0\u13a0\uab70\u0345\u0300\u2019\xb2\u2460\u4e00\u0663\u00aa\u02b0\u1f88\\\"\x7f"]


def character(r, kind):
    if kind == 0:
        return 97 + r.below(2)
    if kind == 1:
        return [32, 97, 98, 99, 65, 66, 48, 43, 45, 9, 10, 13, 46, 95][r.below(14)]
    if kind == 2:
        return r.below(128)
    if kind == 6:
        return SPECIAL[r.below(len(SPECIAL))]
    ranges = {3: LATIN, 4: BMP, 5: ASTRAL, 7: SURROGATES}[kind]
    low, high = ranges[r.below(len(ranges))]
    return low + r.below(high - low + 1)


def points(r, kind, most):
    return [character(r, kind) for _ in range(r.below(most))]


def needle(r, kind, own):
    if own and r.below(2) == 0:
        start = r.below(len(own))
        return own[start : start + r.below(4)]
    return points(r, kind, 4)


def number(r):
    return r.below(23) - 10


# Methods, and what they take: s part, c character, i number, N number or None, T part or tuple of parts, k truth, S part or None,
# I list of parts. Small letters behind a `?` may be left out.
METHODS = {
    "find": "s?NN", "rfind": "s?NN", "index": "s?NN", "rindex": "s?NN", "count": "s?NN", "startswith": "T?NN", "endswith": "T?NN",
    "removeprefix": "s", "removesuffix": "s", "split": "?Si", "rsplit": "?Si", "splitlines": "?k", "partition": "s", "rpartition": "s",
    "strip": "?S", "lstrip": "?S", "rstrip": "?S", "replace": "ss?i", "join": "I", "center": "i?c", "ljust": "i?c", "rjust": "i?c",
    "zfill": "i", "expandtabs": "?i", "capitalize": "", "lower": "", "upper": "", "swapcase": "", "title": "", "isalnum": "",
    "isalpha": "", "isascii": "", "isdigit": "", "islower": "", "isspace": "", "istitle": "", "isupper": "", "__eq__": "s",
    "__lt__": "s", "__le__": "s", "__gt__": "s", "__ge__": "s", "__len__": "", "__add__": "s", "__mul__": "i", "__contains__": "s",
    "__repr__": "", "__getitem__": "i",
}
STR_METHODS = {"casefold": "", "isdecimal": "", "isnumeric": "", "isprintable": "", "isidentifier": "", "encode": "ER"}
BYTES_METHODS = {"hex": "?xi", "decode": "ER"}
ENCODINGS = ["utf-8", "latin-1", "ascii", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be",
             "unicode_escape", "raw_unicode_escape"]
ERRORS = ["strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace", "surrogateescape", "surrogatepass"]
# The two others are only for encoding; CPython 3.11 wraps what they say.
DECODE_ERRORS = ["strict", "ignore", "replace", "backslashreplace", "surrogateescape", "surrogatepass"]
PIECES = [b"a", b"\xe9", b"\xc3\xa9", b"\xe2\x82\xac", b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"\xff\xfe", b"\xfe\xff", b"\xd8\x00", b"\x00\xdc",
          b"\x00", b"\xe2\x82", b"\xf4\x90", b"\xc0\x80", b"\\", b"\\x4", b"\\u12", b"\\N{DIGIT ONE}", b"\\N{", b"\\U00110000", b"\\101",
          b"\\n", b"41", b"\x00\x00\x00\x41", b"\x41\x00\x00\x00", b"\x00\x00\xd8\x00", b"\x00\x11\x00\x00", b"\\N{NO SUCH}"]


def case(r, ty, method):
    """The object and the arguments of one case."""
    text = ty == "str"
    kind = r.below(8) if text else [0, 1, 2, 3][r.below(4)]
    own = points(r, kind, 24)

    def make(p):
        return "".join(map(chr, p)) if text else bytes(p)

    if method == "decode":
        own = list(b"".join(PIECES[r.below(len(PIECES))] for _ in range(r.below(8))))
    args = []
    optional = False
    for take in (METHODS | STR_METHODS | BYTES_METHODS)[method]:
        if take == "?":
            optional = True
            continue
        if optional and r.below(3) == 0:
            break
        if take == "s":
            args.append(make(needle(r, kind, own)))
        elif take == "c":
            args.append(make([character(r, kind)]))
        elif take == "x":
            args.append(":")
        elif take == "i":
            args.append(number(r))
        elif take == "N":
            args.append(None if r.below(4) == 0 else number(r))
        elif take == "S":
            args.append(None if r.below(3) == 0 else make(needle(r, kind, own)))
        elif take == "T":
            if r.below(3) == 0:
                args.append(tuple(make(needle(r, kind, own)) for _ in range(r.below(4))))
            else:
                args.append(make(needle(r, kind, own)))
        elif take == "k":
            args.append(r.below(2) == 1)
        elif take == "I":
            args.append([make(needle(r, kind, own)) for _ in range(r.below(5))])
        elif take == "E":
            args.append(ENCODINGS[r.below(len(ENCODINGS))])
        elif take == "R":
            errors = DECODE_ERRORS if method == "decode" else ERRORS
            args.append(errors[r.below(len(errors))])
    own = make(own)
    return (bytearray(own) if ty == "bytearray" else own), args


def show(value):
    """A value as bytes."""
    if value is None:
        return b"n"
    if isinstance(value, bool):
        return b"b1" if value else b"b0"
    if isinstance(value, int):
        return b"i%d;" % value
    if isinstance(value, str):
        return b"s" + value.encode("utf-8", "surrogatepass") + b";"
    if isinstance(value, (bytes, bytearray)):
        return (b"y" if isinstance(value, bytes) else b"a") + value + b";"
    return (b"l" if isinstance(value, list) else b"t") + b"".join(map(show, value)) + b";"


def answer(value, method, args):
    try:
        return show(getattr(type(value), method)(value, *args))
    except Exception as error:
        return b"E" + type(error).__name__.encode() + b":" + str(error).encode("utf-8", "surrogatepass") + b";"


def fnv(data, state=0xCBF29CE484222325):
    for byte in data:
        state = (state ^ byte) * 0x100000001B3 & MASK
    return state


def cases(ty, method, number):
    r = Random(number * 1000 + fnv(f"{ty}.{method}".encode()) % 1000)
    for _ in range(GROUP):
        value, args = case(r, ty, method)
        yield value, args, answer(value, method, args)


# Characters that were given other properties between 14.0 and 16.0.
CHANGED = [0x19B, 0x264, 0x295, 0x10FC, 0x200C, 0x200D, 0x30FB, 0xA7F2, 0xA7F3, 0xA7F4, 0xAB69, 0xFF65]


def of_character(c):
    s = chr(c)
    tests = ["isalpha", "isdecimal", "isdigit", "isnumeric", "isspace", "isprintable", "isupper", "islower", "istitle", "isidentifier"]
    maps = ["upper", "lower", "title", "casefold", "swapcase", "capitalize", "__repr__"]
    data = b"".join(show(getattr(s, name)()) for name in tests)
    return data + show(("a" + s).isidentifier()) + b"".join(show(getattr(s, name)()) for name in maps)


def properties():
    """Of every character: one hash for 256 of them."""
    every = [c for c in range(0x110000) if unicodedata.category(chr(c)) not in ("Cn", "Cs", "Co") and c not in CHANGED]
    runs = []
    for c in every:
        if runs and runs[-1][1] == c - 1:
            runs[-1][1] = c
        else:
            runs.append([c, c])
    print("assigned", " ".join(f"{a:x}-{b:x}" for a, b in runs))
    blocks = {}
    for c in every:
        blocks[c >> 8] = fnv(of_character(c), blocks.get(c >> 8, 0xCBF29CE484222325))
    print("properties", " ".join(f"{block:x}={value >> 32:x}" for block, value in blocks.items()))


def main():
    if sys.argv[1:2] == ["properties"]:
        for c in range(int(sys.argv[2], 16) << 8, (int(sys.argv[2], 16) << 8) + 256):
            if unicodedata.category(chr(c)) not in ("Cn", "Cs", "Co"):
                print(f"{c:x}", ascii(of_character(c)))
        return
    if len(sys.argv) == 3:
        ty, method = sys.argv[1].split(".", 1)
        for value, args, result in cases(ty, method, int(sys.argv[2])):
            print(ascii(value), ascii(args), ascii(result))
        return
    for ty, more in (("str", STR_METHODS), ("bytes", BYTES_METHODS), ("bytearray", BYTES_METHODS)):
        for method in METHODS | more:
            hashes = []
            for group in range(GROUPS):
                state = 0xCBF29CE484222325
                for _, _, result in cases(ty, method, group):
                    state = fnv(result, state)
                hashes.append(f"{state >> 32:08x}")
            print(f"{ty}.{method}", " ".join(hashes))
    properties()


main()
