"""What nobody can have."""
import sys

N = 10 ** 18
cases = [
    ("'a' * N", lambda: "a" * N),
    ("b'a' * N", lambda: b"a" * N),
    ("[0] * N", lambda: [0] * N),
    ("(0,) * N", lambda: (0,) * N),
    ("bytes(N)", lambda: bytes(N)),
    ("bytearray(N)", lambda: bytearray(N)),
    ("'ab' * N * N", lambda: "ab" * (N * N)),
    ("[1, 2] * N * N", lambda: [1, 2] * (N * N)),
    ("bytes(N * N)", lambda: bytes(N * N)),
    ("'x'.ljust(N)", lambda: "x".ljust(N)),
    ("'x'.zfill(N)", lambda: "x".zfill(N)),
    ("b'x'.center(N)", lambda: b"x".center(N)),
    ("'%*d'", lambda: "%*d" % (N, 1)),
    ("1 << N * N", lambda: 1 << N * N),
    ("1 << N", lambda: 1 << N),
    ("list(range(N))", lambda: list(range(N * N))),
    ("len(range)", lambda: len(range(N * N))),
    ("chr", lambda: chr(N)),
    ("'%c'", lambda: "%c" % N),
    ("round", lambda: round(1.5, N)),
    ("int(str)", lambda: int("1" * 5000)),
    ("str(int)", lambda: str(10 ** 5000)),
    ("format", lambda: f"{10 ** 5000}"),
    ("repr", lambda: repr([10 ** 5000])),
    ("float", lambda: float(10 ** 400)),
    ("10 ** 400 / 3", lambda: 10 ** 400 / 3),
    ("2.0 ** 5000", lambda: 2.0 ** 5000),
    ("to_bytes", lambda: (1).to_bytes(N * N, "big")),
    ("slice", lambda: "abc"[N * N:-N * N]),
    ("index", lambda: [1][N * N]),
    ("expandtabs", lambda: len("a".expandtabs(N))),
    ("format width", lambda: format(1, f"{N * N}d")),
    ("int('1', N)", lambda: int("1", N)),
]
for name, function in cases:
    try:
        result = function()
        print(name, "gave", type(result).__name__)
    except (MemoryError, OverflowError, ValueError, IndexError) as error:
        print(name, type(error).__name__)
print(sys.get_int_max_str_digits())
sys.set_int_max_str_digits(0)
print(len(str(10 ** 20000)))
big = 7 ** 35_500
print(big.bit_length(), big % 1_000_007, (big * big) % 1_000_003, (big // 3 ** 1000) % 97)
