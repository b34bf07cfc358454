"""sqrt(kind, iterations): Newton's approximation; the loop is the same for ints, floats and fixed-point numbers."""

from fix16 import Fix16

DEFAULT = ("float", 100000000)
START = {"int": lambda: 1234567, "float": lambda: 1234567.0, "Fix16": lambda: Fix16(1234.567)}


def setup(kind, iterations):
    return [START[kind](), iterations, None]


def sqrt(y, iterations):
    x = y / 2 if not isinstance(y, int) else y // 2
    if isinstance(y, int):
        while iterations > 0:
            iterations -= 1
            x = (x + y // x) // 2
    else:
        while iterations > 0:
            iterations -= 1
            x = (x + y / x) / 2
    return x


def run(state):
    state[2] = sqrt(state[0], state[1])


def result(state):
    return float(state[2])
