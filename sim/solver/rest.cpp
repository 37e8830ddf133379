#include "sim/solver/rest.h"

#include <algorithm>
#include <cmath>

#include "device/atomic.h"
#include "device/parallel.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

constexpr float kSeconds = 0.5f;    // over which places are averaged
constexpr float kReach = 0.25f;     // of the half thickness: how far from there what is still may be
constexpr float kThin = 0.004f;     // m, taken for that of what has none
constexpr int kRestlessPart = 100;  // one vertex in so many may be restless where all sleeps
constexpr int kCalmPart = 4;        // ... where any falls asleep
constexpr int kAnyPart = 2;         // ... where any sleeps

static bool moves(const ModelObject& object) {
  return object.kind == ObjectKind::cloth || object.motion != MotionKind::fixed;
}

/// Of each group of eight vertices, those with which it has triangles in common, itself among them.
static std::vector<std::vector<int>> groups_beside(const Model& model) {
  std::vector<std::vector<int>> groups(group_count(model.positions.size()));
  for (const Int3& t : model.triangles) {
    for (int k = 0; k < 3; ++k) {
      std::vector<int>& beside = groups[t[k] / 8];
      for (int l = 0; l < 3; ++l) {
        if (std::find(beside.begin(), beside.end(), t[l] / 8) == beside.end()) beside.push_back(t[l] / 8);
      }
    }
  }
  return groups;
}

Rest::Rest(const Model& model)
    : stays(model.positions.size()),
      restless(model.objects.size()),
      stirred(model.positions.size()),
      movable(model.positions.size()),
      free(busy_groups(model.positions.size())),
      to_move(busy_groups(model.positions.size())),
      to_turn(busy_groups(model.positions.size())) {
  std::vector<int> calm, any;
  std::vector<unsigned char> never;
  for (const ModelObject& object : model.objects) {
    const bool is_cloth = object.kind == ObjectKind::cloth;  // -1: nothing of it sleeps by itself
    busy.push_back(moves(object) ? object.vertices.size() : 0);
    never.push_back(moves(object) ? 0 : 1);
    calm.push_back(is_cloth ? object.vertices.size() / kCalmPart : -1);
    any.push_back(is_cloth ? object.vertices.size() / kAnyPart : -1);
  }
  restless.upload(busy);
  most_calm = Buffer<int>(calm);
  most_any = Buffer<int>(any);
  fixed = Buffer<unsigned char>(never);
  const std::vector<std::vector<int>> groups = groups_beside(model);
  std::vector<int> offsets{0}, all;
  for (const std::vector<int>& of_group : groups) {
    all.insert(all.end(), of_group.begin(), of_group.end());
    offsets.push_back(static_cast<int>(all.size()));
  }
  beside_offsets = Buffer<int>(offsets);
  beside = Buffer<int>(all);
}

void list_carried(Rest& rest, CarriedList& list) {
  carry(list, rest.stays);
  carry(list, rest.restless);
  carry(list, rest.sleepers);
}

void wake(World& world) {
  std::vector<Stay> stays(world.rest.stays.size());
  for (size_t v = 0; v < stays.size(); ++v)
    stays[v].restless = moves(world.model.objects[world.model.vertex_object[v]]);
  world.rest.stays.upload(stays);
  world.rest.restless.upload(world.rest.busy);
  world.rest.sleepers.upload(std::vector<int>(1));
}

const unsigned char* busy(const World& world, const Buffer<unsigned char>& groups) {
  return world.pace.rests ? groups.data() : nullptr;
}

const unsigned char* free_vertices(const World& world) { return busy(world, world.rest.free); }

const unsigned char* vertices_to_move(const World& world) {
  return world.pace.careful ? nullptr : busy(world, world.rest.to_move);
}

const unsigned char* vertices_to_turn(const World& world) {
  return world.pace.careful ? nullptr : busy(world, world.rest.to_turn);
}

/// What nothing moves in a step, but for the net.
struct Idle {
  const Stay* stays;
  const unsigned char* fixed;
  const int* objects;

  RAYCLOTH_HD bool operator()(int v) const { return stays[v].sleeps || fixed[objects[v]]; }
};
static Idle idle_of(const World& world) {
  return {world.rest.stays.data(), world.rest.fixed.data(), world.state.vertex_object.data()};
}

/// Groups that have a triangle with a vertex that moves.
static void find_groups_to_turn(Queue& queue, Rest& rest) {
  const int *offsets = rest.beside_offsets.data(), *beside = rest.beside.data();
  const unsigned char* to_move = rest.to_move.data();
  unsigned char* to_turn = rest.to_turn.data();
  parallel_for(queue, "find_groups_to_turn", static_cast<int>(rest.beside_offsets.size()) - 1, 8 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int g) {
                 unsigned char any = 0;
                 for (int k = offsets[g]; k < offsets[g + 1]; ++k) any |= to_move[beside[k]];
                 to_turn[g] = any;
               });
}

/// Says which groups of constraints, bending rows and vertices have a vertex that moves.
static void find_busy_fabric(Queue& queue, World& world) {
  State& s = world.state;
  const unsigned char* movable = world.rest.movable.data();
  const int *first = s.membrane.first.data(), *second = s.membrane.second.data(), *third = s.membrane.third.data();
  const Int2 *edges = s.edges.pairs.data(), *creases = s.creases.pairs.data();
  const RowsView rows = s.bend.rows.view();
  unsigned char *busy_triangles = s.membrane.busy.data(), *busy_edges = s.edges.busy.data(),
                *busy_creases = s.creases.busy.data(), *busy_rows = s.bend.busy.data(), *free = world.rest.free.data(),
                *to_move = world.rest.to_move.data();
  const Idle idle = idle_of(world);
  const int triangle_count = static_cast<int>(s.membrane.areas.size()), row_count = s.bend.rows.rows(),
            edge_count = static_cast<int>(s.edges.pairs.size()),
            crease_count = static_cast<int>(s.creases.pairs.size()), vertex_count = s.vertices_count;
  const int most = std::max({triangle_count, row_count, edge_count, crease_count, vertex_count});
  parallel_for(queue, "find_busy_fabric", group_count(most), 5 * 8 * bytes<int>, [=] RAYCLOTH_KERNEL(int g) {
    const auto moves = [=](int v) { return movable[v] != 0; };
    const auto note = [=](unsigned char* flags, int count, auto any) {
      if (8 * g < count) flags[g] = any_in_group(g, count, any) ? 1 : 0;
    };
    note(busy_triangles, triangle_count, [=](int i) { return moves(first[i]) || moves(second[i]) || moves(third[i]); });
    note(busy_edges, edge_count, [=](int i) { return moves(edges[i].x) || moves(edges[i].y); });
    note(busy_creases, crease_count, [=](int i) { return moves(creases[i].x) || moves(creases[i].y); });
    note(busy_rows, row_count, [=](int i) { return rows.any_of(i, moves); });
    note(free, vertex_count, moves);
    note(to_move, vertex_count, [=](int v) { return !idle(v); });
  });
  find_groups_to_turn(queue, world.rest);
}

void hold_sleepers(Queue& queue, World& world) {
  if (!world.pace.rests) return;
  const Idle idle = idle_of(world);
  Vec4 *x = world.state.positions.data(), *velocities = world.state.velocities.data();
  Vec4 *previous = world.state.previous.data(), *bent = world.state.bend.bent.data();
  unsigned char* movable = world.rest.movable.data();
  parallel_for(queue, "hold_sleepers", world.state.vertices_count, bytes<Stay> + 3 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int v) {
                 if (idle.stays[v].sleeps) {
                   x[v].w = 0;
                   velocities[v] = Vec4(0);
                 }
                 movable[v] = x[v].w != 0;
                 if (!idle(v)) return;
                 previous[v] = x[v];  // as substeps leave them, which pass over such groups
                 bent[v] = Vec4(xyz(x[v]), 0);
               });
  find_busy_fabric(queue, world);
}

/// Where vertices are; a change of who is restless changes a count. Sleepers get their masses back.
static void watch_vertices(Queue& queue, World& world) {
  Vec4* x = world.state.positions.data();
  const Vec4* rest = world.state.rest.data();
  const int* objects = world.state.vertex_object.data();
  Stay* stays = world.rest.stays.data();
  int *restless = world.rest.restless.data(), *stirred = world.rest.stirred.data();
  const Material* materials = world.state.materials.data();
  const int steps = static_cast<int>(std::ceil(kSeconds / world.settings.time_step));
  parallel_for(queue, "watch_rest", world.state.vertices_count, 2 * bytes<Stay> + bytes<Vec4, int, int, float>,
               [=] RAYCLOTH_KERNEL(int v) {
                 Stay stay = stays[v];
                 const float thickness = materials[objects[v]].half_thickness;
                 const float reach = kReach * (thickness > 0 ? thickness : kThin);
                 const Vec3 way = xyz(x[v]) - stay.middle;
                 if (stay.sleeps) x[v].w = rest[v].w;
                 stay.strayed |= glm::dot(way, way) > reach * reach;
                 stay.ways += way;
                 if (++stay.steps == steps) {
                   const Vec3 mean = stay.ways / static_cast<float>(steps);
                   const bool still = !stay.strayed;
                   stay = {stay.middle + mean, 0, Vec3(0), false, still, stay.restless, stay.sleeps};
                 }
                 const bool is_restless = stay.strayed || !stay.still;
                 if (is_restless != stay.restless) atomic_add(&restless[objects[v]], is_restless ? 1 : -1);
                 stay.restless = is_restless;
                 stays[v] = stay;
                 stirred[v] = 0;
               });
}

/// Marks what meets a restless vertex: along the cloth, in contact, attached.
static void stir(Queue& queue, World& world) {
  const Stay* stays = world.rest.stays.data();
  int* stirred = world.rest.stirred.data();
  const Int2* edges = world.state.edges.pairs.data();
  parallel_for(queue, "stir_cloth", static_cast<int>(world.state.edges.pairs.size()), bytes<Int2> + 2 * bytes<Stay>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const Int2 pair = edges[i];
                 if (stays[pair.x].restless) atomic_store(&stirred[pair.y], 1);
                 if (stays[pair.y].restless) atomic_store(&stirred[pair.x], 1);
               });
  const ContactList contacts = world.handler->contacts().list();
  parallel_for(queue, "stir_contacts", contacts.count(), bytes<Int4> + 4 * bytes<Stay>, [=] RAYCLOTH_KERNEL(int i) {
    const Int4 row = contacts.vertices[i];
    bool any = false;
    for (int k = 0; k < 4; ++k) any |= stays[row[k]].restless;
    for (int k = 0; k < 4 && any; ++k) atomic_store(&stirred[row[k]], 1);
  });
  const Attachment* attachments = world.state.attachments.data();
  parallel_for(queue, "stir_attached", static_cast<int>(world.state.attachments.size()),
               bytes<Attachment> + 4 * bytes<Stay>, [=] RAYCLOTH_KERNEL(int i) {
                 const Int3 t = attachments[i].triangle;
                 const int v = attachments[i].vertex;
                 if (stays[t.x].restless || stays[t.y].restless || stays[t.z].restless) atomic_store(&stirred[v], 1);
                 for (int k = 0; k < 3 && stays[v].restless; ++k) atomic_store(&stirred[t[k]], 1);
               });
}

/// Who sleeps in the next step. Only at the end of the time over which places are averaged does anything fall asleep.
static void choose_sleepers(Queue& queue, World& world) {
  Stay* stays = world.rest.stays.data();
  const int *restless = world.rest.restless.data(), *stirred = world.rest.stirred.data();
  const int *most_calm = world.rest.most_calm.data(), *most_any = world.rest.most_any.data();
  const int* objects = world.state.vertex_object.data();
  const StepInputs* inputs = world.state.inputs.data();
  const bool any = world.pace.rests;
  int* sleepers = world.rest.sleepers.data();
  parallel_for(queue, "choose_sleepers", world.state.vertices_count, 2 * bytes<Stay> + 4 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int v) {
                 Stay& stay = stays[v];
                 const int object = objects[v], most = stay.sleeps ? most_any[object] : most_calm[object];
                 bool sleeps = any && !stay.restless && !stirred[v] && restless[object] <= most;
                 sleeps = sleeps && (stay.sleeps || stay.steps == 0);
                 for (const Grab& grab : inputs->grabs)
                   sleeps = sleeps && !(grab.active && objects[grab.vertices.x] == object);
                 if (sleeps != stay.sleeps) atomic_add(sleepers, sleeps ? 1 : -1);
                 stay.sleeps = sleeps;
               });
}

void watch_rest(Queue& queue, World& world) {
  if (!world.settings.sleep) return;
  watch_vertices(queue, world);
  if (world.pace.rests) stir(queue, world);
  choose_sleepers(queue, world);
}

bool may_rest(const World& world, double time) {
  if (!world.settings.sleep || world.settings.wind_gust > 0 || wants_untangling(world)) return false;
  for (const KinematicObject& moving : world.model.kinematic)
    if (time < end_of(moving.motion)) return false;
  return true;
}

bool rests(const World& world) {
  const std::vector<int> restless = world.rest.restless.download();
  for (size_t i = 0; i < restless.size(); ++i)
    if (restless[i] * static_cast<long long>(kRestlessPart) > world.rest.busy[i]) return false;
  return true;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
