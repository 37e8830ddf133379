"""Rings of vertices around an axis and the strips of triangles between them."""
import math


def border_loops(triangles):
    """The borders of a mesh as loops of vertices, each in the direction opposite to its triangles'."""
    following = {}
    sides = {(t[k], t[(k + 1) % 3]) for t in triangles for k in range(3)}
    for a, b in sorted(sides):
        if (b, a) not in sides:
            following[b] = a
    loops = []
    while following:
        loop = [min(following)]
        while loop[-1] in following:
            loop.append(following.pop(loop[-1]))
        loops.append(loop[:-1])
    return loops


def zip_rings(vertices, upper, lower):
    """Triangles between two closed rings that run the same way round, with the shorter diagonal at every step. They
    face to the left of the way from the upper ring to the lower one, as seen along the rings."""
    shift = min(range(len(lower)), key=lambda j: math.dist(vertices[upper[0]], vertices[lower[j]]))
    lower = lower[shift:] + lower[:shift]
    triangles, i, j = [], 0, 0
    at = lambda ring, k: ring[k % len(ring)]
    while i < len(upper) or j < len(lower):
        a, b = at(upper, i), at(lower, j)
        a_next, b_next = at(upper, i + 1), at(lower, j + 1)
        by_upper = math.dist(vertices[a_next], vertices[b])
        by_lower = math.dist(vertices[a], vertices[b_next])
        if j == len(lower) or (i < len(upper) and by_upper < by_lower + 1e-9):
            triangles.append((a, b, a_next))
            i += 1
        else:
            triangles.append((a, b, b_next))
            j += 1
    return triangles
