# Special methods that a class defines, called in loops: items, calls, signs, operators on both sides, in place, refused.
class Grid:
    def __init__(self, width, data=None, *, name="grid"):
        self.width = width
        self.data = [0] * width if data is None else data
        self.name = name

    def __getitem__(self, at):
        x, y = at
        return self.data[(x * 7 + y) % self.width]

    def __setitem__(self, at, value):
        x, y = at
        self.data[(x * 7 + y) % self.width] = value

    def __call__(self, a, b=2):
        return a * b + self.width

    def __neg__(self):
        return Grid(self.width, [-value for value in self.data])


grid = Grid(11)
for i in range(120):
    grid[i, i + 1] = grid[i + 1, i] + i
    if i % 40 == 39:
        print(i, grid.data, grid(i), grid(i, 3), grid(i, b=4), (-grid).data[:3])


class Number:
    def __init__(self, value, tag="n"):
        self.value, self.tag = value, tag

    def __add__(self, other):
        if isinstance(other, Number):
            return Number(self.value + other.value, "nn")
        if isinstance(other, (int, float)):
            return Number(self.value + other, "ni")
        return NotImplemented

    def __radd__(self, other):
        if isinstance(other, str):
            return NotImplemented
        return Number(other + self.value, "in")

    def __invert__(self):
        return Number(~self.value, "inv")

    def __pos__(self):
        return self

    def __repr__(self):
        return f"{self.tag}:{self.value}"


total = Number(0)
for i in range(150):
    total = total + i
    total = 1 + total
    total += Number(i)
    total += 1
    if i % 50 == 49:
        print(total, ~total, +total is total)

for wrong in ([], "x", None):
    for i in range(90):
        try:
            if i == 60:
                total += wrong
            elif i == 70:
                wrong + total
            else:
                total + i
        except TypeError as e:
            print(i, e)


class Base:
    def __init__(self, x, y=10):
        self.x, self.y = x, y

    def area(self, scale=1):
        return self.x * self.y * scale


class Derived(Base):
    def __init__(self, x, **more):
        super().__init__(x, y=more.get("y", 3))

    def area(self, scale=2):
        return super().area(scale=scale) + super(Derived, self).area()


sum_of_areas = 0
for i in range(130):
    sum_of_areas += Derived(i).area() + Derived(i, y=i).area(scale=3) + Base(y=2, x=i).area()
print(sum_of_areas)
try:
    for i in range(100):
        Base(i, z=1) if i == 80 else Base(i)
except TypeError as e:
    print(i, type(e).__name__)
