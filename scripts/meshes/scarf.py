"""A scarf, once round the neck, both ends hanging down in front over the jacket.

It is laid along a path on level sets of what is under it, farther out from end to end, so that it does not meet itself
where it crosses; pleats gather it at the neck.
"""
import math

from meshes import dress, mannequin
from meshes.fields import interpolate, mirrored, onto, smooth_step, trunk, union, value_and_gradient

COLUMNS, ROWS = 20, 190
INNER, OUTER = 0.020, 0.042   # m, from the skin, at the ends of the path
PLEATS, DEPTH = 4, 0.005      # across the scarf at the neck; m

SKIRTS = trunk([(y, 0.0, a + 0.02, front + 0.02, back - 0.02) for y, a, front, back in dress.PROFILE_ROWS[3:]])
UNDER = mirrored(union(
    SKIRTS,
    (trunk(mannequin.TORSO), 0.08),
    (mannequin.NECK, 0.10),
    (mannequin.TRAPEZIUS, 0.08),
    (mannequin.BREAST, 0.055),
    (dress.SPAN, 0.04),
    (mannequin.ARM, 0.06),
))

# The middle line: up in front at her left, behind the neck, across the front, behind again, down at her right.
PATH = [
    (0.085, 0.960, 0.160),
    (0.080, 1.100, 0.125),
    (0.075, 1.240, 0.140),
    (0.080, 1.340, 0.120),
    (0.090, 1.420, 0.070),
    (0.095, 1.470, 0.000),
    (0.065, 1.495, -0.080),
    (0.000, 1.500, -0.110),
    (-0.070, 1.490, -0.080),
    (-0.105, 1.465, -0.010),
    (-0.085, 1.430, 0.060),
    (0.000, 1.405, 0.095),
    (0.090, 1.440, 0.065),
    (0.115, 1.475, -0.010),
    (0.080, 1.505, -0.095),
    (0.000, 1.510, -0.130),
    (-0.080, 1.505, -0.095),
    (-0.115, 1.470, 0.000),
    (-0.105, 1.420, 0.080),
    (-0.090, 1.330, 0.140),
    (-0.080, 1.230, 0.155),
    (-0.085, 1.100, 0.150),
    (-0.090, 0.990, 0.180),
]


def gathered(part):
    """1 at the neck, less at the ends; `part` of the path, 0..1."""
    return 0.3 + 0.7 * smooth_step(0.0, 0.22, part) * smooth_step(1.0, 0.78, part)


def height(part):
    return INNER + (OUTER - INNER) * smooth_step(0.25, 0.75, part)


def middle_line():
    """Evenly spaced points on the level sets, one per row."""
    curve = interpolate([(k, *p) for k, p in enumerate(PATH)])
    count = 40 * (len(PATH) - 1)
    fine = []
    for i in range(count + 1):
        fine.append(onto(UNDER.field, tuple(curve(i / 40)), height(i / count)))
    lengths = [0.0]
    for p, q in zip(fine, fine[1:]):
        lengths.append(lengths[-1] + math.dist(p, q))
    rows, k = [], 0
    for i in range(ROWS):
        wanted = lengths[-1] * i / (ROWS - 1)
        while k + 2 < len(lengths) and lengths[k + 1] < wanted:
            k += 1
        t = (wanted - lengths[k]) / (lengths[k + 1] - lengths[k])
        rows.append(tuple(fine[k][c] + t * (fine[k + 1][c] - fine[k][c]) for c in range(3)))
    return rows


def across(p, along):
    """Unit vector in the level set at right angles to the path."""
    _, n = value_and_gradient(UNDER.field, p)
    b = (n[1] * along[2] - n[2] * along[1], n[2] * along[0] - n[0] * along[2], n[0] * along[1] - n[1] * along[0])
    length = math.sqrt(b[0] ** 2 + b[1] ** 2 + b[2] ** 2)
    return tuple(x / length for x in b)


def row_points(rows, i):
    """Walks from the middle line to both borders along the level set."""
    part = i / (ROWS - 1)
    along = [rows[min(i + 4, ROWS - 1)][c] - rows[max(i - 4, 0)][c] for c in range(3)]
    width = 0.19 - 0.08 * gathered(part)
    step = width / (COLUMNS - 1)
    points = {}
    for side in (1, -1):
        p = rows[i]
        for k in range(COLUMNS // 2):
            b = across(p, along)
            length = step * (0.5 if k == 0 else 1.0)
            p = onto(UNDER.field, tuple(p[c] + side * length * b[c] for c in range(3)), height(part), 2)
            points[side * (k + 1)] = p
    ordered = [points[k] for k in range(-COLUMNS // 2, COLUMNS // 2 + 1) if k]
    return [pleated(p, c, part) for c, p in enumerate(ordered)]


def pleated(p, column, part):
    wave = 0.5 + 0.5 * math.cos(2 * math.pi * PLEATS * column / (COLUMNS - 1))
    return onto(UNDER.field, p, height(part) + 2 * DEPTH * gathered(part) * wave, 2)


def scarf():
    rows = middle_line()
    vertices = [p for i in range(ROWS) for p in row_points(rows, i)]
    triangles = []
    for i in range(ROWS - 1):
        for k in range(COLUMNS - 1):
            a, b = i * COLUMNS + k, i * COLUMNS + k + 1
            c, d = a + COLUMNS, b + COLUMNS
            triangles += [(a, b, d), (a, d, c)] if (i + k) % 2 else [(a, b, c), (b, d, c)]
    return vertices, triangles
