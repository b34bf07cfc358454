"""Numbers with sixteen bits behind the point."""


class Fix16:
    def __init__(self, value, scaled=False):
        if scaled:
            self.bits = value
        elif isinstance(value, Fix16):
            self.bits = value.bits
        else:
            self.bits = int(value * 65536)

    def __add__(self, other):
        return Fix16(self.bits + Fix16(other).bits, True)

    def __radd__(self, other):
        return Fix16(Fix16(other).bits + self.bits, True)

    def __sub__(self, other):
        return Fix16(self.bits - Fix16(other).bits, True)

    def __mul__(self, other):
        return Fix16((self.bits >> 8) * (Fix16(other).bits >> 8), True)

    def __truediv__(self, other):
        return Fix16((self.bits << 16) // Fix16(other).bits, True)

    def __float__(self):
        return self.bits / 65536.0
