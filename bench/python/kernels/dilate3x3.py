"""dilate3x3(width, height): the greatest weighted neighbour of each pixel."""

from image import Image, checksum, pattern

DEFAULT = (1000, 1000)


def setup(width, height):
    kernel = Image(3, 3, [0.9, 1.0, 0.8, 1.0, 1.1, 1.0, 0.7, 1.0, 0.95])
    return pattern(width, height), kernel, Image(width, height)


def dilate3x3(a, k, b):
    for y in range(1, a.height - 1):
        for x in range(1, a.width - 1):
            b[x, y] = max(
                k[2, 2] * a[x - 1, y - 1], k[1, 2] * a[x, y - 1], k[0, 2] * a[x + 1, y - 1],
                k[2, 1] * a[x - 1, y], k[1, 1] * a[x, y], k[0, 1] * a[x + 1, y],
                k[2, 0] * a[x - 1, y + 1], k[1, 0] * a[x, y + 1], k[0, 0] * a[x + 1, y + 1],
            )


def run(state):
    dilate3x3(*state)


def result(state):
    return checksum(state[2])
