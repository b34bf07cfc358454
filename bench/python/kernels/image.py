"""A two-dimensional array of numbers, row by row in one list, that checks its bounds."""


class Image:
    def __init__(self, width, height, data=None):
        self.width = width
        self.height = height
        self.data = [0.0] * (width * height) if data is None else data

    def _index(self, place):
        x, y = place
        if 0 <= x < self.width and 0 <= y < self.height:
            return y * self.width + x
        raise IndexError("outside of the image")

    def __getitem__(self, place):
        return self.data[self._index(place)]

    def __setitem__(self, place, value):
        self.data[self._index(place)] = value


def pattern(width, height):
    """An image that is neither constant nor periodic in small steps."""
    image = Image(width, height)
    state = 12345
    for y in range(height):
        for x in range(width):
            state = (state * 1103515245 + 12345) % 2147483648
            image[x, y] = state / 2147483648.0 + x * 0.001 - y * 0.002
    return image


def checksum(image):
    """Depends on each pixel and its place."""
    total, weight = 0.0, 1
    for value in image.data:
        total += value * weight
        weight = weight % 7 + 1
    return total
