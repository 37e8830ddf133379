"""usd_garment_test.py RAYCLOTH_BINARY: a garment out of USD as a user brings it in. Two panels with quads and a hexagon,
in centimetres with z up and under transforms, are sewn into a tube; scripts/usd-to-obj makes an OBJ of them, it runs as
cloth, and the .usda that comes out begins where the stage has it: places and faces, worked out here by hand. Exit code
77: usd-core (PyPI) is missing."""
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from pxr import Gf, Sdf, Usd, UsdGeom
except ImportError:
    print("no usd-core here")
    sys.exit(77)

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "usd-to-obj"
AROUND, UP, RADIUS, HEIGHT = 8, 5, 20.0, 60.0   # of half a tube, in cm
FRAMES = 3


def panel():
    """Points of half a tube around z, and its faces seen from outside: quads, and where two of them were, a hexagon."""
    points = [(RADIUS * math.cos(math.pi * i / AROUND), RADIUS * math.sin(math.pi * i / AROUND), HEIGHT * j / UP)
              for j in range(UP + 1) for i in range(AROUND + 1)]
    row = AROUND + 1
    faces = [[j * row + i, j * row + i + 1, (j + 1) * row + i + 1, (j + 1) * row + i]
             for j in range(UP) for i in range(AROUND)]
    a, b = faces[0], faces[1]
    return points, [[a[0], a[1], b[1], b[2], a[2], a[3]]] + faces[2:]


def author(path):
    stage = Usd.Stage.CreateNew(str(path))
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    UsdGeom.SetStageMetersPerUnit(stage, 0.01)
    garment = UsdGeom.Xform.Define(stage, "/garment")
    garment.AddTranslateOp().Set(Gf.Vec3d(10, 20, 100))
    garment.AddRotateZOp().Set(90)
    points, faces = panel()
    for name, turn, left in (("front", 0, False), ("back", 180, True)):
        mesh = UsdGeom.Mesh.Define(stage, f"/garment/{name}")
        mesh.AddRotateZOp().Set(turn)
        mesh.CreatePointsAttr([Gf.Vec3f(*p) for p in points])
        mesh.CreateFaceVertexCountsAttr([len(f) for f in faces])
        mesh.CreateFaceVertexIndicesAttr([v for f in faces for v in (reversed(f) if left else f)])
        mesh.CreateOrientationAttr(UsdGeom.Tokens.leftHanded if left else UsdGeom.Tokens.rightHanded)
        UsdGeom.PrimvarsAPI(mesh).CreatePrimvar("st", Sdf.ValueTypeNames.TexCoord2fArray, UsdGeom.Tokens.vertex).Set(
            [Gf.Vec2f(p[0], p[2]) for p in points])
    hidden = UsdGeom.Mesh.Define(stage, "/garment/pattern")   # what is not seen is not brought in
    hidden.CreatePointsAttr([Gf.Vec3f(0, 0, 0), Gf.Vec3f(1, 0, 0), Gf.Vec3f(0, 1, 0)])
    hidden.CreateFaceVertexCountsAttr([3])
    hidden.CreateFaceVertexIndicesAttr([0, 1, 2])
    hidden.CreateVisibilityAttr("invisible")
    stage.Save()


def by_hand():
    """The faces of both panels as places in metres, y up: each panel's turn, the garment's turn and place, then z up."""
    points, faces = panel()
    placed = []
    for turn in (0, math.pi):
        angle = turn + math.pi / 2
        moved = [(x * math.cos(angle) - y * math.sin(angle) + 10, x * math.sin(angle) + y * math.cos(angle) + 20, z + 100)
                 for x, y, z in points]
        ours = [(x / 100, z / 100, -y / 100) for x, y, z in moved]
        placed += [[ours[v] for v in face] for face in faces]
    return placed


def near(a, b):
    return math.dist(a, b) < 1e-6


def faces_outwards(a, b, c):
    """Seen from outside of the tube, whose middle stands at (10, 20) cm, the corners run counter-clockwise."""
    u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
    x, z = u[1] * v[2] - u[2] * v[1], u[0] * v[1] - u[1] * v[0]   # of the normal
    return x * (a[0] + b[0] + c[0] - 0.3) + z * (a[2] + b[2] + c[2] + 0.6) > 0


def check_rest(points, corners):
    faces = by_hand()
    places = []
    for place in (corner for face in faces for corner in face):
        if not any(near(place, other) for other in places):
            places.append(place)
    assert len(places) == 2 * AROUND * (UP + 1), len(places)   # sewn: the sides are there once
    assert len(points) == len(places), (len(points), len(places))
    assert all(any(near(p, place) for place in places) for p in points)
    triangles = [[points[v] for v in corners[k:k + 3]] for k in range(0, len(corners), 3)]
    assert len(triangles) == sum(len(face) - 2 for face in faces), len(triangles)
    cut = {id(face): 0 for face in faces}
    for triangle in triangles:
        owner = next((f for f in faces if all(any(near(p, corner) for corner in f) for p in triangle)), None)
        assert owner is not None, triangle   # no triangle goes from one face into another
        cut[id(owner)] += 1
        assert faces_outwards(*triangle), triangle
    assert all(cut[id(face)] == len(face) - 2 for face in faces)


def check_obj(obj):
    rows = [line.split() for line in obj.read_text().splitlines()]
    uvs = [tuple(map(float, row[1:])) for row in rows if row[0] == "vt"]
    vertices = [tuple(map(float, row[1:])) for row in rows if row[0] == "v"]
    assert uvs, "no texture coordinates"
    for row in (row[1:] for row in rows if row[0] == "f"):
        assert faces_outwards(*(vertices[int(word.split("/")[0]) - 1] for word in (row[0], row[2], row[3]))), row
        for word in row:
            v, t = (int(k) - 1 for k in word.split("/"))
            assert abs(uvs[t][1] / 100 - (vertices[v][1] - 1)) < 1e-6, word   # the second one is the height above its foot


def refused(words, *arguments):
    result = subprocess.run([SCRIPT, *arguments], capture_output=True, text=True)
    assert result.returncode == 2 and result.stderr.count("\n") == 1 and words in result.stderr, result


def main(binary):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        author(folder / "garment.usda")
        subprocess.run([SCRIPT, folder / "garment.usda", folder / "garment.obj"], check=True)
        check_obj(folder / "garment.obj")
        (folder / "scene.json").write_text(json.dumps(
            {"objects": [{"name": "garment", "kind": "cloth", "mesh": "garment.obj"}]}))
        run = subprocess.run([binary, "run", folder / "scene.json", "--frames", str(FRAMES), "--export",
                              folder / "out.usda", "--export-frames", f"0:{FRAMES}"], capture_output=True, text=True)
        assert run.returncode == 0, run
        stage = Usd.Stage.Open(str(folder / "out.usda"))
        mesh = next(UsdGeom.Mesh(prim) for prim in stage.Traverse() if prim.IsA(UsdGeom.Mesh))
        points = mesh.GetPointsAttr()
        assert points.GetTimeSamples() == list(range(FRAMES + 1)), points.GetTimeSamples()
        check_rest([tuple(p) for p in points.Get(0)], list(mesh.GetFaceVertexIndicesAttr().Get()))
        fallen = [b[1] - a[1] for a, b in zip(points.Get(0), points.Get(FRAMES))]
        assert max(fallen) < -0.001, max(fallen)   # all of it hangs together and falls
        refused("none.usda: no such file", folder / "none.usda", folder / "x.obj")
        (folder / "bad.usda").write_text("nothing of USD")
        refused("bad.usda: not a readable USD file", folder / "bad.usda", folder / "x.obj")
        Usd.Stage.CreateNew(str(folder / "empty.usda")).Save()
        refused("empty.usda: found no visible mesh", folder / "empty.usda", folder / "x.obj")
        refused("x.obj: cannot be written", folder / "garment.usda", folder / "none" / "x.obj")
        assert not (folder / "x.obj").exists()


if __name__ == "__main__":
    main(sys.argv[1])
