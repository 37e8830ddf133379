"""A short jacket, open in front, with sleeves that end above the wrist; worn over the dress."""
import math

from meshes import dress, mannequin
from meshes.cut import both, tailor
from meshes.fields import cone, interpolate, mirrored, mix, trunk, union
from meshes.surface_nets import half_mesh, with_mirror_image

CELL = 0.0181    # m, length of an edge
GAP = 0.0100      # m, from the skin; on the torso the dress lies between
HEM = 1.105      # m, above the seam of the dress's waist

UPPER_SLEEVE = cone(mannequin.SHOULDER, 0.051, mannequin.ELBOW, 0.045)
LOWER_SLEEVE = cone(mannequin.ELBOW, 0.045, mannequin.WRIST, 0.036)
SHAPE = mirrored(union(
    trunk(mannequin.TORSO),
    (mannequin.NECK, 0.05),
    (mannequin.TRAPEZIUS, 0.05),
    (mannequin.BREAST, 0.055),
    (dress.SPAN, 0.03),
    (mannequin.ARM, 0.06),
    (UPPER_SLEEVE, 0.02),
    (LOWER_SLEEVE, 0.02),
))

OPENING = interpolate([(1.08, 0.075), (1.14, 0.048), (1.22, 0.044), (1.32, 0.056), (1.45, 0.080)])
ALONG = [mannequin.WRIST[k] - mannequin.ELBOW[k] for k in range(3)]
CUFF = [mix(mannequin.ELBOW[k], mannequin.WRIST[k], 0.85) for k in range(3)]
LENGTH = math.sqrt(sum(a * a for a in ALONG))


def hem(x, y, z):
    return HEM - y if abs(x) < 0.24 else -1.0


def neck(x, y, z):
    return 0.092 - math.sqrt(x * x + min(y - 1.50, 0.0) ** 2 + (z + 0.03) ** 2)


def opening(x, y, z):
    return OPENING(y)[0] - abs(x) - 2 * max(0.03 - z, 0.0)


def cuff(x, y, z):
    p = (abs(x), y, z)
    return sum((p[k] - CUFF[k]) * ALONG[k] for k in range(3)) / LENGTH if abs(x) > 0.3 else -1.0


def seam(x, y, z):
    body = both(hem(x, y, z), opening(x, y, z), 0.06)
    return both(both(body, neck(x, y, z)), cuff(x, y, z))


def jacket():
    half = half_mesh(SHAPE, CELL, GAP)
    return with_mirror_image(*tailor(SHAPE, GAP, seam, half, CELL))
