// Which of a detection's contacts can act before the next one, gathered into rows, and which rows move a vertex.
#include "device/algorithms.h"
#include "device/atomic.h"
#include "device/parallel.h"
#include "sim/rigid_rows.h"
#include "sim/rows.h"
#include "sim/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

Response::Response(const State& state, const Detection& detection) {
  incidence_offsets.resize(state.vertices_count + 1);
  incidence_fill.resize(state.vertices_count);
  near_ends.resize(state.vertices_count);
  unlisted.resize(state.vertices_count);
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
  response.violations.resize(contacts);
  response.befores.resize(contacts);
  response.pressed.resize(contacts);
  response.grips.resize(contacts);
  response.corrections.resize(contacts);
  response.flags.resize(contacts);
  response.incidence.resize(4 * contacts);
  response.near.resize(4 * contacts);
}

DeviceCount row_count(const Response& response) {
  const int capacity = static_cast<int>(response.vertices.size());
  return {capacity, response.row_offsets.data() + capacity};
}

/// A contact can act before the next detection when its gap is less than this much (m) more than what twice its
/// present relative speed would close.
constexpr float kActingMargin = 0.003f;

/// Keeps the contacts that can act.
static void choose_rows(Queue& queue, World& world) {
  const ContactList contacts = contacts_of(world.detection);
  Response& response = world.response;
  const Vec4* velocities = world.state.velocities.data();
  const float interval = world.settings.time_step / world.settings.detections;
  const bool act_on_predictions = world.settings.response_uses_predictions;
  const RigidBodies rigid = rigid_bodies(world);
  int* offsets = response.row_offsets.data();
  const DeviceCount found{contacts.capacity, contacts.count};
  parallel_for(queue, "find_acting", found, RAYCLOTH_KERNEL(int i) {
    offsets[i] = 0;
    if (!act_on_predictions && (contacts.flags[i] & kFlagPrediction)) return;
    if (rigid.any(contacts.vertices[i])) return;   // has a row of its own, in rigid_contacts.cpp
    const Vec3 relative = sum_of_row(velocities, contacts.vertices[i], contacts.weights[i]);
    const float closing = 2 * sqrtf(glm::dot(relative, relative)) * interval + kActingMargin;
    offsets[i] = contacts.distances[i] - contacts.normals[i].w < closing ? 1 : 0;
  });
  gather_rows(queue, "copy_acting", world, response);
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
  connect_rigid(queue, world);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
