"""A sleeveless dress: a fitted bodice, and three skirts of different lengths sewn to its waist."""
import math

from meshes import mannequin
from meshes.cut import both, tailor
from meshes.fields import ellipsoid, interpolate, mirrored, onto, smooth_step, trunk, union
from meshes.rings import border_loops, zip_rings
from meshes.surface_nets import half_mesh, with_mirror_image

CELL = 0.01710     # m, length of an edge
GAP = 0.0034      # m, from the skin
WAIST = 1.09      # m, height of the seam
LAYER_GAP = 0.006  # m, between skirts just below their seams

# Cloth spans from breast to breast.
SPAN = ellipsoid((0.0, 1.258, 0.052), (0.085, 0.058, 0.050))
UPPER_BODY = mirrored(union(
    trunk(mannequin.TORSO),
    (mannequin.NECK, 0.05),
    (mannequin.TRAPEZIUS, 0.05),
    (mannequin.BREAST, 0.055),
    (SPAN, 0.03),
    (mannequin.ARM, 0.045),
))


def waist_seam(x, y, z):
    return WAIST - y


def neckline(x, y, z):
    """A scoop, deeper in front."""
    depth = 0.10 + 0.06 * smooth_step(-0.03, 0.03, z)
    return 0.080 * (1 - math.sqrt((x / 0.080) ** 2 + (min(y - 1.50, 0.0) / depth) ** 2))


ARMHOLE = interpolate([(1.20, 0.200), (1.25, 0.162), (1.29, 0.140), (1.34, 0.136), (1.45, 0.136)])


def armhole(x, y, z):
    return abs(x) - ARMHOLE(y)[0]


def bodice_seam(x, y, z):
    return both(waist_seam(x, y, z), both(neckline(x, y, z), armhole(x, y, z)))


def bodice():
    half = half_mesh(UPPER_BODY, CELL, GAP)
    return with_mirror_image(*tailor(UPPER_BODY, GAP, bodice_seam, half, CELL))


# y, half width, front z, back z: the innermost skirt. Down to the hips it fits as the bodice does, so that the hips
# carry it.
SKIRT = [
    (0.300, 0.385, 0.340, -0.370),
    (0.500, 0.325, 0.275, -0.300),
    (0.700, 0.265, 0.205, -0.235),
    (0.840, 0.228, 0.160, -0.195),
    (0.920, 0.202, 0.130, -0.166),
    (0.980, 0.178, 0.110, -0.128),
]
HEMS = (0.36, 0.56, 0.76)   # m, heights, from the inner to the outer skirt


def fitted(y):
    _, a, front, back = interpolate(mannequin.TORSO)(y)
    return (y, a + GAP, front + GAP, back - GAP)


PROFILE_ROWS = SKIRT + [fitted(y) for y in (1.02, 1.04, 1.06, 1.075, WAIST)]
PROFILE = interpolate(PROFILE_ROWS)


def skirt_point(layer, y, angle):
    """`angle` from +z to +x; folds deepen towards the hem, and are the same for all layers, which so lie inside each
    other."""
    a, front, back = PROFILE(y)
    apart = LAYER_GAP * min((WAIST - y) / 0.018, 1.0)
    out = layer * (apart + 0.006 * smooth_step(1.06, 0.98, y) + 0.035 * max(0.98 - y, 0.0))
    out += 0.030 * smooth_step(1.0, 0.45, y) * (0.7 * math.cos(9 * angle + 0.4) + 0.3 * math.cos(14 * angle + 1.3))
    b = 0.5 * (front - back)
    p = ((a + out) * math.sin(angle), y, (b + out) * math.cos(angle) + 0.5 * (front + back))
    clear = GAP + layer * apart   # of the hips, which the ellipses may cut
    hidden = y > 0.85 and mannequin.BODY.field(*p) < clear
    return onto(mannequin.BODY.field, p, clear) if hidden else p


def heights(layer, start):
    """Of the rings from just below `start` to the hem, a row's width apart along the cloth at the side."""
    def way(high, low):
        return math.dist(skirt_point(layer, high, math.pi / 2), skirt_point(layer, low, math.pi / 2))

    fine = [start + (HEMS[layer] - start) * k / 1000 for k in range(1001)]
    lengths = [0.0]
    for high, low in zip(fine, fine[1:]):
        lengths.append(lengths[-1] + way(high, low))
    rows = round(lengths[-1] / (0.866 * CELL))
    return [fine[min(range(1001), key=lambda k: abs(lengths[k] - lengths[-1] * row / rows))]
            for row in range(1, rows + 1)]


def ring(vertices, layer, y, turn):
    """Appends a ring of evenly spaced vertices and returns their indices."""
    fine = [skirt_point(layer, y, 2 * math.pi * k / 720) for k in range(721)]
    lengths = [0.0]
    for p, q in zip(fine, fine[1:]):
        lengths.append(lengths[-1] + math.dist(p, q))
    count = round(lengths[-1] / CELL)
    first, k = len(vertices), 0
    for i in range(count):
        wanted = lengths[-1] * (i + turn) / count
        while lengths[k + 1] < wanted:
            k += 1
        t = (wanted - lengths[k]) / (lengths[k + 1] - lengths[k])
        vertices.append(skirt_point(layer, y, 2 * math.pi * (k + t) / 720))
    return list(range(first, len(vertices)))


def angle_of(p):
    return math.atan2(p[0], p[2]) % (2 * math.pi)


def sew_skirt(vertices, triangles, layer, seam, start):
    """A skirt below the ring `seam`, at height `start`. Returns its first ring of its own."""
    above, first = seam, None
    for row, y in enumerate(heights(layer, start)):
        below = ring(vertices, layer, y, 0.5 * (row % 2))
        triangles += zip_rings(vertices, above, below)
        above, first = below, first or below
    return first


def dress():
    vertices, triangles = bodice()
    waist = next(loop for loop in border_loops(triangles) if all(abs(vertices[v][1] - WAIST) < 1e-3 for v in loop))
    seam = sorted(waist, key=lambda v: angle_of(vertices[v]))
    sew_skirt(vertices, triangles, 2, seam, WAIST)          # over all others, from the seam itself
    first = sew_skirt(vertices, triangles, 0, seam, WAIST)
    sew_skirt(vertices, triangles, 1, first, vertices[first[0]][1])
    return vertices, triangles
