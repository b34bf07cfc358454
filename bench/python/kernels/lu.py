"""LU(n, cycles): a matrix, as a list of rows, factorized with partial pivoting."""

from lcg import Random

DEFAULT = (100, 4096)


def setup(n, cycles):
    random = Random(7)
    rows = [random.vector(n) for _ in range(n)]
    return rows, [[0.0] * n for _ in range(n)], [0] * n, cycles


def factorize(a, pivots):
    n = len(a)
    for j in range(n):
        pivot, largest = j, abs(a[j][j])
        for i in range(j + 1, n):
            value = abs(a[i][j])
            if value > largest:
                pivot, largest = i, value
        pivots[j] = pivot
        if a[pivot][j] == 0.0:
            raise ZeroDivisionError("the matrix is singular")
        if pivot != j:
            a[j], a[pivot] = a[pivot], a[j]
        if j < n - 1:
            reciprocal = 1.0 / a[j][j]
            for i in range(j + 1, n):
                a[i][j] *= reciprocal
        upper = a[j]
        for i in range(j + 1, n):
            row = a[i]
            factor = row[j]
            for k in range(j + 1, n):
                row[k] -= factor * upper[k]


def run(state):
    source, work, pivots, cycles = state
    for _ in range(cycles):
        for i in range(len(source)):
            row, to = source[i], work[i]
            for j in range(len(row)):
                to[j] = row[j]
        factorize(work, pivots)


def result(state):
    total, weight = 0.0, 1
    for row in state[1]:
        for value in row:
            total += value * weight
            weight = weight % 7 + 1
    return total
