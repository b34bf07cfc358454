"""conv3x3(width, height): an image convolved with a kernel of three by three."""

from image import Image, checksum, pattern

DEFAULT = (1000, 1000)


def setup(width, height):
    kernel = Image(3, 3, [0.1, 0.2, -0.1, 0.3, 0.5, 0.05, -0.2, 0.15, 0.25])
    return pattern(width, height), kernel, Image(width, height)


def conv3x3(a, k, b):
    for y in range(1, a.height - 1):
        for x in range(1, a.width - 1):
            b[x, y] = (
                k[2, 2] * a[x - 1, y - 1] + k[1, 2] * a[x, y - 1] + k[0, 2] * a[x + 1, y - 1]
                + k[2, 1] * a[x - 1, y] + k[1, 1] * a[x, y] + k[0, 1] * a[x + 1, y]
                + k[2, 0] * a[x - 1, y + 1] + k[1, 0] * a[x, y + 1] + k[0, 0] * a[x + 1, y + 1]
            )


def run(state):
    conv3x3(*state)


def result(state):
    return checksum(state[2])
