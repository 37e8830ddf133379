// Forces that hold for a whole step, and the integration of velocities and positions.
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Quadratic drag of the air on every cloth triangle along its normal, 0.5 rho Cd A |v_n| v_n, in the implicit form
/// that can at most stop the relative motion within the step: explicit drag would throw light cloth backwards.
static void drag_triangles(Queue& queue, State& state, const Settings& settings) {
  const float dt = settings.time_step;
  const float half_rho_cd = 0.5f * settings.air_density * settings.drag_coefficient;
  const Vec3 gained = settings.gravity * dt;       // without drag, until the end of the step
  const StepInputs* inputs = state.inputs.data();  // gusts change from step to step, what is recorded does not
  const Vec4* x = state.positions.data();
  const Vec4* v = state.velocities.data();
  const Int3* triangles = state.triangles.data();
  const int* objects = state.triangle_object.data();
  const Material* materials = state.materials.data();
  Vec4* drag = state.triangle_drag.data();
  parallel_for(queue, "drag_triangles", state.triangles_count, bytes<Int3, int, float> + 7 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Int3 t = triangles[i];
                 const Vec3 a = xyz(x[t.x]);
                 const Vec3 doubled = glm::cross(xyz(x[t.y]) - a, xyz(x[t.z]) - a);
                 const float length = sqrtf(glm::dot(doubled, doubled));
                 const Vec3 normal = length > 0 ? doubled / length : Vec3(0);
                 const Vec3 relative = inputs->wind - (xyz(v[t.x]) + xyz(v[t.y]) + xyz(v[t.z])) / 3.0f;
                 const float along = glm::dot(relative, normal), along_next = glm::dot(relative - gained, normal);
                 const float rate = half_rho_cd / materials[objects[i]].areal_density * fabsf(along);  // 1/s
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
  parallel_for(queue, "sum_forces", state.vertices_count,
               Moves(bytes<Int2> + 2 * bytes<Vec4>).per(offsets + state.vertices_count, bytes<int, Vec4>),
               [=] RAYCLOTH_KERNEL(int i) {
                 Vec4 sum(0);
                 for (int k = offsets[i]; k < offsets[i + 1]; ++k) sum += drag[triangles[k]];
                 const Vec3 air = sum.w > 0 ? xyz(sum) / sum.w : Vec3(0);
                 accelerations[i] = x[i].w > 0 ? Vec4(gravity + air, 0) : Vec4(0);
               });
}

namespace {

struct Integrate {
  Vec4 *x, *previous;
  const Vec4 *v, *accelerations;
  float h;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> here = load(x, at);
    store(previous, at, here);
    const Vector3<Real> velocity = xyz(load(v, at)) + xyz(load(accelerations, at)) * Real(h);
    const Vector3<Real> there = xyz(here) + velocity * Real(h);
    store(x, at, with_w(select(here.w != Real(0), there, xyz(here)), here.w));
  }
};

struct FindVelocities {
  const Vec4 *x, *previous;
  Vec4* v;
  float rate, limit;  // 1/s, m/s

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const Vector4<Real> here = load(x, at);
    const Vector3<Real> velocity = (xyz(here) - xyz(load(previous, at))) * Real(rate);
    const Real speed = square_root(dot(velocity, velocity));
    const Vector3<Real> limited = select(speed > Real(limit), velocity * (Real(limit) / speed), velocity);
    const Vector4<Real> old = load(v, at);
    const auto moves = here.w != Real(0);
    store(v, at, with_w(select(moves, limited, xyz(old)), select(moves, Real(0), old.w)));
  }
};

}  // namespace

void integrate(Queue& queue, World& world, float h) {
  State& s = world.state;
  parallel_for_lanes(queue, "integrate", s.vertices_count, 5 * bytes<Vec4>,
                     Integrate{s.positions.data(), s.previous.data(), s.velocities.data(), s.accelerations.data(), h});
}

void find_velocities(Queue& queue, World& world, float h) {
  State& s = world.state;
  const float keep = 1.0f / (1.0f + world.settings.damping * h);
  parallel_for_lanes(
      queue, "find_velocities", s.vertices_count, 4 * bytes<Vec4>,
      FindVelocities{s.positions.data(), s.previous.data(), s.velocities.data(), keep / h, world.settings.speed_limit});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
