"""Keys with the same hash."""


class Key:
    compared = 0

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 1

    def __eq__(self, other):
        Key.compared += 1
        return self.n == other.n


keys = [Key(i) for i in range(60)]
table = {key: key.n for key in keys}
print(len(table), table[Key(40)], Key(200) in table)
print(len({*keys, *[Key(i) for i in range(30, 90)]}))
for key in keys[::2]:
    del table[key]
print(len(table), sorted(table.values())[:3])

# Integers that agree modulo 2 ** 61 - 1, and powers of two.
step = 2 ** 61 - 1
numbers = {i * step: i for i in range(1, 500)}
print(len(numbers), hash(5 * step), numbers[7 * step])
powers = {2 ** i: i for i in range(500)}
print(len(powers), powers[2 ** 400])
shifted = {i << 32: i for i in range(500)}
print(len(shifted), shifted[77 << 32])
print(len(set(range(0, 2 ** 40, 2 ** 30))), len({float(i) * 2.0 ** 40 for i in range(1000)}))


class Changing:
    def __init__(self):
        self.hashes = 0

    def __hash__(self):
        self.hashes += 1
        return self.hashes

    def __eq__(self, other):
        table.clear()
        return False


c = Changing()
table = {c: 1}
print(c in table)
try:
    for i in range(50):
        table[Changing()] = i
    print("filled")
except RuntimeError as error:
    print(type(error).__name__)
