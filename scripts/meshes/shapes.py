"""Shapes for the scenes: vertices in metres, faces counter-clockwise from outside, counted from 0."""
import math


def normalized(v):
    length = math.sqrt(sum(x * x for x in v))
    return tuple(x / length for x in v)


def icosphere(radius, levels):
    """An icosahedron, every triangle cut into four `levels` times: 10 * 4**levels + 2 vertices."""
    t = (1 + math.sqrt(5)) / 2
    vertices = [normalized(v) for v in [
        (-1, t, 0), (1, t, 0), (-1, -t, 0), (1, -t, 0), (0, -1, t), (0, 1, t),
        (0, -1, -t), (0, 1, -t), (t, 0, -1), (t, 0, 1), (-t, 0, -1), (-t, 0, 1)]]
    faces = [(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2),
             (10, 7, 6), (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5),
             (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)]
    for _ in range(levels):
        middles = {}

        def middle(a, b):
            key = (min(a, b), max(a, b))
            if key not in middles:
                middles[key] = len(vertices)
                vertices.append(normalized(tuple(p + q for p, q in zip(vertices[a], vertices[b]))))
            return middles[key]

        finer = []
        for a, b, c in faces:
            ab, bc, ca = middle(a, b), middle(b, c), middle(c, a)
            finer += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
        faces = finer
    return [tuple(radius * x for x in v) for v in vertices], faces


def cone(radius, height, around, rings):
    """Standing on y = 0, its tip up: `rings` rings of `around` vertices, and a middle below."""
    vertices = [(0, height, 0)]
    for ring in range(1, rings + 1):
        for i in range(around):
            u, share = 2 * math.pi * i / around, ring / rings
            vertices.append((radius * share * math.cos(u), height * (1 - share), radius * share * math.sin(u)))
    vertices.append((0, 0, 0))
    at = lambda ring, i: 1 + (ring - 1) * around + i % around
    faces = [(0, at(1, i + 1), at(1, i)) for i in range(around)]
    for ring in range(1, rings):
        for i in range(around):
            faces += [(at(ring, i), at(ring, i + 1), at(ring + 1, i + 1)), (at(ring, i), at(ring + 1, i + 1), at(ring + 1, i))]
    faces += [(len(vertices) - 1, at(rings, i), at(rings, i + 1)) for i in range(around)]
    return vertices, faces


def torus(radius, tube, around, across):
    """Lying in the xz-plane; `around` by `across` quads."""
    vertices = []
    for i in range(around):
        u = 2 * math.pi * i / around
        for j in range(across):
            v = 2 * math.pi * j / across
            ring = radius + tube * math.cos(v)
            vertices.append((ring * math.cos(u), tube * math.sin(v), ring * math.sin(u)))
    at = lambda i, j: (i % around) * across + j % across
    faces = [(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)) for i in range(around) for j in range(across)]
    return vertices, faces


def rounded_block(size, radius, cells):
    """A box with rounded edges and corners: a grid of cells x cells on every side, pressed onto the box's skin."""
    vertices, index, faces = [], {}, []
    inner = [s / 2 - radius for s in size]

    def rounded(c):
        """From a cube of -1..1 to the block: the outer cells of every side bend round the edge."""
        core = [max(-k, min(k, x * s / 2)) for x, s, k in zip(c, size, inner)]
        away = normalized([x * s / 2 - k for x, s, k in zip(c, size, core)])
        return tuple(k + radius * d for k, d in zip(core, away))

    def vertex(grid):
        if grid not in index:
            index[grid] = len(vertices)
            vertices.append(rounded([spread(g) for g in grid]))
        return index[grid]

    def spread(g):
        return 2 * g / cells - 1

    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for side in (0, cells):
            for i in range(cells):
                for j in range(cells):
                    corners = []
                    for di, dj in ((0, 0), (1, 0), (1, 1), (0, 1)):
                        grid = [0, 0, 0]
                        grid[axis], grid[u], grid[v] = side, i + di, j + dj
                        corners.append(vertex(tuple(grid)))
                    faces.append(tuple(corners if side else reversed(corners)))
    return vertices, faces


def quilt(size, patches, cells):
    """A square sheet of patches x patches, each cells x cells. Vertices have a colour, whose red is the filling: 0 in
    the seams, 1 in the middle of a patch."""
    n = patches * cells
    swell = [math.sin(math.pi * (k % cells) / cells) for k in range(n + 1)]
    place = lambda k: size * (k / n - 0.5)
    vertices = [(place(i), 0.0, place(j), math.sqrt(swell[i] * swell[j]), 0.5, 0.5)
                for j in range(n + 1) for i in range(n + 1)]
    at = lambda i, j: j * (n + 1) + i
    faces = [(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)) for j in range(n) for i in range(n)]
    return vertices, faces


def terrain(size, cells, depth):
    """Uneven ground: a closed block whose upper side is a sum of waves and whose flat bottom lies at -depth."""
    def height(x, z):
        return (0.035 * math.sin(7.1 * x + 0.6) * math.cos(5.3 * z - 0.4) + 0.02 * math.sin(13.7 * x - 9.2 * z) +
                0.012 * math.cos(21.0 * z + 4.1 * x + 1.3))

    n = cells + 1
    place = lambda k: size * (k / cells - 0.5)
    vertices = [(place(i), height(place(i), place(j)), place(j)) for j in range(n) for i in range(n)]
    top = lambda i, j: j * n + i
    faces = [(top(i, j), top(i, j + 1), top(i + 1, j + 1), top(i + 1, j)) for j in range(cells) for i in range(cells)]
    rim = [top(i, 0) for i in range(cells)] + [top(cells, j) for j in range(cells)]
    rim += [top(i, cells) for i in range(cells, 0, -1)] + [top(0, j) for j in range(cells, 0, -1)]
    first = len(vertices)
    vertices += [(vertices[v][0], -depth, vertices[v][2]) for v in rim]
    middle = len(vertices)
    vertices.append((0.0, -depth, 0.0))
    for k in range(len(rim)):
        following = (k + 1) % len(rim)
        faces.append((rim[k], rim[following], first + following, first + k))
        faces.append((middle, first + k, first + following))
    return vertices, faces


def folded(size, cells, turn, bend, reach):
    """A sheet whose corner, over the last `reach` m towards it, is bent by `turn` degrees with the radius `bend`: more than a
    half turn, so that its tip goes through the sheet. Flat where it is not bent."""
    at = lambda i, j: i * (cells + 1) + j
    vertices = []
    for i in range(cells + 1):
        for j in range(cells + 1):
            x, z = size * (i / cells - 0.5), size * (j / cells - 0.5)
            along, across = (x + z) / math.sqrt(2), (x - z) / math.sqrt(2)
            fold = size / math.sqrt(2) - reach
            angle = min(max(along - fold, 0) / bend, math.radians(turn))
            beyond = max(along - fold - angle * bend, 0)
            along = min(along, fold) + bend * math.sin(angle) + beyond * math.cos(angle)
            y = bend * (1 - math.cos(angle)) + beyond * math.sin(angle)
            vertices.append(((along + across) / math.sqrt(2), y, (along - across) / math.sqrt(2)))
    return vertices, [face for i in range(cells) for j in range(cells)
                      for face in ((at(i, j), at(i, j + 1), at(i + 1, j)), (at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)))]


def pocket(width, height, cells, depth, dent, radius):
    """Two layers in the xy-plane, sewn together but at the top, and up to `depth` from it; the middle of the front one is pushed
    in by `dent`, over some `radius`: more than twice the depth, and it comes out at the back."""
    across, up = cells
    vertices, number, faces = [], {}, []
    for side in (1, -1):
        for i in range(across + 1):
            for j in range(up + 1):
                sewn = side < 0 and (i in (0, across) or j == 0)
                u, v = i / across, j / up
                x, y = width * (u - 0.5), height * v
                z = side * depth * math.sin(math.pi * u) * math.sin(math.pi * v / 2)
                if side > 0 and i not in (0, across) and j != 0:
                    z -= dent * math.exp(-(x * x + (y - height / 2) ** 2) / radius ** 2)
                number[side, i, j] = number[1, i, j] if sewn else len(vertices)
                if not sewn:
                    vertices.append((x, y, z))
        at = lambda i, j: number[side, i, j]
        for i in range(across):
            for j in range(up):
                quad = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1))
                a, b, c, d = quad if side > 0 else quad[::-1]
                faces += [(a, b, c), (a, c, d)]
    return vertices, faces
