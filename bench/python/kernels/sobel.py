"""sobel(width, height): the length of the gradient at each pixel, in one pass."""

from math import sqrt

from image import Image, checksum, pattern

DEFAULT = (1000, 1000)


def setup(width, height):
    return pattern(width, height), Image(width, height)


def sobel(a, b):
    for y in range(1, a.height - 1):
        for x in range(1, a.width - 1):
            dx = (
                a[x + 1, y - 1] - a[x - 1, y - 1]
                + 2.0 * (a[x + 1, y] - a[x - 1, y])
                + a[x + 1, y + 1] - a[x - 1, y + 1]
            )
            dy = (
                a[x - 1, y + 1] - a[x - 1, y - 1]
                + 2.0 * (a[x, y + 1] - a[x, y - 1])
                + a[x + 1, y + 1] - a[x + 1, y - 1]
            )
            b[x, y] = sqrt(dx * dx + dy * dy)


def run(state):
    sobel(*state)


def result(state):
    return checksum(state[1])
