"""MonteCarlo(n): a quarter of pi by throwing n darts."""

from lcg import Random

DEFAULT = (268435456,)


def setup(n):
    return [n, 0.0]


def montecarlo(n):
    random, inside = Random(113), 0
    for _ in range(n):
        x = random.next()
        y = random.next()
        if x * x + y * y <= 1.0:
            inside += 1
    return 4.0 * inside / n


def run(state):
    state[1] = montecarlo(state[0])


def result(state):
    return state[1]
