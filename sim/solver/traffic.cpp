#include "sim/solver/traffic.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

constexpr long long kFloat = 4, kInt = 4, kPair = 8, kTriple = 12, kVector = 16;
constexpr long long kVertexLane = 3 * kVector + kInt;            // position, normal, velocity, object
constexpr long long kRow = 3 * kVector + 4 * kVector;            // vertices, weights, normal and four positions
constexpr long long kContact = 3 * kVector + kFloat + 2 * kInt;  // an entry of ContactList

template <class T>
constexpr long long kSize = sizeof(T);

/// What stands in the device's arrays after a step: of its last detection and its last substep.
struct Tally {
  long long vertices, incident_triangles, objects, attachments, detections, substeps, passes;
  long long jobs, vertex_contacts, contacts;
  long long rows, entries;                                                 // and corners of rows that can move
  long long near_entries, near_vertices, acting, acting_entries;           // on the short lists, and those that act
  long long nodes, packs, edge_nodes, edge_packs, edge_tests, edge_pairs;  // of all detections
};

int at(const Buffer<int>& buffer, size_t i) { return buffer.download(i, 1)[0]; }

void count_response(const World& world, Tally& t) {
  const Response& r = world.response;
  t.rows = at(r.row_offsets, r.vertices.size());
  const std::vector<int> offsets = r.incidence_offsets.download(), ends = r.near_ends.download();
  t.entries = offsets.back();
  for (size_t v = 0; v < ends.size() && t.rows > 0; ++v) {
    t.near_entries += ends[v] - offsets[v];
    t.near_vertices += ends[v] > offsets[v];
  }
  for (const unsigned char flag : r.flags.download(0, t.rows)) t.acting += flag & 1;
  t.acting_entries = std::min(t.near_entries, 4 * t.acting);
}

Tally count(const World& world) {
  const Detection& d = world.detection;
  const DetectCounters counted = d.counters.download()[0];
  Tally t{};
  t.vertices = world.state.vertices_count;
  t.incident_triangles = static_cast<long long>(world.state.vertex_triangles.size());
  t.objects = static_cast<long long>(d.host_objects.size());
  t.attachments = static_cast<long long>(world.state.attachments.size());
  t.detections = world.settings.detections;
  t.substeps = world.settings.substeps;
  t.passes = world.settings.contact_iterations;
  t.jobs = at(d.job_offsets, d.groups.size());
  t.vertex_contacts = at(d.contact_offsets, t.vertices);
  t.contacts = at(d.contact_total, 0);
  t.nodes = static_cast<long long>(counted.nodes);
  t.packs = static_cast<long long>(counted.triangle_tests) / 8;
  t.edge_nodes = static_cast<long long>(counted.edge_nodes);
  t.edge_packs = static_cast<long long>(counted.edge_packs);
  t.edge_tests = static_cast<long long>(counted.edge_tests);
  t.edge_pairs = static_cast<long long>(counted.edge_pairs);
  count_response(world, t);
  return t;
}

/// Bytes of one index of a loop, and of all its launches in a step together beyond that.
struct Cost {
  long long each, all;
};

using Costs = std::map<std::string_view, Cost>;

void add_detection(Costs& costs, const Tally& t) {
  constexpr long long box = kSize<Box>, node = kSize<Box8>, pack = kSize<TrianglePack>, edges = kSize<EdgePack>;
  constexpr long long bound = kSize<RayBound>, motion = kSize<VertexMotion>, verdict = kSize<Verdict>;
  constexpr long long job = kSize<GroupJob>, two_hits = 2 * kSize<RayHit>, edge = kSize<CollisionEdge>;
  const long long targets = t.objects * (kInt + box), d = t.detections;
  costs["refit_packs"] = {kInt + 8 * 3 * kVector + pack + box, 0};
  costs["choose_frames"] = {64 * kVector + kVector, 0};
  costs["refit_edges"] = {kInt + 8 * (edge + 4 * kVector) + edges + node, 0};
  costs["refit_nodes"] = {kSize<RefitJob> + 9 * node, 0};
  costs["find_bounds"] = {node + box, 0};
  costs["forget_depths"] = {kFloat, 0};
  costs["measure_exits"] = {2 * kVector + 2 * kFloat + kInt, 0};
  costs["find_pairs"] = {kInt + box + targets, 0};
  costs["count_rays"] = {kPair + kGroup * kVertexLane + box + kInt + targets, 0};
  costs["queue_rays"] = {kInt + box + targets, d * t.jobs * job};
  costs["measure_motion"] = {kPair + kInt + kFloat + kGroup * (4 * kVector + motion), 0};
  costs["trace_rays"] = {2 * job + kGroup * (kVertexLane + 2 * bound + motion + two_hits),
                         t.nodes * node + t.packs * pack};
  costs["judge_hits"] = {3 * kInt, d * (t.jobs * (job + kGroup * (two_hits + 2 * verdict)) +
                                        t.vertex_contacts * (2 * (kTriple + 4 * kVector) + kTriple + kVector))};
  costs["write_contacts"] = {3 * kInt, d * (t.jobs * (job + kGroup * 2 * verdict) +
                                            t.vertex_contacts * (kSize<RayHit> + kTriple + 9 * kVector + kContact))};
  costs["count_edge_contacts"] = {kGroup * (edge + 4 * kVector + kFloat + kInt) + node,
                                  t.edge_nodes * node + t.edge_packs * edges +
                                      t.edge_tests * (edge + 2 * kVector + kFloat) +
                                      t.edge_pairs * (2 * edge + 12 * kVector)};
  costs["write_edge_contacts"] = {kPair,
                                  d * (t.contacts - t.vertex_contacts) * (kInt + 2 * edge + 12 * kVector + kContact)};
  costs["remember_rays"] = {2 * job + kGroup * 2 * bound, 0};
  costs["remember_sides"] = {kInt + kTriple + 4 * kVector + 2 * kInt, 0};
  costs["remember_edges"] = {3 * kVector + kPair, 0};
  costs["record_vertex"] = {t.objects * 2 * kSize<RayRecord>, 0};
}

void add_constraints(Costs& costs, const Tally& t) {
  costs["drag_triangles"] = {kTriple + 6 * kVector + kInt + kFloat + kVector, 0};
  costs["sum_forces"] = {kPair + 2 * kVector, t.incident_triangles * (kInt + kVector)};
  costs["integrate"] = {5 * kVector, 0};
  costs["find_velocities"] = {4 * kVector, 0};
  costs["stretch"] = {kPair + 6 * kVector + 3 * kFloat, 0};
  costs["tether"] = {kInt + 8 * kVector, 0};
  costs["bend"] = {14 * kVector + 4 * kFloat, 0};
  costs["hold"] = {Simulation::kMaxGrabs * kSize<Grab> + Simulation::kMaxGrabs * kVector +
                       t.attachments * (kSize<Attachment> + 8 * kVector),
                   0};
  costs["pull"] = {kInt, 0};
  costs["foresee_kinematic"] = {kSize<KinematicVertex> + kSize<DevicePose> + 4 * kVector, 0};
  costs["move_kinematic"] = {kSize<KinematicVertex> + kSize<DevicePose> + 6 * kVector, 0};
  costs["stand_on_ground"] = {3 * kVector + 2 * kFloat + kPair, 0};
  costs["find_normals"] = {kPair + kVector, t.detections * t.incident_triangles * (kInt + kTriple + 3 * kVector)};
}

void add_contacts(Costs& costs, const Tally& t) {
  const long long pass = t.substeps * t.passes;
  costs["find_acting"] = {kContact - kInt + 4 * kVector + kInt, 0};
  costs["copy_acting"] = {kPair, t.detections * t.rows * (6 * kVector + 2 * kPair + 2 * kInt)};
  costs["count_incidence"] = {kVector + 4 * (kVector + 2 * kInt), 0};
  costs["fill_incidence"] = {kVector + 4 * (kVector + 4 * kInt), 0};
  costs["sort_incidence"] = {kPair, t.detections * t.entries * 2 * kInt};
  costs["keep_impulses"] = {4 * kVector, 0};
  costs["find_starts"] = {3 * kInt, 0};
  costs["take_over_impulses"] = {4 * kInt, t.detections * t.rows * 5 * kVector};
  costs["begin_contacts"] = {kRow + 4 * kVector + 2 * kFloat + 3 * kVector + 1, t.substeps * t.acting * kVector};
  costs["solve_contacts"] = {kRow + kFloat + kVector + 1, pass * t.acting * (kPair + 3 * kVector + kFloat) +
                                                              t.substeps * t.acting * (4 * kFloat + kVector)};
  const long long applied = t.near_entries * (kInt + 1) + t.acting_entries * (kVector + kFloat);
  costs["begin_vertices"] = {3 * kInt + 2 * kVector + kInt + 4 * kFloat,
                             t.substeps * (t.entries * (2 * kInt + 1) + applied)};
  costs["apply_contacts"] = {3 * kInt + 2 * kVector + 3 * kFloat, pass * applied};
}

void add_bodies(Costs& costs, const Tally&) {
  constexpr long long state = kSize<BodyState>, now = kSize<RigidNow>, push = kSize<RigidPush>, body = kSize<Body>;
  constexpr long long move = kSize<VertexMove>;
  costs["weigh_bodies"] = {kPair + kVector, 0};
  costs["integrate_bodies"] = {body + 2 * state + now, 0};
  costs["place_vertices"] = {kPair + state + kTriple + 2 * kVector, 0};
  costs["take_pulls"] = {kPair + state + kTriple + 2 * kVector + 2 * push, 0};
  costs["move_rigid"] = {body + 2 * state + 2 * now + 2 * push, 0};
  costs["finish_bodies"] = {2 * state, 0};
  costs["finish_rigid_vertices"] = {kPair + state + now + 2 * kVector, 0};
  costs["find_rigid_rows"] = {kInt + kVector + 5 * kInt, 0};
  costs["copy_rigid_rows"] = {kPair + 6 * kVector + 2 * kPair + 2 * kInt, 0};
  costs["begin_rigid_rows"] = {kRow + kFloat + kVector, 0};
  costs["count_rows"] = {kRow + kFloat + kVector + 4 * kInt + 2 * kInt, 0};
  costs["count_ground"] = {kPair + 2 * kVector + 2 * kInt, 0};
  costs["solve_rigid_rows"] = {kRow + 6 * kVector + kFloat + kPair + 4 * kInt + 2 * (now + 2 * push) + 8 * move, 0};
  costs["push_from_ground"] = {2 * kPair + 4 * kVector + now + 2 * push, 0};
  costs["move_by_rigid"] = {2 * move + 2 * kVector, 0};
  costs["sum_chunks"] = {kPair + kChunk * 2 * kVector + 4 * kVector, 0};
  costs["find_goals"] = {body + 2 * state + kSize<LastGoal>, 0};
  costs["match_shapes"] = {kPair + 4 * kVector + state + kSize<LastGoal>, 0};
  costs["sum_volumes"] = {kPair + kChunk * (2 * kVector + kPair + 6 * (kInt + kTriple + 3 * kVector)) + kVector, 0};
  costs["find_volumes"] = {body + kFloat, 0};
  costs["keep_volumes"] = {kPair + 3 * kVector + kFloat, 0};
}

Costs costs_of(const Tally& tally) {
  Costs costs{{"copy", {2, 0}}, {"clear", {1, 0}}, {"scan", {2, 0}}};
  for (const char* name : {"begin_push", "before_push", "after_push"}) costs[name] = {2 * kSize<PushRecord>, 0};
  add_detection(costs, tally);
  add_constraints(costs, tally);
  add_contacts(costs, tally);
  add_bodies(costs, tally);
  return costs;
}

long long indices_of(const QueuedWork& work) {
  if (!work.device_count) return work.count;
  int count = 0;
  memory::copy_out(&count, work.device_count, sizeof count);
  return std::min<long long>(work.count, count);
}

}  // namespace

std::vector<KernelTraffic> measure_traffic(const std::vector<QueuedWork>& work, const World& world) {
  std::vector<KernelTraffic> kernels;
  std::map<std::string_view, size_t> places;
  for (const QueuedWork& item : work) {
    const auto [place, added] = places.try_emplace(item.name, kernels.size());
    if (added) kernels.push_back({item.name, 0, 0, 0});
    ++kernels[place->second].launches;
    kernels[place->second].indices += indices_of(item);
  }
  const Costs costs = costs_of(count(world));
  for (KernelTraffic& kernel : kernels) {
    const auto cost = costs.find(kernel.name);
    if (cost == costs.end())
      throw std::logic_error("the bytes of " + kernel.name + " are not known (sim/solver/traffic.cpp)");
    kernel.bytes = cost->second.each * kernel.indices + cost->second.all;
  }
  return kernels;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
