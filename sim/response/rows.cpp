// Which of a detection's contacts can act before the next one, gathered into rows, which rows move a vertex, and what
// they take over from the rows of the detection before.
#include "sim/response/rows.h"
#include "device/algorithms.h"
#include "device/atomic.h"
#include "device/parallel.h"
#include "device/sets/sort.h"
#include "sim/bodies/rigid_rows.h"
#include "sim/response/acting.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

Response::Response(const State& state, const Contacts& contacts) {
  incidence_offsets.resize(state.vertices_count + 1);
  incidence_fill.resize(state.vertices_count);
  near_ends.resize(state.vertices_count);
  outdated.resize(state.vertices_count);
  even_parts.resize(state.vertices_count);
  weighted_parts.resize(state.vertices_count);
  starts.resize(contacts.owners() + 1);
  soon_starts.resize(starts.size());
  previous_starts.resize(starts.size());
  previous_soon_starts.resize(starts.size());
  reserve(*this, contacts);
}

void reserve(Response& response, const Contacts& contacts) {
  const size_t capacity = contacts.capacity();
  response.row_offsets.resize(capacity + 1);
  response.soon_offsets.resize(capacity + 1);
  response.vertices.grow(capacity);
  response.impulses.grow(capacity);
  response.previous_vertices.resize(capacity);
  response.previous_impulses.resize(capacity);
  response.previous_reaches.resize(capacity);
  response.weights.grow(capacity);
  response.normals.resize(capacity);
  response.friction.resize(capacity);
  response.targets.resize(capacity);
  response.violations.resize(capacity);
  response.befores.resize(capacity);
  response.corrections.resize(capacity);
  response.flags.resize(capacity);
  response.busy = busy_groups(capacity);
  response.incidence.resize(4 * capacity);
  response.near.resize(4 * capacity);
}

void list_carried(Response& response, CarriedList& list) {
  const int* rows = response.starts.data() + response.starts.size() - 1;
  carry(list, response.starts);
  carry(list, response.soon_starts);
  carry(list, response.vertices, rows);
  carry(list, response.weights, rows);
  carry(list, response.impulses, rows);
}

DeviceCount row_count(const Response& response) {
  const int capacity = static_cast<int>(response.vertices.size());
  return {capacity, response.row_offsets.data() + capacity};
}

/// A contact can act before the next detection when its gap is less than this much (m) more than what twice its
/// present relative speed would close.
constexpr float kActingMargin = 0.003f;
/// It is likely to when its gap at the present speed comes to be less than this (m).
constexpr float kSoonMargin = 3e-4f;

/// A contact is fast whose two sides pass this part of an edge in a step. One in so many is asked, and counts for all.
constexpr float kFastWay = 0.6f;
constexpr int kAsked = 8;

/// Keeps the contacts that can act, but for those of what crosses: they would keep it so. Tells which of them are
/// likely to, and counts how many are fast.
static void choose_rows(Queue& queue, World& world) {
  const ContactList contacts = world.handler->contacts().list();
  Response& response = world.response;
  const Vec4* velocities = world.state.velocities.data();
  const float interval = world.settings.time_step / world.pace.detections;
  const bool act_on_predictions = world.settings.response_uses_predictions;
  const RigidBodies rigid = rigid_bodies(world);
  const TangledVertices* tangled = world.state.tangled.data();
  int *offsets = response.row_offsets.data(), *soon = response.soon_offsets.data(), *fast = response.fast.data();
  const unsigned char* moving = vertices_to_move(world);
  const float fast_speed = kFastWay * world.net->sweep.median_edge() / world.settings.time_step;
  queue.zero(fast, sizeof(int));
  parallel_for(queue, "find_acting", contacts.count(),
               bytes<Int4, Vec4, Vec4, float, int> + 4 * bytes<Vec4> + bytes<int>, [=] RAYCLOTH_KERNEL(int i) {
                 offsets[i] = soon[i] = 0;
                 const Int4 v = contacts.vertices[i];
                 const bool moves =
                     is_busy(moving, v.x) || is_busy(moving, v.y) || is_busy(moving, v.z) || is_busy(moving, v.w);
                 const Vec3 relative = moves ? sum_of_row(velocities, v, contacts.weights[i]) : Vec3(0);
                 const float speed = sqrtf(glm::dot(relative, relative));
                 const float gap = contacts.distances[i] - contacts.normals[i].w;
                 if (gap >= 2 * speed * interval + kActingMargin) return;
                 if (i % kAsked == 0 && speed > fast_speed) atomic_add(fast, kAsked);
                 if (!act_on_predictions && (contacts.flags[i] & kFlagPrediction)) return;
                 if (rigid.any(v)) return;  // has a row of its own, in sim/bodies/rigid_contacts.cpp
                 if (tangled->on_wrong_side(v, contacts.flags[i] & kFlagEdges ? 2 : 1)) return;
                 const float closing = -glm::dot(xyz(contacts.normals[i]), relative);
                 offsets[i] = 1;
                 soon[i] = gap < larger(closing * interval, 0.0f) + kSoonMargin ? 1 : 0;
               });
  exclusive_scan(queue, offsets, offsets, contacts.count());
  exclusive_scan(queue, soon, soon, contacts.count());
  gather_rows(queue, "copy_acting", world, response, {offsets, soon, soon + contacts.capacity});
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
  parallel_for(queue, "count_incidence", row_count(response), bytes<Int4> + 4 * bytes<Vec4, int, int>,
               [=] RAYCLOTH_KERNEL(int i) {
                 for (int k = 0; k < 4; ++k) {
                   const int v = rows[i][k];
                   if (x[v].w > 0) atomic_add(&offsets[v], 1);
                 }
               });
  exclusive_scan(queue, offsets, offsets, vertices + 1);
  parallel_for(queue, "fill_incidence", row_count(response), bytes<Int4> + 4 * bytes<Vec4, int, int, int, int>,
               [=] RAYCLOTH_KERNEL(int i) {
                 for (int k = 0; k < 4; ++k) {
                   const int v = rows[i][k];
                   if (x[v].w > 0) incidence[offsets[v] + atomic_add(&fill[v], 1)] = 4 * i + k;
                 }
               });
  // The atomics filled each vertex's entries in any order; ascending, the sums over them are the same every time.
  parallel_for_teams(queue, "sort_incidence", vertices, Moves(bytes<Int2>).per(offsets + vertices, 2 * bytes<int>),
                     [=] RAYCLOTH_KERNEL(const Team& team, int v) {
                       sort(team, incidence + offsets[v], offsets[v + 1] - offsets[v]);
                     });
}

/// Says which groups of rows can do anything; the others neither act nor lose what they pressed with.
static void find_busy_rows(Queue& queue, World& world) {
  if (!world.pace.rests) return;
  Response& r = world.response;
  const unsigned char* movable = world.rest.movable.data();
  const Int4* rows = r.vertices.data();
  const DeviceCount count = row_count(r);
  unsigned char *busy = r.busy.data(), *flags = r.flags.data();
  parallel_for(queue, "find_busy_rows", group_count(r.vertices.size()), bytes<unsigned char>,
               [=] RAYCLOTH_KERNEL(int g) {
                 const int end = *count.count < count.capacity ? *count.count : count.capacity;
                 busy[g] = any_in_group(g, end, [=](int i) {
                   const Int4 v = rows[i];
                   return movable[v.x] || movable[v.y] || movable[v.z] || movable[v.w];
                 });
                 for (int i = 8 * g; i < 8 * g + 8 && i < end; ++i) flags[i] = 0;
               });
}

/// How far an impulse of 1 on a row moves the vertex that it moves farthest.
RAYCLOTH_HD inline float reach(const Vec4* rest, Int4 v, Vec4 weights) {
  float farthest = 0;
  for (int k = 0; k < 4; ++k) farthest = larger(farthest, rest[v[k]].w * fabsf(weights[k]));
  return farthest;
}

/// Lays aside what the rows of the last detection did. What presses equally hard in substeps of another length does so
/// by impulses (kg m) that go with the length's square.
static void keep_impulses(Queue& queue, World& world, bool first) {
  Response& r = world.response;
  const NetOutlook* outlook = world.net->outlook.data();
  const int finer = world.pace.finer;
  const Int4* vertices = r.vertices.data();
  const Vec4 *impulses = r.impulses.data(), *weights = r.weights.data(), *rest = world.state.rest.data();
  Int4* previous_vertices = r.previous_vertices.data();
  Vec4* previous_impulses = r.previous_impulses.data();
  float* previous_reaches = r.previous_reaches.data();
  queue.copy(r.previous_starts.data(), r.starts.data(), r.starts.size() * sizeof(int));
  queue.copy(r.previous_soon_starts.data(), r.soon_starts.data(), r.soon_starts.size() * sizeof(int));
  const DeviceCount rows{static_cast<int>(r.vertices.size()), r.starts.data() + r.starts.size() - 1};
  parallel_for(queue, "keep_impulses", rows, 2 * bytes<Int4, Vec4> + 5 * bytes<Vec4> + bytes<float>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const int before = first && outlook->finer > 0 ? outlook->finer : finer;
                 const float longer = static_cast<float>(before) / static_cast<float>(finer);
                 previous_vertices[i] = vertices[i];
                 previous_impulses[i] = impulses[i] * (longer * longer);
                 previous_reaches[i] = reach(rest, vertices[i], weights[i]);
               });
}

/// Which rows owners have: contacts come in their order.
static void find_starts(Queue& queue, World& world) {
  const ContactList contacts = world.handler->contacts().list();
  Response& r = world.response;
  const int *rows = r.row_offsets.data(), *soon = r.soon_offsets.data();
  int *starts = r.starts.data(), *soon_starts = r.soon_starts.data();
  parallel_for(queue, "find_starts", contacts.owners + 1, 5 * bytes<int>, [=] RAYCLOTH_KERNEL(int i) {
    const int contact = contacts.offsets[i] < contacts.capacity ? contacts.offsets[i] : contacts.capacity;
    starts[i] = rows[contact];
    soon_starts[i] = soon[contact];
  });
}

/// The rows of an owner, those that are likely to act before the others.
struct OwnersRows {
  int soon, soon_count, late, count;

  RAYCLOTH_HD int operator[](int k) const { return k < soon_count ? soon + k : late + k - soon_count; }
};

/// Of `owners`, by Response's arrays of these names.
RAYCLOTH_HD inline OwnersRows rows_of_owner(const int* starts, const int* soon_starts, int owners, int i) {
  const int soon = soon_starts[i];
  return {soon, soon_starts[i + 1] - soon, soon_starts[owners] + starts[i] - soon, starts[i + 1] - starts[i]};
}

/// The part of an impulse that is kept, by how far one of 1 moved a vertex and moves one now. The bound that rows have
/// anyway: of vertices that weigh alike and are free it takes nothing.
RAYCLOTH_HD inline float kept(float before, float now) {
  const float most = before / kLeastShare;
  return now > most ? most / now : 1.0f;
}

/// A row goes on with the impulse that the same four vertices had in the rows of the last detection, or with as much of
/// it as moves none of them much farther than it did: where nearly all of a row's weight was on what is pinned, it
/// pressed hard to move the rest at all, and would throw what has more of the weight now.
static void take_over_impulses(Queue& queue, World& world) {
  Response& r = world.response;
  const int *starts = r.starts.data(), *previous_starts = r.previous_starts.data();
  const int *soon_starts = r.soon_starts.data(), *previous_soon_starts = r.previous_soon_starts.data();
  const int owners = static_cast<int>(r.starts.size()) - 1;
  const Int4 *vertices = r.vertices.data(), *previous_vertices = r.previous_vertices.data();
  const Vec4 *normals = r.normals.data(), *previous_impulses = r.previous_impulses.data();
  const Vec4 *weights = r.weights.data(), *rest = world.state.rest.data();
  const float* reaches = r.previous_reaches.data();
  Vec4* impulses = r.impulses.data();
  parallel_for(queue, "take_over_impulses", owners,
               Moves(10 * bytes<int>).per(starts + owners, bytes<Int4> + 4 * bytes<Vec4>), [=] RAYCLOTH_KERNEL(int i) {
                 if (starts[i] == starts[i + 1]) return;
                 const OwnersRows own = rows_of_owner(starts, soon_starts, owners, i);
                 const OwnersRows before = rows_of_owner(previous_starts, previous_soon_starts, owners, i);
                 int next = 0;  // most come in the order in which they came before
                 for (int each = 0; each < own.count; ++each) {
                   const int row = own[each];
                   Vec4 impulse(0);
                   for (int tried = 0; tried < before.count; ++tried) {
                     const int k = before[next];
                     next = next + 1 < before.count ? next + 1 : 0;
                     if (previous_vertices[k] != vertices[row]) continue;
                     impulse = previous_impulses[k] * kept(reaches[k], reach(rest, vertices[row], weights[row]));
                     break;
                   }
                   const Vec3 n = xyz(normals[row]), grip = xyz(impulse);
                   impulses[row] = Vec4(grip - n * glm::dot(n, grip), impulse.w);
                 }
               });
}

void forget_impulses(Queue& queue, Response& r) {
  queue.zero(r.starts.data(), r.starts.size() * sizeof(int));
  queue.zero(r.soon_starts.data(), r.soon_starts.size() * sizeof(int));
}

void connect_contacts(Queue& queue, World& world, int d) {
  keep_impulses(queue, world, d == 0);
  choose_rows(queue, world);
  find_starts(queue, world);
  take_over_impulses(queue, world);
  find_busy_rows(queue, world);
  connect_rows(queue, world);
  pass_turns_on(queue, world);
  connect_rigid(queue, world);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
