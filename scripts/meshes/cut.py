"""Cuts cloth: what of a mesh lies where a function is negative, with a clean border along its zero line.

`seam(x, y, z)` is below 0 where cloth stays. Vertices on the border keep to it and to the surface.
"""
import math
from collections import Counter

from meshes import fields
from meshes.surface_nets import even_out, neighbours_of


def both(a, b, rounding=0.0):
    """Cloth stays where both seams leave it; their corner is rounded."""
    return -fields.join(-a, -b, rounding) if rounding > 0 else max(a, b)


def slide(field, distance, seam, p, rounds=4):
    """The point near p on the level set and on the seam."""
    for _ in range(rounds):
        _, n = fields.value_and_gradient(field, p)
        h, g = fields.value_and_gradient(seam, p)
        scale = (n[0] * g[0] + n[1] * g[1] + n[2] * g[2]) / (n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
        along = [g[k] - scale * n[k] for k in range(3)]   # of the seam's gradient, what lies in the surface
        if p[0] == 0:
            along[0] = 0.0
        size2 = along[0] ** 2 + along[1] ** 2 + along[2] ** 2
        p = tuple(p[k] - h / size2 * along[k] for k in range(3))
        p = fields.onto(field, p, distance, 1)
    return p


def snap(field, distance, seam, vertices, reach):
    """Vertices within `reach` of the seam go onto it. Returns the vertices and the sign of each: -1 stays, 0, 1."""
    moved, signs = [], []
    for p in vertices:
        h = seam(*p)
        q = slide(field, distance, seam, p) if abs(h) < 2 * reach else p
        near = q is not p and math.dist(p, q) < reach
        moved.append(q if near else p)
        signs.append(0 if near else -1 if h < 0 else 1)
    return moved, signs


def cut(field, distance, seam, vertices, triangles, cell):
    """Vertices, triangles, and the set of border vertices that lie on the seam. `cell`: the length of an edge."""
    vertices, signs = snap(field, distance, seam, vertices, 0.4 * cell)
    crossing = {}

    def between(a, b):
        key = (min(a, b), max(a, b))
        if key not in crossing:
            h = [seam(*vertices[v]) for v in key]
            t = h[0] / (h[0] - h[1])
            crossing[key] = len(vertices)
            p = tuple(fields.mix(*(vertices[v][k] for v in key), t) for k in range(3))
            vertices.append(slide(field, distance, seam, p))
            signs.append(0)
        return crossing[key]

    pieces = []
    for triangle in triangles:
        polygon = []
        for k in range(3):
            a, b = triangle[k], triangle[(k + 1) % 3]
            if signs[a] <= 0:
                polygon.append(a)
            if signs[a] * signs[b] < 0:
                polygon.append(between(a, b))
        if any(signs[v] < 0 for v in polygon):
            pieces += fan(vertices, polygon)
        elif len(polygon) == 3 and seam(*(sum(vertices[v][k] for v in polygon) / 3 for k in range(3))) < -0.1 * cell:
            pieces.append(tuple(polygon))   # in a corner of the seam, not a sliver along it
    return without_unused(vertices, pieces, {v for v, sign in enumerate(signs) if sign == 0})


def fan(vertices, polygon):
    if len(polygon) == 3:
        return [tuple(polygon)]
    a, b, c, d = polygon
    if math.dist(vertices[b], vertices[d]) < math.dist(vertices[a], vertices[c]) - 1e-9:
        return [(a, b, d), (b, c, d)]
    return [(a, b, c), (a, c, d)]


def without_unused(vertices, triangles, border):
    used = sorted({v for t in triangles for v in t})
    index = {v: i for i, v in enumerate(used)}
    return ([vertices[v] for v in used], [tuple(index[v] for v in t) for t in triangles],
            {index[v] for v in border if v in index})


def merges(vertices, triangles, held, shortest):
    """{vertex that goes: vertex that it becomes} for edges below `shortest`, no two of them side by side. `held` says
    what a vertex lies on, 1 the border and 2 the mirror plane: the one that stays lies on all that the other does."""
    around = neighbours_of(len(vertices), triangles)
    sides = Counter((t[k], t[(k + 1) % 3]) for t in triangles for k in range(3))
    short = sorted((math.dist(vertices[a], vertices[b]), a, b)
                   for a, near in enumerate(around) for b in near
                   if a < b and math.dist(vertices[a], vertices[b]) < shortest)
    becomes, touched = {}, set()
    for _, a, b in short:
        stays, goes = (a, b) if held[a] & held[b] == held[b] else (b, a)
        triangles_at_edge = sides[a, b] + sides[b, a]
        across = triangles_at_edge == 2 and held[a] & held[b] & 1   # from border to border
        pinches = len(set(around[a]) & set(around[b])) != triangles_at_edge
        if held[stays] & held[goes] != held[goes] or across or pinches or touched & {a, b}:
            continue
        becomes[goes] = stays
        touched |= {a, b, *around[goes]}
    return becomes


def merge_short_edges(vertices, triangles, border, shortest):
    """Returns vertices, triangles, border."""
    held = [(v in border) + 2 * (p[0] == 0) for v, p in enumerate(vertices)]
    while becomes := merges(vertices, triangles, held, shortest):
        triangles = [tuple(becomes.get(v, v) for v in t) for t in triangles]
        triangles = [t for t in triangles if len(set(t)) == 3]
    return without_unused(vertices, triangles, border)


def cotangent(vertices, at, a, b):
    p, q = ([vertices[v][k] - vertices[at][k] for k in range(3)] for v in (a, b))
    dot = sum(x * y for x, y in zip(p, q))
    return dot / math.sqrt(max(sum(x * x for x in p) * sum(y * y for y in q) - dot * dot, 1e-24))


def flip_long_edges(vertices, triangles):
    """Turns every edge whose two opposite angles add up to more than 180 degrees (Delaunay)."""
    triangles = list(triangles)
    flipped = True
    while flipped:
        flipped = False
        sides = {(t[k], t[(k + 1) % 3]): i for i, t in enumerate(triangles) for k in range(3)}
        touched = set()
        for (a, b), i in sorted(sides.items()):
            j = sides.get((b, a))
            if a > b or j is None or touched & {i, j}:
                continue
            c, = set(triangles[i]) - {a, b}
            d, = set(triangles[j]) - {a, b}
            if (c, d) in sides or (d, c) in sides:
                continue
            if cotangent(vertices, c, a, b) + cotangent(vertices, d, a, b) < -1e-6:
                triangles[i], triangles[j] = (a, d, c), (d, b, c)
                touched |= {i, j}
                flipped = True
    return triangles


def trim_ears(vertices, triangles, border):
    """Drops triangles that hang on by one edge and are nearly flat there."""
    uses = [0] * len(vertices)
    for t in triangles:
        for v in t:
            uses[v] += 1

    def is_ear(t):
        return any(uses[t[k]] == 1 and cotangent(vertices, t[k], t[k - 1], t[k - 2]) < -1 for k in range(3))
    return without_unused(vertices, [t for t in triangles if not is_ear(t)], border)


def tailor(shape, distance, seam, half_mesh, cell, rounds=4):
    """A half mesh of the level set at `distance`, cut and evened out. Returns vertices and triangles."""
    field = shape.field
    pieces = cut(field, distance, seam, *half_mesh, cell)
    vertices, triangles, border = merge_short_edges(*pieces, 0.45 * cell)
    vertices, triangles, border = trim_ears(vertices, flip_long_edges(vertices, triangles), border)

    def place(rounds):
        return lambda i, p: (slide(field, distance, seam, p, rounds) if i in border else
                             fields.onto(field, p, distance, rounds))
    vertices = even_out(vertices, triangles, place(1), rounds)
    vertices = [place(4)(i, p) for i, p in enumerate(vertices)]
    return vertices, flip_long_edges(vertices, triangles)
