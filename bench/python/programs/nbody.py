"""nbody(steps): the sun and the four large planets, by symplectic steps."""

from math import pi

DEFAULT = (20000,)
SOLAR_MASS = 4.0 * pi * pi
YEAR = 365.24


class Body:
    def __init__(self, place, velocity, mass):
        self.x, self.y, self.z = place
        self.vx, self.vy, self.vz = (v * YEAR for v in velocity)
        self.mass = mass * SOLAR_MASS


def planets():
    return [
        Body((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0),
        Body((4.84143144246472090, -1.16032004402742839, -0.103622044471123109),
             (0.00166007664274403694, 0.00769901118419740425, -0.0000690460016972063023), 0.000954791938424326609),
        Body((8.34336671824457987, 4.12479856412430479, -0.403523417114321381),
             (-0.00276742510726411031, 0.00499852801234917238, 0.0000230417297573763929), 0.000285885980666130812),
        Body((12.8943695621391310, -15.1111514016986312, -0.223307578892655734),
             (0.00296460137564761618, 0.00237847173959480950, -0.0000296589568540237556), 0.0000436624404335156298),
        Body((15.3796971148509165, -25.9193146099879641, 0.179258772950371181),
             (0.00268067772490389322, 0.00162824170038242295, -0.0000951592254519715870), 0.0000515138902046611451),
    ]


def setup(steps):
    bodies = planets()
    sun = bodies[0]
    for axis in ("vx", "vy", "vz"):
        momentum = sum(getattr(body, axis) * body.mass for body in bodies)
        setattr(sun, axis, -momentum / SOLAR_MASS)
    pairs = [(a, b) for i, a in enumerate(bodies) for b in bodies[i + 1:]]
    return bodies, pairs, steps


def advance(bodies, pairs, dt, steps):
    for _ in range(steps):
        for a, b in pairs:
            dx = a.x - b.x
            dy = a.y - b.y
            dz = a.z - b.z
            force = dt * (dx * dx + dy * dy + dz * dz) ** -1.5
            to_a = b.mass * force
            a.vx -= dx * to_a
            a.vy -= dy * to_a
            a.vz -= dz * to_a
            to_b = a.mass * force
            b.vx += dx * to_b
            b.vy += dy * to_b
            b.vz += dz * to_b
        for body in bodies:
            body.x += dt * body.vx
            body.y += dt * body.vy
            body.z += dt * body.vz


def run(state):
    bodies, pairs, steps = state
    advance(bodies, pairs, 0.01, steps)


def result(state):
    bodies, pairs, _ = state
    energy = 0.0
    for body in bodies:
        energy += 0.5 * body.mass * (body.vx ** 2 + body.vy ** 2 + body.vz ** 2)
    for a, b in pairs:
        energy -= a.mass * b.mass / ((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2) ** 0.5
    return energy
