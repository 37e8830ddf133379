"""A shop-window mannequin, 1.76 m tall: she stands on y = 0 and looks along +z; her left is x > 0.

The anatomy is in tables, in metres; `BODY` is the shape that the garments are cut for as well.
"""
from meshes.fields import Shape, cone, ellipsoid, mirrored, trunk, union
from meshes.surface_nets import half_mesh, with_mirror_image

# y, centre x, half width, front z, back z
TORSO = [
    (0.820, 0.0, 0.120, 0.060, -0.070),
    (0.880, 0.0, 0.160, 0.078, -0.092),
    (0.930, 0.0, 0.170, 0.086, -0.100),
    (0.980, 0.0, 0.162, 0.090, -0.098),
    (1.030, 0.0, 0.142, 0.087, -0.086),
    (1.080, 0.0, 0.122, 0.079, -0.075),
    (1.120, 0.0, 0.115, 0.076, -0.072),
    (1.170, 0.0, 0.120, 0.080, -0.077),
    (1.230, 0.0, 0.133, 0.087, -0.088),
    (1.300, 0.0, 0.143, 0.088, -0.096),
    (1.360, 0.0, 0.138, 0.074, -0.092),
    (1.400, 0.0, 0.112, 0.052, -0.076),
    (1.425, 0.0, 0.080, 0.036, -0.062),
]
LEG = [
    (0.040, 0.086, 0.033, 0.018, -0.052),
    (0.085, 0.086, 0.030, 0.018, -0.050),
    (0.150, 0.087, 0.034, 0.022, -0.054),
    (0.230, 0.088, 0.044, 0.028, -0.066),
    (0.320, 0.090, 0.053, 0.036, -0.076),
    (0.400, 0.091, 0.052, 0.044, -0.066),
    (0.470, 0.091, 0.052, 0.056, -0.054),
    (0.530, 0.091, 0.056, 0.062, -0.056),
    (0.620, 0.092, 0.067, 0.074, -0.068),
    (0.720, 0.091, 0.077, 0.082, -0.080),
    (0.810, 0.089, 0.081, 0.082, -0.088),
    (0.880, 0.084, 0.074, 0.070, -0.080),
    (0.930, 0.078, 0.055, 0.050, -0.060),
]
SHOULDER, ELBOW, WRIST = (0.158, 1.388, -0.018), (0.318, 1.160, -0.030), (0.440, 0.960, 0.030)
FOREARM = (0.348, 1.110, -0.016)
KNUCKLES, FINGERTIPS = (0.472, 0.892, 0.054), (0.496, 0.806, 0.068)

UPPER_ARM = union(
    cone(SHOULDER, 0.047, ELBOW, 0.036),
    (ellipsoid((0.166, 1.378, -0.016), (0.048, 0.056, 0.048)), 0.04),   # deltoid
)
ARM = union(
    UPPER_ARM,
    (cone(ELBOW, 0.035, FOREARM, 0.036), 0.006),
    (cone(FOREARM, 0.036, WRIST, 0.0235), 0.006),
)
HAND = union(
    cone(WRIST, 0.026, KNUCKLES, 0.036, (0.62, 1, 1)),
    (cone(KNUCKLES, 0.036, FINGERTIPS, 0.025, (0.60, 1, 1)), 0.01),
    (cone((0.450, 0.932, 0.052), 0.018, (0.462, 0.862, 0.092), 0.013), 0.015),   # thumb
)
FOOT = union(
    cone((0.087, 0.036, -0.028), 0.033, (0.092, 0.026, 0.085), 0.031),
    (cone((0.092, 0.024, 0.085), 0.030, (0.094, 0.020, 0.142), 0.022), 0.01),
    (ellipsoid((0.087, 0.060, 0.020), (0.030, 0.035, 0.055)), 0.03),             # instep
)
HEAD = union(
    ellipsoid((0.0, 1.655, -0.008), (0.072, 0.092, 0.092)),                      # skull
    (ellipsoid((0.0, 1.590, 0.030), (0.052, 0.062, 0.058)), 0.05),               # jaw
    (cone((0.0, 1.655, 0.070), 0.010, (0.0, 1.622, 0.086), 0.014), 0.025),       # nose
)
BUN = ellipsoid((0.0, 1.712, -0.098), (0.048, 0.044, 0.044))
NECK = cone((0.0, 1.430, -0.024), 0.056, (0.0, 1.580, -0.006), 0.047)
TRAPEZIUS = cone((0.030, 1.452, -0.030), 0.040, (0.150, 1.396, -0.022), 0.040)
BREAST = ellipsoid((0.066, 1.258, 0.054), (0.060, 0.066, 0.056))
SEAT = ellipsoid((0.074, 0.910, -0.058), (0.080, 0.088, 0.076))


def standing(shape):
    """Flat soles: nothing below y = 0."""
    return Shape(lambda x, y, z: max(shape.field(x, y, z), -y), shape.low, shape.high)


LEG_AND_FOOT = standing(union(trunk(LEG), (FOOT, 0.03)))

BODY = mirrored(union(
    trunk(TORSO),
    (NECK, 0.05),
    (TRAPEZIUS, 0.05),
    (BREAST, 0.055),
    (SEAT, 0.05),
    (ARM, 0.045),
    (HAND, 0.015),
    (LEG_AND_FOOT, 0.05),
    (HEAD, 0.03),
    (BUN, 0.015),
))


def mannequin():
    return with_mirror_image(*half_mesh(BODY, 0.01521))
