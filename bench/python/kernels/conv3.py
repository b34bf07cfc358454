"""conv3(n): a vector convolved with a kernel of three numbers."""

DEFAULT = (1000000,)


def setup(n):
    a, state = [0.0] * n, 1
    for i in range(n):
        state = (state * 16807) % 2147483647
        a[i] = state / 2147483647.0
    return a, [0.25, 0.5, -0.125], [0.0] * (n - 2)


def conv3(a, k, b):
    for i in range(len(b)):
        b[i] = k[2] * a[i] + k[1] * a[i + 1] + k[0] * a[i + 2]


def run(state):
    a, k, b = state
    conv3(a, k, b)


def result(state):
    total = 0.0
    for value in state[2]:
        total += value
    return total
