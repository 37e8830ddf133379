"""Newton's vertex block descent (SolverVBD) on a job: newton_cloth.py JOB.json FOLDER

A job is what scripts/rivals writes: frames, fps, gravity (m/s^2, y up), ground (height in m, or null), obstacles
[{vertices, faces}] and cloths [{name, vertices, faces, half_thickness, areal_density, pinned, turning}], in m and kg/m^2.
pinned are numbers of vertices; turning is [[numbers, [x, y, z] of a point on an axis along z, degrees a second], ...]. The
folder gets a point cache (.pc2) for each cloth, as Raycloth's export writes them, and the seconds of each frame.

Substeps, iterations, stiffness and contact parameters are those of Newton's own example cloth_twist; the distance at
which cloth meets cloth is twice the half thickness, with half of that again to look ahead."""
import json
import pathlib
import struct
import sys
import time

import newton
import numpy
import warp

SUBSTEPS, ITERATIONS = 10, 4
STRETCH, AREA, STRETCH_DAMPING = 1.0e3, 1.0e3, 2.0e-4
BEND, BEND_DAMPING = 1.0e-3, 1.0e-2
CONTACT, CONTACT_DAMPING, FRICTION = 1.0e3, 1.0e-1, 0.2


def read_job(path):
    """With arrays for lists of points, and the range of particles that each cloth has."""
    job, first = json.loads(pathlib.Path(path).read_text()), 0
    for mesh in job["cloths"] + job["obstacles"]:
        mesh["vertices"], mesh["faces"] = numpy.array(mesh["vertices"], dtype=float), numpy.array(mesh["faces"], dtype=int)
    for cloth in job["cloths"]:
        cloth["range"] = slice(first, first + len(cloth["vertices"]))
        first = cloth["range"].stop
    return job


def held(cloth):
    """Numbers of the vertices that the solver does not move."""
    return sorted({v for numbers, _, _ in cloth["turning"] for v in numbers} | set(cloth["pinned"]))


def build(job):
    builder = newton.ModelBuilder(up_axis=newton.Axis.Y, gravity=tuple(job["gravity"]))
    for cloth in job["cloths"]:
        builder.add_cloth_mesh(
            pos=warp.vec3(0, 0, 0), rot=warp.quat_identity(), scale=1.0, vel=warp.vec3(0, 0, 0),
            vertices=[warp.vec3(*v) for v in cloth["vertices"]], indices=cloth["faces"].flatten().tolist(),
            density=cloth["areal_density"], tri_ke=STRETCH, tri_ka=AREA, tri_kd=STRETCH_DAMPING, edge_ke=BEND,
            edge_kd=BEND_DAMPING, particle_radius=cloth["half_thickness"])
    for obstacle in job["obstacles"]:
        builder.add_shape_mesh(body=-1, mesh=newton.Mesh(obstacle["vertices"], obstacle["faces"].flatten()))
    if job["ground"] is not None:
        builder.add_ground_plane(height=job["ground"])
    builder.color()
    model = builder.finalize(device="cpu")
    model.soft_contact_ke, model.soft_contact_kd, model.soft_contact_mu = CONTACT, CONTACT_DAMPING, FRICTION
    flags = model.particle_flags.numpy()
    for cloth in job["cloths"]:
        flags[cloth["range"]][held(cloth)] &= ~int(newton.ParticleFlags.ACTIVE)
    model.particle_flags = warp.array(flags, device="cpu")
    return model


def turn(job, state, seconds):
    """Puts what turns where it is after that time."""
    positions = state.particle_q.numpy()
    for cloth in job["cloths"]:
        for numbers, about, speed in cloth["turning"]:
            c, s = numpy.cos(numpy.radians(speed * seconds)), numpy.sin(numpy.radians(speed * seconds))
            x, y, z = (cloth["vertices"][numbers] - about).T
            positions[cloth["range"]][numbers] = numpy.stack([c * x - s * y, s * x + c * y, z], 1) + about
    state.particle_q.assign(positions)


class Simulation:
    def __init__(self, job):
        self.job, self.model, self.dt = job, build(job), 1 / job["fps"] / SUBSTEPS
        distance = 2 * min(cloth["half_thickness"] for cloth in job["cloths"])
        self.solver = newton.solvers.SolverVBD(
            self.model, iterations=ITERATIONS, particle_enable_self_contact=True, particle_self_contact_margin=distance,
            particle_self_contact_gap=distance / 2, particle_vertex_contact_buffer_size=64,
            particle_edge_contact_buffer_size=128)
        self.pipeline = newton.CollisionPipeline(self.model)
        self.contacts, self.control = self.pipeline.contacts(), self.model.control()
        self.start()
        self.frame(0)  # kernels are compiled when they first run: not in a frame that is timed
        self.start()

    def start(self):
        self.now, self.following = self.model.state(), self.model.state()

    def frame(self, number):
        self.pipeline.collide(self.now, self.contacts)
        self.solver.rebuild_bvh(self.now)
        for substep in range(1, SUBSTEPS + 1):
            self.now.clear_forces()
            for state in (self.now, self.following):
                turn(self.job, state, (number * SUBSTEPS + substep) * self.dt)
            self.solver.step(self.now, self.following, self.control, self.contacts, self.dt)
            self.now, self.following = self.following, self.now

    def positions(self):
        return self.now.particle_q.numpy().copy()


def write(job, frames, seconds, folder):
    for cloth in job["cloths"]:
        head = struct.pack("<12siiffi", b"POINTCACHE2\0", 1, len(cloth["vertices"]), 0.0, 1.0, len(frames))
        samples = b"".join(frame[cloth["range"]].astype("<f4").tobytes() for frame in frames)
        (folder / (cloth["name"].replace(" ", "_") + ".pc2")).write_bytes(head + samples)
    (folder / "seconds.json").write_text(json.dumps(seconds))


def main(job_path, folder):
    job = read_job(job_path)
    simulation = Simulation(job)
    frames, seconds = [simulation.positions()], []
    while len(seconds) < job["frames"] and numpy.isfinite(frames[-1]).all():
        begin = time.perf_counter()
        simulation.frame(len(seconds))
        seconds.append(time.perf_counter() - begin)
        frames.append(simulation.positions())
        print(f"frame {len(seconds)}: {seconds[-1]:.3f} s", file=sys.stderr, flush=True)
    write(job, frames, seconds, pathlib.Path(folder))


main(*sys.argv[1:])
