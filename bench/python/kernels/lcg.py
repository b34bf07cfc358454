"""The random numbers of SciMark: a subtractive lagged Fibonacci generator with 31 bits."""

LARGEST = 2147483647


class Random:
    def __init__(self, seed):
        seed = abs(seed) | 1
        numbers = []
        for _ in range(17):
            seed = seed * 9069 % (LARGEST + 1)
            numbers.append(seed)
        self.numbers = numbers
        self.i = 4
        self.j = 16
        self.scale = 1.0 / LARGEST

    def next(self):
        numbers, i, j = self.numbers, self.i, self.j
        k = numbers[i] - numbers[j]
        if k < 0:
            k += LARGEST
        numbers[j] = k
        self.i = i - 1 if i > 0 else 16
        self.j = j - 1 if j > 0 else 16
        return self.scale * k

    def vector(self, n):
        return [self.next() for _ in range(n)]
