"""What a rival's driver is given, the job that scripts/rivals writes, and what it leaves, point caches.

A job is a JSON file: frames, fps, gravity (m/s^2, y up), ground (height in m, or null), areal_density (kg/m^2),
obstacles [{vertices, faces}] and cloths [{name, vertices, faces, half_thickness, pinned, turning}]. pinned are numbers of
vertices; turning is [[numbers, [x, y, z] of a point on the z-parallel axis, degrees a second], ...]. Lengths in m."""
import json
import pathlib
import struct
import sys

import numpy


def read_job(path):
    job = json.loads(pathlib.Path(path).read_text())
    for mesh in job["cloths"] + job["obstacles"]:
        mesh["vertices"] = numpy.array(mesh["vertices"], dtype=float)
        mesh["faces"] = numpy.array(mesh["faces"], dtype=int)
    return job


def held(cloth):
    """Numbers of the vertices that the solver does not move."""
    return sorted({v for numbers, _, _ in cloth["turning"] for v in numbers} | set(cloth["pinned"]))


class Caches:
    """A point cache (.pc2) for each cloth, as Raycloth's export writes them, and the seconds of each frame."""

    def __init__(self, job, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.job, self.frames, self.seconds = job, [], []
        self.add([cloth["vertices"] for cloth in job["cloths"]])

    def add(self, positions, seconds=None):
        self.frames.append([numpy.asarray(p, dtype="<f4") for p in positions])
        if seconds is not None:
            self.seconds.append(seconds)
            print(f"frame {len(self.seconds)}: {seconds:.3f} s", file=sys.stderr, flush=True)

    def write(self):
        for i, cloth in enumerate(self.job["cloths"]):
            head = struct.pack("<12siiffi", b"POINTCACHE2\0", 1, len(cloth["vertices"]), 0.0, 1.0, len(self.frames))
            name = cloth["name"].replace(" ", "_") + ".pc2"
            (self.folder / name).write_bytes(head + b"".join(frame[i].tobytes() for frame in self.frames))
        (self.folder / "seconds.json").write_text(json.dumps(self.seconds))
