"""usd_test.py RAYCLOTH_BINARY: exports a scene as .usda and as OBJ files, and compares what USD's own library reads with
the latter, vertex by vertex. Exit code 77: usd-core (PyPI) is missing."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from pxr import Usd, UsdGeom
except ImportError:
    print("no usd-core here")
    sys.exit(77)

FRAMES = 6
SCENE = {
    "settings": {"time_step": 0.04},
    "objects": [
        {"name": "7 flag", "kind": "cloth", "sheet": {"size": [0.4, 0.3], "cells": [4, 3]}, "color": [1, 0.5, 0]},
        {"name": "7_flag", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [3, 3]}, "translate": [2, 0, 0]},
        {"name": "floor", "kind": "shell", "sheet": {"size": [1, 1], "cells": [2, 2]}, "translate": [0, -1, 0]}]}


def read_obj(path):
    """Vertices, and triangles from 0."""
    rows = [line.split() for line in path.read_text().splitlines()]
    return ([tuple(map(float, row[1:])) for row in rows if row[0] == "v"],
            [int(corner) - 1 for row in rows if row[0] == "f" for corner in row[1:]])


def same(found, expected, within):
    return len(found) == len(expected) and all(
        abs(a - b) <= within for p, q in zip(found, expected) for a, b in zip(p, q))


def main(binary):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        scene = folder / "scene.json"
        scene.write_text(json.dumps(SCENE))
        run = [binary, "run", scene, "--frames", str(FRAMES), "--export"]
        subprocess.run([*run, folder / "cloth.usda"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([*run, folder / "obj"], check=True, stdout=subprocess.DEVNULL)
        stage = Usd.Stage.Open(str(folder / "cloth.usda"))
        check(stage, [read_obj(folder / "obj" / f"frame_{k:06d}.obj") for k in range(1, FRAMES + 1)])


def check(stage, frames):
    assert (stage.GetStartTimeCode(), stage.GetEndTimeCode(), stage.GetTimeCodesPerSecond()) == (1, FRAMES, 25)
    assert UsdGeom.GetStageMetersPerUnit(stage) == 1 and UsdGeom.GetStageUpAxis(stage) == "Y"
    assert stage.GetDefaultPrim().IsA(UsdGeom.Xform)
    meshes = [UsdGeom.Mesh(prim) for prim in stage.Traverse() if prim.IsA(UsdGeom.Mesh)]
    assert [mesh.GetPrim().GetName() for mesh in meshes] == ["_7_flag", "_7_flag_2"], meshes
    for mesh in meshes:
        assert mesh.GetPointsAttr().GetTimeSamples() == list(range(1, FRAMES + 1))
        assert mesh.GetNormalsAttr().GetTimeSamples() == list(range(1, FRAMES + 1))
        assert set(mesh.GetFaceVertexCountsAttr().Get()) == {3}
        assert mesh.GetNormalsInterpolation() == "vertex" and mesh.GetSubdivisionSchemeAttr().Get() == "none"
    orange = meshes[0].GetDisplayColorAttr().Get()[0]
    assert same([orange], [(1, 0.21404, 0)], 1e-4), orange   # 0.5 of sRGB as linear light
    indices, first = [], 0
    for mesh in meshes:
        indices += [first + i for i in mesh.GetFaceVertexIndicesAttr().Get()]
        first += len(mesh.GetPointsAttr().Get(1))
    assert indices == frames[0][1]
    for frame, (points, _) in enumerate(frames, 1):
        found = [p for mesh in meshes for p in mesh.GetPointsAttr().Get(frame)]
        assert same(found, points, 1e-7), frame   # OBJ has the decimals of floats
        normals = [n for mesh in meshes for n in mesh.GetNormalsAttr().Get(frame)]
        assert all(abs(n.GetLength() - 1) < 1e-5 for n in normals), frame


if __name__ == "__main__":
    main(sys.argv[1])
