// Forces that hold for a detection interval: gravity, and the air on cloth that lies open to it.
#include "device/atomic.h"
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// m between the surfaces of two layers from which on one does not shelter the other.
static constexpr float kSheltered = 0.03f;

/// What the air may drive a vertex by in one of the settings' substeps, as a part of the median edge: where it is more,
/// the solver does not keep up (docs/performance.md).
static constexpr float kDriven = 0.01f;

/// How far each side of a vertex, outward and inward, is covered by what its rays met: 1 where that touches, 0 from
/// kSheltered on. Air between two layers moves with them, and blows on neither.
static void find_shelter(Queue& queue, World& world) {
  float* shelter = world.state.shelter.data();
  queue.zero(shelter, world.state.shelter.size() * sizeof(float));
  const ContactList contacts = world.handler->contacts().list();
  parallel_for(queue, "find_shelter", contacts.count(), bytes<Int4, Vec4, float, int, float>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const int flags = contacts.flags[i];
                 if (flags & (kFlagEdges | kFlagInverted)) return;
                 const float gap = contacts.distances[i] - contacts.normals[i].w;
                 const float cover = smaller(1 - gap / kSheltered, 1.0f);
                 if (cover > 0) atomic_max(&shelter[2 * contacts.vertices[i].x + (flags & kFlagInward ? 1 : 0)], cover);
               });
}

/// Quadratic drag of the air on every cloth triangle along its normal, 0.5 rho Cd A |v_n| v_n, as far as its windward
/// side is open, in the implicit form that can at most stop the relative motion within the interval `dt`: explicit drag
/// would throw light cloth backwards.
static void drag_triangles(Queue& queue, World& world, float dt) {
  State& state = world.state;
  const Settings& settings = world.settings;
  const float half_rho_cd = 0.5f * settings.air_density * settings.drag_coefficient;
  const Vec3 gained = settings.gravity * dt;       // without drag, until its end
  const StepInputs* inputs = state.inputs.data();  // gusts change from step to step, what is recorded does not
  const Vec4* x = state.positions.data();
  const Vec4* v = state.velocities.data();
  const float* shelter = state.shelter.data();
  const Int3* triangles = state.triangles.data();
  const int* objects = state.triangle_object.data();
  const Material* materials = state.materials.data();
  Vec4* drag = state.triangle_drag.data();
  const unsigned char* free = free_vertices(world);
  parallel_for(queue, "drag_triangles", state.triangles_count, bytes<Int3, int> + 4 * bytes<float> + 7 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Int3 t = triangles[i];
                 if (!is_busy(free, t.x) && !is_busy(free, t.y) && !is_busy(free, t.z)) return;
                 const Vec3 a = xyz(x[t.x]);
                 const Vec3 doubled = glm::cross(xyz(x[t.y]) - a, xyz(x[t.z]) - a);
                 const float length = sqrtf(glm::dot(doubled, doubled));
                 const Vec3 normal = length > 0 ? doubled / length : Vec3(0);
                 const Vec3 relative = inputs->wind - (xyz(v[t.x]) + xyz(v[t.y]) + xyz(v[t.z])) / 3.0f;
                 const float along = glm::dot(relative, normal), along_next = glm::dot(relative - gained, normal);
                 const int windward = along > 0 ? 1 : 0;
                 const float open =
                     1 - (shelter[2 * t.x + windward] + shelter[2 * t.y + windward] + shelter[2 * t.z + windward]) / 3;
                 const float rate = open * half_rho_cd / materials[objects[i]].areal_density * fabsf(along);  // 1/s
                 const float area = 0.5f * length;
                 drag[i] = Vec4(normal * (along_next * rate / (1.0f + rate * dt) * area), area);
               });
}

void find_forces(Queue& queue, World& world, float interval) {
  State& state = world.state;
  queue.begin_stage("predict");
  find_shelter(queue, world);
  drag_triangles(queue, world, interval);
  const Vec3 gravity = world.settings.gravity;
  const unsigned char* free = free_vertices(world);
  const Vec4* x = state.positions.data();
  const Vec4* drag = state.triangle_drag.data();
  const int* offsets = state.vertex_triangle_offsets.data();
  const int* triangles = state.vertex_triangles.data();
  Vec4* accelerations = state.accelerations.data();
  int* driven = state.driven.data();
  queue.zero(driven, sizeof(int));
  const float h = world.settings.time_step / static_cast<float>(world.settings.substeps);
  const float most = kDriven * world.net->sweep.median_edge() / (h * h);
  parallel_for(queue, "sum_forces", state.vertices_count,
               Moves(bytes<Int2> + 2 * bytes<Vec4>).per(offsets + state.vertices_count, bytes<int, Vec4>),
               [=] RAYCLOTH_KERNEL(int i) {
                 if (!is_busy(free, i)) return;
                 Vec4 sum(0);
                 for (int k = offsets[i]; k < offsets[i + 1]; ++k) sum += drag[triangles[k]];
                 const Vec3 air = sum.w > 0 ? xyz(sum) / sum.w : Vec3(0);
                 if (x[i].w > 0 && most > 0 && glm::dot(air, air) > most * most) atomic_add(driven, 1);
                 accelerations[i] = x[i].w > 0 ? Vec4(gravity + air, 0) : Vec4(0);
               });
  weigh_bodies(queue, world);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
