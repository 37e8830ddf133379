#include "sim/response.h"

#include "device/algorithms.h"
#include "device/atomic.h"
#include "device/parallel.h"
#include "sim/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

Response::Response(const State& state, const Detection& detection) {
  incidence_offsets.resize(state.vertices_count + 1);
  incidence_fill.resize(state.vertices_count);
  reserve(*this, detection);
}

void reserve(Response& response, const Detection& detection) {
  const size_t contacts = detection.triangles.size();
  response.row_offsets.resize(contacts + 1);
  response.vertices.resize(contacts);
  response.weights.resize(contacts);
  response.normals.resize(contacts);
  response.friction.resize(contacts);
  response.targets.resize(contacts);
  response.impulses.resize(contacts);
  response.corrections.resize(contacts);
  response.incidence.resize(4 * contacts);
}

static DeviceCount row_count(const Response& response) {
  const int capacity = static_cast<int>(response.vertices.size());
  return {capacity, response.row_offsets.data() + capacity};
}

/// sum_i weights_i x_i
RAYCLOTH_HD static Vec3 weighted_sum(const Vec4* x, Int4 v, Vec4 w) {
  return xyz(x[v.x]) * w.x + xyz(x[v.y]) * w.y + xyz(x[v.z]) * w.z + xyz(x[v.w]) * w.w;
}

/// A contact can act before the next detection when its gap is less than this much (m) more than what twice its
/// present relative speed would close.
constexpr float kActingMargin = 0.003f;

/// Keeps the contacts that can act, in their order, with the friction of their pair: geometric means of both objects'.
static void choose_rows(Queue& queue, World& world) {
  const ContactList contacts = contacts_of(world.detection);
  Response& response = world.response;
  const Vec4* velocities = world.state.velocities.data();
  const float interval = world.settings.time_step / world.settings.detections;
  const bool act_on_predictions = world.settings.response_uses_predictions;
  int* offsets = response.row_offsets.data();
  parallel_for(queue, "find_acting", contacts.capacity + 1, RAYCLOTH_KERNEL(int i) {
    offsets[i] = 0;
    if (i >= contacts.capacity || i >= *contacts.count) return;
    if (!act_on_predictions && (contacts.flags[i] & kFlagPrediction)) return;
    const Vec3 relative = weighted_sum(velocities, contacts.vertices[i], contacts.weights[i]);
    const float closing = 2 * sqrtf(glm::dot(relative, relative)) * interval + kActingMargin;
    offsets[i] = contacts.distances[i] - contacts.normals[i].w < closing ? 1 : 0;
  });
  exclusive_scan(queue, offsets, offsets, contacts.capacity + 1);

  const int* vertex_object = world.state.vertex_object.data();
  const Material* materials = world.state.materials.data();
  Int4* vertices = response.vertices.data();
  Vec4* weights = response.weights.data();
  Vec4* normals = response.normals.data();
  Vec2* friction = response.friction.data();
  parallel_for(queue, "copy_acting", DeviceCount{contacts.capacity, contacts.count}, RAYCLOTH_KERNEL(int i) {
    const int row = offsets[i];
    if (offsets[i + 1] == row) return;
    const Int4 v = contacts.vertices[i];
    const Material &a = materials[vertex_object[v.x]], &b = materials[vertex_object[v.w]];
    vertices[row] = v;
    weights[row] = contacts.weights[i];
    normals[row] = contacts.normals[i];
    friction[row] = Vec2(sqrtf(a.static_friction * b.static_friction), sqrtf(a.kinetic_friction * b.kinetic_friction));
  });
}

/// Lists the rows of each vertex that can move.
static void connect_rows(Queue& queue, World& world) {
  Response& response = world.response;
  const Vec4* x = world.state.positions.data();
  const Int4* rows = response.vertices.data();
  const int vertices = world.state.vertices_count;
  int* offsets = response.incidence_offsets.data();
  int* fill = response.incidence_fill.data();
  int* incidence = response.incidence.data();
  queue.zero(offsets, (vertices + 1) * sizeof(int));
  queue.zero(fill, vertices * sizeof(int));
  parallel_for(queue, "count_incidence", row_count(response), RAYCLOTH_KERNEL(int i) {
    for (int k = 0; k < 4; ++k) {
      const int v = rows[i][k];
      if (x[v].w > 0) atomic_add(&offsets[v], 1);
    }
  });
  exclusive_scan(queue, offsets, offsets, vertices + 1);
  parallel_for(queue, "fill_incidence", row_count(response), RAYCLOTH_KERNEL(int i) {
    for (int k = 0; k < 4; ++k) {
      const int v = rows[i][k];
      if (x[v].w > 0) incidence[offsets[v] + atomic_add(&fill[v], 1)] = 4 * i + k;
    }
  });
  // The atomics filled each vertex's entries in any order; ascending, the sums over them are the same every time.
  parallel_for(queue, "sort_incidence", vertices, RAYCLOTH_KERNEL(int v) {
    for (int i = offsets[v] + 1; i < offsets[v + 1]; ++i) {
      const int entry = incidence[i];
      int k = i;
      for (; k > offsets[v] && incidence[k - 1] > entry; --k) incidence[k] = incidence[k - 1];
      incidence[k] = entry;
    }
  });
}

void connect_contacts(Queue& queue, World& world) {
  choose_rows(queue, world);
  connect_rows(queue, world);
}

/// What C must reach: an overlap at the start of the substep may be corrected at push_out_speed and no faster, or the
/// correction would throw the vertex out.
static void limit_push_out(Queue& queue, World& world, float h) {
  const Vec4* previous = world.state.previous.data();
  Response& response = world.response;
  const Int4* vertices = response.vertices.data();
  const Vec4* weights = response.weights.data();
  const Vec4* normals = response.normals.data();
  float* targets = response.targets.data();
  Vec4* impulses = response.impulses.data();
  const float push_out = world.settings.push_out_speed * h;
  parallel_for(queue, "limit_push_out", row_count(response), RAYCLOTH_KERNEL(int i) {
    const Vec4 normal = normals[i];
    const float c = glm::dot(xyz(normal), weighted_sum(previous, vertices[i], weights[i])) - normal.w;
    targets[i] = fminf(0.0f, c + push_out);
    impulses[i] = Vec4(0);
  });
}

/// Coulomb's law in positions: `grip`, what would hold still against the sliding, as far as friction lets it for what
/// the contact presses.
RAYCLOTH_HD static Vec3 limit_grip(Vec3 grip, float pressed, Vec2 friction) {
  const float size = sqrtf(glm::dot(grip, grip));
  return size <= friction.x * pressed ? grip : grip * (friction.y * pressed / size);
}

static void solve_contacts(Queue& queue, World& world) {
  const Vec4* x = world.state.positions.data();
  const Vec4* previous = world.state.previous.data();
  Response& response = world.response;
  const Int4* vertices = response.vertices.data();
  const Vec4* weights = response.weights.data();
  const Vec4* normals = response.normals.data();
  const float* targets = response.targets.data();
  const Vec2* friction = response.friction.data();
  Vec4* impulses = response.impulses.data();
  Vec4* corrections = response.corrections.data();
  parallel_for(queue, "solve_contacts", row_count(response), RAYCLOTH_KERNEL(int i) {
    const Int4 v = vertices[i];
    const Vec4 w = weights[i];
    const Vec4 normal = normals[i];
    const Vec3 n = xyz(normal);
    const Vec3 now = weighted_sum(x, v, w);
    const float violation = targets[i] - (glm::dot(n, now) - normal.w);
    const Vec4 so_far = impulses[i];
    if (violation <= 0 && so_far.w == 0) {
      corrections[i] = Vec4(0);
      return;
    }
    const float mobility = x[v.x].w * w.x * w.x + x[v.y].w * w.y * w.y + x[v.z].w * w.z * w.z + x[v.w].w * w.w * w.w;
    const float pressed = fmaxf(so_far.w + violation / mobility, 0.0f);   // a contact never pulls
    const Vec3 moved = now - weighted_sum(previous, v, w);
    const Vec3 slid = moved - n * glm::dot(n, moved);
    const Vec3 grip = limit_grip(xyz(so_far) - slid / mobility, pressed, friction[i]);
    corrections[i] = Vec4(n * (pressed - so_far.w) + grip - xyz(so_far), 1);
    impulses[i] = Vec4(grip, pressed);
  });
}

/// Every vertex takes the mean of what its acting contacts ask of it.
static void apply_contacts(Queue& queue, World& world) {
  Vec4* x = world.state.positions.data();
  const Response& response = world.response;
  const int* offsets = response.incidence_offsets.data();
  const int* incidence = response.incidence.data();
  const Vec4* weights = response.weights.data();
  const Vec4* corrections = response.corrections.data();
  parallel_for(queue, "apply_contacts", world.state.vertices_count, RAYCLOTH_KERNEL(int i) {
    Vec4 sum(0);
    for (int k = offsets[i]; k < offsets[i + 1]; ++k) {
      const int row = incidence[k] / 4;
      const Vec4 correction = corrections[row];
      if (correction.w == 0) continue;
      sum += Vec4(xyz(correction) * weights[row][incidence[k] % 4], 1);
    }
    if (sum.w > 0) x[i] = Vec4(xyz(x[i]) + xyz(sum) * (x[i].w / sum.w), x[i].w);
  });
}

/// The plane y = height below everything, exact in every substep.
static void stand_on_ground(Queue& queue, World& world, const Ground& ground) {
  Vec4* x = world.state.positions.data();
  const Vec4* previous = world.state.previous.data();
  const int* vertex_object = world.state.vertex_object.data();
  const Material* materials = world.state.materials.data();
  parallel_for(queue, "stand_on_ground", world.state.vertices_count, RAYCLOTH_KERNEL(int i) {
    const Material& material = materials[vertex_object[i]];
    const float depth = ground.height + material.half_thickness - x[i].y;
    if (depth <= 0 || x[i].w == 0) return;
    const Vec2 friction(sqrtf(ground.static_friction * material.static_friction),
                        sqrtf(ground.kinetic_friction * material.kinetic_friction));
    const Vec3 slid(x[i].x - previous[i].x, 0, x[i].z - previous[i].z);
    x[i] = Vec4(xyz(x[i]) + Vec3(0, depth, 0) + limit_grip(-slid, depth, friction), x[i].w);
  });
}

void respond(Queue& queue, World& world, float h) {
  limit_push_out(queue, world, h);
  for (int i = 0; i < world.settings.contact_iterations; ++i) {
    solve_contacts(queue, world);
    apply_contacts(queue, world);
  }
  for (const Ground& ground : world.model.ground) stand_on_ground(queue, world, ground);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
