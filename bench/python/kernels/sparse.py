"""SparseMatMult(n, entries, cycles): a sparse matrix, by compressed rows, times a vector."""

from lcg import Random

DEFAULT = (10000, 5000, 262144)


def setup(n, entries, cycles):
    random = Random(5)
    x = random.vector(n)
    # As many entries in each row, the columns as far apart as they go.
    per_row = entries // n if entries >= n else 1
    rows = min(n, entries)
    values = random.vector(per_row * rows)
    starts, columns = [0] * (n + 1), [0] * (per_row * rows)
    for row in range(n):
        first = min(row, rows) * per_row
        starts[row] = first
        if row < rows:
            step = max(row // per_row, 1)
            for i in range(per_row):
                columns[first + i] = i * step
    starts[n] = per_row * rows
    return [0.0] * n, values, starts, columns, x, cycles


def multiply(y, values, starts, columns, x):
    for row in range(len(starts) - 1):
        total = 0.0
        for i in range(starts[row], starts[row + 1]):
            total += x[columns[i]] * values[i]
        y[row] = total


def run(state):
    y, values, starts, columns, x, cycles = state
    for _ in range(cycles):
        multiply(y, values, starts, columns, x)


def result(state):
    total = 0.0
    for value in state[0]:
        total += value
    return total
