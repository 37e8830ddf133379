"""Newton's vertex block descent (SolverVBD) on a job: newton_cloth.py JOB.json FOLDER

Substeps, iterations, stiffness and contact parameters are those of Newton's own example cloth_twist; the distance at
which cloth meets cloth is twice the half thickness, with half of that again to look ahead."""
import sys
import time

import newton
import numpy
import warp

import pages

SUBSTEPS, ITERATIONS = 10, 4
STRETCH, AREA, STRETCH_DAMPING = 1.0e3, 1.0e3, 2.0e-4
BEND, BEND_DAMPING = 1.0e-3, 1.0e-2
CONTACT, CONTACT_DAMPING, FRICTION = 1.0e3, 1.0e-1, 0.2


def build(job):
    builder = newton.ModelBuilder(up_axis=newton.Axis.Y, gravity=tuple(job["gravity"]))
    for cloth in job["cloths"]:
        builder.add_cloth_mesh(
            pos=warp.vec3(0, 0, 0), rot=warp.quat_identity(), scale=1.0, vel=warp.vec3(0, 0, 0),
            vertices=[warp.vec3(*v) for v in cloth["vertices"]], indices=cloth["faces"].flatten().tolist(),
            density=job["areal_density"], tri_ke=STRETCH, tri_ka=AREA, tri_kd=STRETCH_DAMPING, edge_ke=BEND,
            edge_kd=BEND_DAMPING, particle_radius=cloth["half_thickness"])
    for obstacle in job["obstacles"]:
        builder.add_shape_mesh(body=-1, mesh=newton.Mesh(obstacle["vertices"], obstacle["faces"].flatten()))
    if job["ground"] is not None:
        builder.add_ground_plane(height=job["ground"])
    builder.color()
    model = builder.finalize(device="cpu")
    model.soft_contact_ke, model.soft_contact_kd, model.soft_contact_mu = CONTACT, CONTACT_DAMPING, FRICTION
    flags, first = model.particle_flags.numpy(), 0
    for cloth in job["cloths"]:
        flags[[first + v for v in pages.held(cloth)]] &= ~int(newton.ParticleFlags.ACTIVE)
        first += len(cloth["vertices"])
    model.particle_flags = warp.array(flags, device="cpu")
    return model


def turn(job, states, seconds):
    """Puts what turns where it is after that time, in both states."""
    if not any(cloth["turning"] for cloth in job["cloths"]):
        return
    now = [state.particle_q.numpy() for state in states]
    first = 0
    for cloth in job["cloths"]:
        for numbers, about, speed in cloth["turning"]:
            c, s = numpy.cos(numpy.radians(speed * seconds)), numpy.sin(numpy.radians(speed * seconds))
            arms = cloth["vertices"][numbers] - about
            turned = numpy.stack([c * arms[:, 0] - s * arms[:, 1], s * arms[:, 0] + c * arms[:, 1], arms[:, 2]], 1)
            for positions in now:
                positions[[first + v for v in numbers]] = turned + about
        first += len(cloth["vertices"])
    for state, positions in zip(states, now):
        state.particle_q.assign(positions)


def warm_up(solver, pipeline, contacts, model, dt):
    """Kernels are compiled when they first run: not in a frame that is timed."""
    now, following = model.state(), model.state()
    pipeline.collide(now, contacts)
    solver.step(now, following, model.control(), contacts, dt)


def main(job_path, folder):
    job = pages.read_job(job_path)
    model = build(job)
    distance = 2 * min(cloth["half_thickness"] for cloth in job["cloths"])
    solver = newton.solvers.SolverVBD(
        model, iterations=ITERATIONS, particle_enable_self_contact=True, particle_self_contact_margin=distance,
        particle_self_contact_gap=distance / 2, particle_vertex_contact_buffer_size=64,
        particle_edge_contact_buffer_size=128)
    now, following, control = model.state(), model.state(), model.control()
    pipeline = newton.CollisionPipeline(model)
    contacts = pipeline.contacts()
    caches, dt = pages.Caches(job, folder), 1 / job["fps"] / SUBSTEPS
    warm_up(solver, pipeline, contacts, model, dt)
    for frame in range(job["frames"]):
        begin = time.perf_counter()
        pipeline.collide(now, contacts)
        solver.rebuild_bvh(now)
        for substep in range(SUBSTEPS):
            now.clear_forces()
            turn(job, (now, following), (frame * SUBSTEPS + substep + 1) * dt)
            solver.step(now, following, control, contacts, dt)
            now, following = following, now
        seconds = time.perf_counter() - begin
        positions, parts, first = now.particle_q.numpy(), [], 0
        for cloth in job["cloths"]:
            parts.append(positions[first:first + len(cloth["vertices"])].copy())
            first += len(cloth["vertices"])
        caches.add(parts, seconds)
        if not numpy.isfinite(positions).all():
            break
    caches.write()


main(*sys.argv[1:])
