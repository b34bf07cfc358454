"""Objects that are equal to everything or nothing, and greater or less than everything."""


class _AlwaysEqual:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False


class _NeverEqual:
    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    def __hash__(self):
        return 1


class _Extreme:
    def __init__(self, greater):
        self._greater = greater

    def __eq__(self, other):
        return other is self

    def __hash__(self):
        return id(self)

    def __lt__(self, other):
        return not self._greater and other is not self

    def __gt__(self, other):
        return self._greater and other is not self

    def __le__(self, other):
        return not self._greater or other is self

    def __ge__(self, other):
        return self._greater or other is self


ALWAYS_EQ = _AlwaysEqual()
NEVER_EQ = _NeverEqual()
LARGEST = _Extreme(True)
SMALLEST = _Extreme(False)
