"""From an implicit shape to an even triangle mesh: one vertex per grid cell that the surface crosses (S. Gibson,
"Constrained Elastic Surface Nets", 1998), smoothed along the surface.

Shapes are mirror images of themselves about x = 0: the half with x >= 0 is meshed, with a column of cells, and so of
vertices, on the mirror plane.
"""
import math

from meshes import fields

BLOCK = 8   # grid cells a side of the boxes that are looked at first


def sample_near(field, low, high, cell, steepest=1.6):
    """{grid point: value} wherever the surface may be: blocks are skipped that it cannot reach, the field changing by
    `steepest` per metre at most."""
    counts = [math.ceil((high[k] - low[k]) / cell / BLOCK) for k in range(3)]
    reach = steepest * math.sqrt(3) * BLOCK / 2 * cell
    values = {}
    for i in range(counts[0]):
        for j in range(counts[1]):
            for k in range(counts[2]):
                start = (i * BLOCK, j * BLOCK, k * BLOCK)
                if abs(field(*(low[c] + (start[c] + BLOCK / 2) * cell for c in range(3)))) > reach:
                    continue
                for a in range(start[0], start[0] + BLOCK + 1):
                    for b in range(start[1], start[1] + BLOCK + 1):
                        for c in range(start[2], start[2] + BLOCK + 1):
                            if (a, b, c) not in values:
                                values[a, b, c] = field(low[0] + a * cell, low[1] + b * cell, low[2] + c * cell)
    return values


def crossings(values):
    """Grid edges along which the sign changes, in order: (grid point, axis, where in 0..1, inside first?)."""
    found = []
    for at in sorted(values):
        for axis in range(3):
            following = tuple(at[k] + (k == axis) for k in range(3))
            if following in values and (values[at] < 0) != (values[following] < 0):
                found.append((at, axis, values[at] / (values[at] - values[following]), values[at] < 0))
    return found


def half_net(shape, distance, cell):
    """Quads that face outward, of the half x >= 0 of the level set at `distance`."""
    margin = distance + 3 * cell
    low = (-cell / 2, shape.low[1] - margin, shape.low[2] - margin)
    high = tuple(h + margin for h in shape.high)
    field = lambda x, y, z: shape.field(x, y, z) - distance
    sums, quads = {}, []
    for at, axis, where, inside_first in crossings(sample_near(field, low, high, cell)):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        cells = []
        for du, dv in ((0, 0), (-1, 0), (-1, -1), (0, -1)):   # counter-clockwise seen from the end of the axis
            corner = list(at)
            corner[u] += du
            corner[v] += dv
            cells.append(tuple(corner))
        point = [at[k] + (where if k == axis else 0) for k in range(3)]
        for c in cells:
            total = sums.setdefault(c, [0.0, 0.0, 0.0, 0])
            for k in range(3):
                total[k] += point[k]
            total[3] += 1
        if at[0] > 0:   # the edges at -cell / 2 are the mirror image's
            quads.append(tuple(cells if inside_first else reversed(cells)))
    used = [c for c in sums if c[0] >= 0]
    index = {c: i for i, c in enumerate(used)}
    vertices = []
    for c in used:
        s = sums[c]
        p = tuple(low[k] + cell * s[k] / s[3] for k in range(3))
        vertices.append((0.0, *p[1:]) if c[0] == 0 else p)
    return vertices, [tuple(index[c] for c in quad) for quad in quads]


def neighbours_of(count, faces):
    around = [set() for _ in range(count)]
    for face in faces:
        for k in range(len(face)):
            a, b = face[k], face[(k + 1) % len(face)]
            around[a].add(b)
            around[b].add(a)
    return [sorted(s) for s in around]


def even_out(vertices, faces, place, rounds):
    """Every vertex half way to the mean of its neighbours, then to where `place(index, point)` puts it. Vertices on
    the mirror plane stay on it."""
    around = neighbours_of(len(vertices), faces)
    for _ in range(rounds):
        moved = []
        for i, (p, near) in enumerate(zip(vertices, around)):
            half = [0.5 * p[k] + 0.5 * sum(vertices[n][k] for n in near) / len(near) for k in range(3)]
            if p[0] == 0:
                half[0] = 0.0
            moved.append(place(i, tuple(half)))
        vertices = moved
    return vertices


def distance2(p, q):
    return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2


def triangulate(vertices, quads):
    """Along the diagonal between the vertices of fewer quads; else the shorter one; of equal ones, to within
    rounding, the first."""
    uses = [0] * len(vertices)
    for quad in quads:
        for v in quad:
            uses[v] += 1
    triangles = []
    for a, b, c, d in quads:
        fewer = uses[b] + uses[d] - uses[a] - uses[c]
        shorter = distance2(vertices[b], vertices[d]) < distance2(vertices[a], vertices[c]) - 1e-9
        if fewer < 0 or (fewer == 0 and shorter):
            triangles += [(a, b, d), (b, c, d)]
        else:
            triangles += [(a, b, c), (a, c, d)]
    return triangles


def with_mirror_image(vertices, faces):
    """The whole of a shape whose half is given; vertices at x = 0 belong to both halves."""
    image = {}
    whole = list(vertices)
    for i, (x, y, z) in enumerate(vertices):
        image[i] = i if x == 0 else len(whole)
        if x != 0:
            whole.append((-x, y, z))
    return whole, list(faces) + [tuple(image[i] for i in reversed(face)) for face in faces]


def half_mesh(shape, cell, distance=0.0, rounds=6):
    """Vertices and triangles of the half x >= 0 of the level set at `distance`."""
    field = shape.field
    vertices, quads = half_net(shape, distance, cell)
    vertices = even_out(vertices, quads, lambda _, p: fields.onto(field, p, distance, 1), rounds)
    vertices = [fields.onto(field, p, distance, 2) for p in vertices]
    return vertices, triangulate(vertices, quads)
