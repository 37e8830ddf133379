// Forces that hold for a whole step, and the integration of velocities and positions.
#include "device/parallel.h"
#include "sim/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Quadratic drag of the air on every cloth triangle along its normal, 0.5 rho Cd A |v_n| v_n, in the implicit form
/// that can at most stop the relative motion within the step: explicit drag would throw light cloth backwards.
static void drag_triangles(Queue& queue, State& state, const Settings& settings) {
  const float dt = settings.time_step;
  const float half_rho_cd = 0.5f * settings.air_density * settings.drag_coefficient;
  const Vec3 wind = settings.wind;
  const Vec3 gained = settings.gravity * dt;   // without drag, until the end of the step
  const Vec4* x = state.positions.data();
  const Vec4* v = state.velocities.data();
  const Int3* triangles = state.triangles.data();
  const int* objects = state.triangle_object.data();
  const Material* materials = state.materials.data();
  Vec4* drag = state.triangle_drag.data();
  parallel_for(queue, "drag_triangles", state.triangles_count, RAYCLOTH_KERNEL(int i) {
    const Int3 t = triangles[i];
    const Vec3 a = xyz(x[t.x]);
    const Vec3 doubled = glm::cross(xyz(x[t.y]) - a, xyz(x[t.z]) - a);
    const float length = sqrtf(glm::dot(doubled, doubled));
    const Vec3 normal = length > 0 ? doubled / length : Vec3(0);
    const Vec3 relative = wind - (xyz(v[t.x]) + xyz(v[t.y]) + xyz(v[t.z])) / 3.0f;
    const float along = glm::dot(relative, normal), along_next = glm::dot(relative - gained, normal);
    const float rate = half_rho_cd / materials[objects[i]].areal_density * fabsf(along);   // 1/s
    const float area = 0.5f * length;
    drag[i] = Vec4(normal * (along_next * rate / (1.0f + rate * dt) * area), area);
  });
}

void predict(Queue& queue, World& world) {
  State& state = world.state;
  drag_triangles(queue, state, world.settings);
  const Vec3 gravity = world.settings.gravity;
  const Vec4* x = state.positions.data();
  const Vec4* drag = state.triangle_drag.data();
  const int* offsets = state.vertex_triangle_offsets.data();
  const int* triangles = state.vertex_triangles.data();
  Vec4* accelerations = state.accelerations.data();
  parallel_for(queue, "sum_forces", state.vertices_count, RAYCLOTH_KERNEL(int i) {
    Vec4 sum(0);
    for (int k = offsets[i]; k < offsets[i + 1]; ++k) sum += drag[triangles[k]];
    const Vec3 air = sum.w > 0 ? xyz(sum) / sum.w : Vec3(0);
    accelerations[i] = x[i].w > 0 ? Vec4(gravity + air, 0) : Vec4(0);
  });
}

void integrate(Queue& queue, World& world, float h) {
  Vec4* x = world.state.positions.data();
  Vec4* previous = world.state.previous.data();
  Vec4* v = world.state.velocities.data();
  const Vec4* a = world.state.accelerations.data();
  parallel_for(queue, "integrate", world.state.vertices_count, RAYCLOTH_KERNEL(int i) {
    const Vec4 here = x[i];
    previous[i] = here;
    if (here.w == 0) return;
    const Vec3 velocity = xyz(v[i]) + xyz(a[i]) * h;
    x[i] = Vec4(xyz(here) + velocity * h, here.w);
  });
}

void find_velocities(Queue& queue, World& world, float h) {
  const Vec4* x = world.state.positions.data();
  const Vec4* previous = world.state.previous.data();
  Vec4* v = world.state.velocities.data();
  const float keep = 1.0f / (1.0f + world.settings.damping * h);
  const float limit = world.settings.speed_limit;
  parallel_for(queue, "find_velocities", world.state.vertices_count, RAYCLOTH_KERNEL(int i) {
    if (x[i].w == 0) return;
    Vec3 velocity = (xyz(x[i]) - xyz(previous[i])) * (keep / h);
    const float speed = sqrtf(glm::dot(velocity, velocity));
    if (speed > limit) velocity *= limit / speed;
    v[i] = Vec4(velocity, 0);
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
