"""Implicit shapes: a function f(x, y, z) -> metres, negative inside and nearly the distance to the surface, with a box
that holds the inside.

Only + - * / and square roots, so that every machine computes the same shape.
"""
import math
from collections import namedtuple

Shape = namedtuple("Shape", "field low high")


def mix(a, b, t):
    return a + (b - a) * t


def smooth_step(low, high, x):
    t = min(max((x - low) / (high - low), 0.0), 1.0)
    return t * t * (3 - 2 * t)


def ellipsoid(centre, radii):
    """Distance to first order: exact on the surface and for a sphere."""
    cx, cy, cz = centre
    ix, iy, iz = (1 / r for r in radii)
    smallest = min(radii)

    def field(x, y, z):
        x, y, z = (x - cx) * ix, (y - cy) * iy, (z - cz) * iz
        scaled = math.sqrt(x * x + y * y + z * z)
        x, y, z = x * ix, y * iy, z * iz
        slope = math.sqrt(x * x + y * y + z * z)
        return scaled * (scaled - 1) / slope if slope > 0 else -smallest
    return Shape(field, tuple(c - r for c, r in zip(centre, radii)), tuple(c + r for c, r in zip(centre, radii)))


def cone(a, radius_a, b, radius_b, press=(1.0, 1.0, 1.0)):
    """A bone from a to b with round ends; `press` below 1 flattens it along an axis."""
    px, py, pz = press
    smallest = min(press)
    ax, ay, az = a
    dx, dy, dz = (b[0] - ax) / px, (b[1] - ay) / py, (b[2] - az) / pz
    per_length2 = 1 / (dx * dx + dy * dy + dz * dz)

    def field(x, y, z):
        x, y, z = (x - ax) / px, (y - ay) / py, (z - az) / pz
        t = min(max((x * dx + y * dy + z * dz) * per_length2, 0.0), 1.0)
        x, y, z = x - t * dx, y - t * dy, z - t * dz
        return (math.sqrt(x * x + y * y + z * z) - mix(radius_a, radius_b, t)) * smallest
    widest = max(radius_a, radius_b)
    return Shape(field, tuple(min(a[k], b[k]) - widest for k in range(3)),
                 tuple(max(a[k], b[k]) + widest for k in range(3)))


def interpolate(table):
    """Rows (y, value, value, ...), y rising: a smooth curve through them (cubic Hermite, slopes by finite
    differences), constant beyond the ends. Returns f(y) -> the values."""
    def slope(k, c):
        low, high = max(k - 1, 0), min(k + 1, len(table) - 1)
        return (table[high][c] - table[low][c]) / (table[high][0] - table[low][0])

    slopes = [[slope(k, c) for c in range(len(table[0]))] for k in range(len(table))]

    def curve(y):
        if y <= table[0][0]:
            return table[0][1:]
        if y >= table[-1][0]:
            return table[-1][1:]
        k = 0
        while table[k + 1][0] < y:
            k += 1
        low, high = table[k], table[k + 1]
        h = high[0] - low[0]
        t = (y - low[0]) / h
        s = 1 - t
        w0, w1 = s * s * (1 + 2 * t), t * t * (3 - 2 * t)
        d0, d1 = h * t * s * s, -h * t * t * s
        return [w0 * low[c] + w1 * high[c] + d0 * slopes[k][c] + d1 * slopes[k + 1][c] for c in range(1, len(low))]
    return curve


def trunk(table):
    """Ellipses stacked along y: rows (y, centre x, half width, front z, back z), closed flat at both ends."""
    curve = interpolate(table)
    bottom, top = table[0][0], table[-1][0]

    def field(x, y, z):
        cx, a, front, back = curve(y)
        b = 0.5 * (front - back)
        x, z = (x - cx) / a, (z - 0.5 * (front + back)) / b
        scaled = math.sqrt(x * x + z * z)
        x, z = x / a, z / b
        slope = math.sqrt(x * x + z * z)
        beside = scaled * (scaled - 1) / slope if slope > 0 else -min(a, b)
        beyond = max(bottom - y, y - top)
        if beyond <= 0:
            return max(beside, beyond)
        return math.sqrt(max(beside, 0.0) ** 2 + beyond * beyond)
    spare = 0.01   # m, by which the curve may leave the rows' range
    return Shape(field, (min(r[1] - r[2] for r in table) - spare, bottom, min(r[4] for r in table) - spare),
                 (max(r[1] + r[2] for r in table) + spare, top, max(r[3] for r in table) + spare))


def join(a, b, k):
    """Smooth union: the fillet between the parts reaches about k from where they meet."""
    return min(a, b) if abs(a - b) >= k else min(a, b) - (k - abs(a - b)) ** 2 / (4 * k)


def union(first, *others):
    """`others` are pairs (shape, fillet), joined in this order. A shape is not evaluated where its box is farther away
    than its fillet reaches."""
    parts = [(*shape, k) for shape, k in others]
    start = first.field

    def field(x, y, z):
        d = start(x, y, z)
        for part, low, high, k in parts:
            reach = d + k
            if (low[0] - x < reach and x - high[0] < reach and low[1] - y < reach and y - high[1] < reach and
                    low[2] - z < reach and z - high[2] < reach):
                d = join(d, part(x, y, z), k)
        return d
    low = tuple(min(first.low[k], *(s.low[k] - fillet / 4 for s, fillet in others)) for k in range(3))
    high = tuple(max(first.high[k], *(s.high[k] + fillet / 4 for s, fillet in others)) for k in range(3))
    return Shape(field, low, high)


def mirrored(shape):
    """The whole of a shape whose left half, x >= 0, is given."""
    field = shape.field
    return Shape(lambda x, y, z: field(abs(x), y, z), (-shape.high[0], *shape.low[1:]), shape.high)


STEP = 1e-5   # m, of the finite differences


def value_and_gradient(field, p):
    x, y, z = p
    d = field(x, y, z)
    moved = (field(x + STEP, y, z), field(x, y + STEP, z), field(x, y, z + STEP))
    return d, tuple((m - d) / STEP for m in moved)


def onto(field, p, distance=0.0, rounds=3):
    """The point near p that lies `distance` from the surface; a point on the mirror plane x = 0 stays there."""
    for _ in range(rounds):
        d, (gx, gy, gz) = value_and_gradient(field, p)
        if p[0] == 0:
            gx = 0.0
        length = math.sqrt(gx * gx + gy * gy + gz * gz)
        move = (distance - d / length) / length
        p = (p[0] + gx * move, p[1] + gy * move, p[2] + gz * move)
    return p
