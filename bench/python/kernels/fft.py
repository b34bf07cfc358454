"""FFT(n, cycles): the Fourier transform of n complex numbers, and back, in place."""

from math import pi, sin

from lcg import Random

DEFAULT = (1024, 32768)


def setup(n, cycles):
    return Random(7).vector(2 * n), cycles


def reverse_bits(data, n):
    j = 0
    for i in range(n - 1):
        if i < j:
            a, b = 2 * i, 2 * j
            data[a], data[b] = data[b], data[a]
            data[a + 1], data[b + 1] = data[b + 1], data[a + 1]
        k = n >> 1
        while k <= j:
            j -= k
            k >>= 1
        j += k


def transform(data, n, direction):
    reverse_bits(data, n)
    dual = 1
    while dual < n:
        theta = direction * pi / dual
        s = sin(theta)
        half = sin(theta / 2.0)
        s2 = 2.0 * half * half
        w_real, w_imag = 1.0, 0.0
        for b in range(0, n, 2 * dual):
            i, j = 2 * b, 2 * (b + dual)
            re, im = data[j], data[j + 1]
            data[j] = data[i] - re
            data[j + 1] = data[i + 1] - im
            data[i] += re
            data[i + 1] += im
        for a in range(1, dual):
            w_real, w_imag = w_real - s * w_imag - s2 * w_real, w_imag + s * w_real - s2 * w_imag
            for b in range(0, n, 2 * dual):
                i, j = 2 * (b + a), 2 * (b + a + dual)
                z_real, z_imag = data[j], data[j + 1]
                re = w_real * z_real - w_imag * z_imag
                im = w_real * z_imag + w_imag * z_real
                data[j] = data[i] - re
                data[j + 1] = data[i + 1] - im
                data[i] += re
                data[i + 1] += im
        dual *= 2


def run(state):
    data, cycles = state
    n = len(data) // 2
    for _ in range(cycles):
        transform(data, n, -1.0)
        transform(data, n, 1.0)
        scale = 1.0 / n
        for i in range(2 * n):
            data[i] *= scale


def result(state):
    total, weight = 0.0, 1
    for value in state[0]:
        total += value * weight
        weight = weight % 7 + 1
    return total
