"""spectral_norm(n): the greatest singular value of an infinite matrix, cut off at n by n."""

from math import sqrt

DEFAULT = (130,)


def setup(n):
    return [n, None]


def a(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(vector):
    n = len(vector)
    return [sum(a(i, j) * vector[j] for j in range(n)) for i in range(n)]


def transposed_times(vector):
    n = len(vector)
    return [sum(a(j, i) * vector[j] for j in range(n)) for i in range(n)]


def spectral_norm(n):
    u = [1.0] * n
    v = u
    for _ in range(10):
        v = transposed_times(times(u))
        u = transposed_times(times(v))
    uv = vv = 0.0
    for x, y in zip(u, v):
        uv += x * y
        vv += y * y
    return sqrt(uv / vv)


def run(state):
    state[1] = spectral_norm(state[0])


def result(state):
    return state[1]
