"""SOR(n, cycles): successive over-relaxation on an n by n grid."""

from image import Image, checksum
from lcg import Random

DEFAULT = (100, 32768)


def setup(n, cycles):
    return Image(n, n, Random(7).vector(n * n)), cycles


def relax(grid, omega):
    for y in range(1, grid.height - 1):
        for x in range(1, grid.width - 1):
            grid[x, y] = (
                omega * 0.25 * (grid[x, y - 1] + grid[x, y + 1] + grid[x - 1, y] + grid[x + 1, y])
                + (1.0 - omega) * grid[x, y]
            )


def run(state):
    grid, cycles = state
    for _ in range(cycles):
        relax(grid, 1.25)


def result(state):
    return checksum(state[0])
