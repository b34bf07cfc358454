"""raytrace(width, height): spheres and a chequered floor, with shadows and mirrors, by objects and methods."""

from math import sqrt

DEFAULT = (100, 100)
NEAR = 1e-6


class Vector:
    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor, self.z * factor)

    __rmul__ = __mul__

    def __neg__(self):
        return Vector(-self.x, -self.y, -self.z)

    def dot(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def cross(self, other):
        return Vector(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )

    def length(self):
        return sqrt(self.dot(self))

    def normalized(self):
        return self * (1.0 / self.length())

    def mirrored(self, normal):
        return self - normal * (2.0 * self.dot(normal))


class Ray:
    def __init__(self, start, direction):
        self.start = start
        self.direction = direction.normalized()

    def at(self, distance):
        return self.start + self.direction * distance


class Sphere:
    def __init__(self, centre, radius):
        self.centre, self.radius = centre, radius

    def hit(self, ray):
        to_centre = self.centre - ray.start
        along = to_centre.dot(ray.direction)
        inside = self.radius * self.radius - (to_centre.dot(to_centre) - along * along)
        if inside < 0.0:
            return None
        distance = along - sqrt(inside)
        return distance if distance > NEAR else None

    def normal_at(self, place):
        return (place - self.centre).normalized()


class Plane:
    def __init__(self, place, normal):
        self.place, self.normal = place, normal.normalized()

    def hit(self, ray):
        slope = ray.direction.dot(self.normal)
        if abs(slope) < NEAR:
            return None
        distance = (self.place - ray.start).dot(self.normal) / slope
        return distance if distance > NEAR else None

    def normal_at(self, place):
        return self.normal


class Matt:
    def __init__(self, colour, mirror=0.0):
        self.colour, self.mirror = colour, mirror

    def colour_at(self, place):
        return self.colour


class Chequers(Matt):
    def __init__(self, colour, other, size):
        super().__init__(colour, 0.1)
        self.other, self.size = other, size

    def colour_at(self, place):
        if (int(abs(place.x) / self.size + 0.5) + int(abs(place.z) / self.size + 0.5)) % 2:
            return self.other
        return self.colour


class Scene:
    def __init__(self):
        self.things, self.lights = [], []

    def add(self, shape, surface):
        self.things.append((shape, surface))

    def nearest(self, ray):
        best = None
        for shape, surface in self.things:
            distance = shape.hit(ray)
            if distance is not None and (best is None or distance < best[0]):
                best = (distance, shape, surface)
        return best

    def lit(self, place, light):
        ray = Ray(place, light - place)
        for shape, _ in self.things:
            if shape.hit(ray) is not None:
                return False
        return True

    def colour(self, ray, depth):
        if depth > 3:
            return (0.0, 0.0, 0.0)
        found = self.nearest(ray)
        if found is None:
            return (0.1, 0.1, 0.2)
        distance, shape, surface = found
        place = ray.at(distance)
        normal = shape.normal_at(place)
        brightness = 0.15
        for light in self.lights:
            towards = (light - place).normalized()
            amount = normal.dot(towards)
            if amount > 0.0 and self.lit(place + normal * 1e-4, light):
                brightness += 0.85 * amount
        red, green, blue = (part * brightness for part in surface.colour_at(place))
        if surface.mirror > 0.0:
            mirrored = Ray(place + normal * 1e-4, ray.direction.mirrored(normal))
            more = self.colour(mirrored, depth + 1)
            share = surface.mirror
            red, green, blue = (
                (1.0 - share) * part + share * other for part, other in zip((red, green, blue), more)
            )
        return (red, green, blue)

    def render(self, width, height):
        eye = Vector(0.0, 1.8, 10.0)
        ahead = (Vector(0.0, 1.0, 0.0) - eye).normalized()
        right = ahead.cross(Vector(0.0, 1.0, 0.0)).normalized()
        up = right.cross(ahead)
        pixels = bytearray(width * height * 3)
        at = 0
        for y in range(height):
            for x in range(width):
                across = right * ((x - width / 2.0) / width)
                upwards = up * ((height / 2.0 - y) / height)
                for part in self.colour(Ray(eye, ahead + across + upwards), 0):
                    pixels[at] = max(0, min(255, int(part * 255)))
                    at += 1
        return pixels


def scene():
    made = Scene()
    made.lights.append(Vector(30.0, 30.0, 10.0))
    made.lights.append(Vector(-10.0, 20.0, 30.0))
    made.add(Sphere(Vector(1.0, 3.0, -10.0), 1.0), Matt((1.0, 1.0, 0.0)))
    for y in range(6):
        made.add(Sphere(Vector(-3.0 - y * 0.4, 2.3, -5.0), 0.4), Matt((y / 6.0, 1.0 - y / 6.0, 0.5), 0.3))
    made.add(Sphere(Vector(1.5, 1.2, 2.0), 1.2), Matt((0.9, 0.9, 0.9), 0.6))
    made.add(Plane(Vector(0.0, 0.0, 0.0), Vector(0.0, 1.0, 0.0)), Chequers((1.0, 1.0, 1.0), (0.1, 0.1, 0.1), 1.0))
    return made


def setup(width, height):
    return [scene(), width, height, None]


def run(state):
    state[3] = state[0].render(state[1], state[2])


def result(state):
    total, weight = 0, 1
    for value in state[3]:
        total += value * weight
        weight = weight % 251 + 1
    return total
