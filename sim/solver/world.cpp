// From the model's host arrays to the device, and checkpoints and snapshots of what changes there.
#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "sim/solver/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

static std::vector<int> as_integers(const std::vector<EdgeKind>& kinds) {
  std::vector<int> integers;
  for (EdgeKind kind : kinds) integers.push_back(static_cast<int>(kind));
  return integers;
}

static std::vector<Material> materials_of(const Model& model) {
  std::vector<Material> materials;
  for (const ModelObject& object : model.objects) materials.push_back(object.material);
  return materials;
}

static void upload_tethers(State& state, const Model& model) {
  std::vector<int> vertices;
  std::vector<Int4> pins;
  std::vector<Vec4> lengths;
  for (const Tether& tether : model.tethers) {
    vertices.push_back(tether.vertex);
    pins.push_back(tether.pins);
    lengths.push_back(tether.lengths);
    for (int k = 0; k < 4; ++k) {
      if (tether.pins[k] >= 0) continue;
      pins.back()[k] = tether.pins.x;
      lengths.back()[k] = std::numeric_limits<float>::infinity();
    }
  }
  state.tethered.upload(vertices);
  state.tether_pins.upload(pins);
  state.tether_lengths.upload(lengths);
}

State::State(const Model& m)
    : vertices_count(static_cast<int>(m.positions.size())),
      triangles_count(static_cast<int>(m.triangles.size())),
      positions(m.positions),
      previous(m.positions),
      velocities(m.positions.size()),
      accelerations(m.positions.size()),
      normals(m.positions.size()),
      rest(m.positions),
      triangle_drag(m.triangles.size()),
      thickness_factors(m.thickness_factors),
      vertex_object(m.vertex_object),
      triangles(m.triangles),
      triangle_neighbours(m.triangle_neighbours),
      triangle_object(m.triangle_object),
      vertex_triangle_offsets(m.vertex_triangle_offsets),
      vertex_triangles(m.vertex_triangles),
      edges(m.edges),
      edge_lengths(m.edge_lengths),
      edge_kinds(as_integers(m.edge_kinds)),
      edge_objects(m.edge_objects),
      edge_softness(m.edges.size()),
      edge_damping(m.edges.size()),
      quads(m.quads),
      quad_weights(m.quad_weights),
      quad_rest(m.quad_rest),
      quad_areas(m.quad_areas),
      quad_openings(m.quad_openings),
      quad_objects(m.quad_objects),
      quad_softness(m.quads.size()),
      quad_damping(m.quads.size()),
      quad_least_openings(m.quads.size()),
      tethered(m.tethers.size()),
      tether_pins(m.tethers.size()),
      tether_lengths(m.tethers.size()),
      tether_reaches(m.tethers.size()),
      ground_levels(m.ground.empty() ? 0 : m.positions.size()),
      ground_friction(m.ground.empty() ? 0 : m.positions.size()),
      ground_lifts(m.ground.empty() ? 0 : m.positions.size()),
      attachments(m.attachments),
      bodies(m.bodies.size()),
      materials(materials_of(m)),
      inputs(1),
      pulls(Simulation::kMaxGrabs) {
  upload_tethers(*this, m);
}

static std::vector<CollisionObject> collision_objects(const Model& model) {
  std::vector<CollisionObject> objects;
  for (const ModelObject& o : model.objects) {
    CollisionObject object{};
    object.kind = o.kind;
    object.moves = o.kind == ObjectKind::cloth || o.motion != MotionKind::fixed;
    object.yields = o.kind == ObjectKind::cloth || is_body(o.motion);
    object.deforms = o.kind == ObjectKind::cloth || o.motion == MotionKind::soft;
    object.self_collision = o.self_collision;
    object.first_vertex = o.vertices.begin;
    object.vertices = o.vertices.size();
    object.first_triangle = o.triangles.begin;
    object.triangles = o.triangles.size();
    object.half_thickness = o.material.half_thickness;
    object.varies = o.thickness_varies;
    const float* factors = model.thickness_factors.data();
    object.most_factor = *std::max_element(factors + o.vertices.begin, factors + o.vertices.end);
    objects.push_back(object);
  }
  for (const KinematicObject& moving : model.kinematic) {
    objects[moving.object].deforms = moving.motion.sequence.shapes.size() > 1;
  }
  return objects;
}

static CollisionScene collision_view(const State& state, const Settings& settings) {
  CollisionScene view{};
  view.vertices_count = state.vertices_count;
  view.triangles_count = state.triangles_count;
  view.speed_limit = settings.speed_limit;
  view.positions = state.positions.data();
  view.rest = state.rest.data();
  view.normals = state.normals.data();
  view.velocities = state.velocities.data();
  view.thickness_factors = state.thickness_factors.data();
  view.vertex_object = state.vertex_object.data();
  view.triangles = state.triangles.data();
  view.triangle_neighbours = state.triangle_neighbours.data();
  view.triangle_object = state.triangle_object.data();
  return view;
}

/// Normals first: the detection measures solids along them.
static State& with_normals(Queue& queue, State& state) {
  queue.run([&] { find_normals(queue, state); });
  queue.synchronize();
  return state;
}

/// Whether what rays hit depends on what they hit before.
static bool carries_rays(const Settings& settings) {
  return settings.rigid_tracer == RayTracer::iterative || settings.deformable_tracer == RayTracer::iterative;
}

/// All that a step carries over to the next, beside its checkpoint: what is named here is in every checkpoint and in
/// every snapshot. Other memory of rays only saves work, and is forgotten where it is not carried.
template <class AnyCheckpoint, class AnyWorld, class Visit>
static void each_carried(AnyCheckpoint& checkpoint, AnyWorld& world, bool rays, const Visit& visit) {
  auto& state = world.state;
  auto& detection = world.detection;
  visit(checkpoint.positions, state.positions);
  visit(checkpoint.velocities, state.velocities);
  visit(checkpoint.bodies, state.bodies);
  visit(checkpoint.before, detection.before);
  visit(checkpoint.remembered_offsets, detection.remembered_offsets);
  visit(checkpoint.remembered_triangles, detection.remembered_triangles);
  visit(checkpoint.remembered_sides, detection.remembered_sides);
  visit(checkpoint.remembered_edge_offsets, detection.remembered_edge_offsets);
  visit(checkpoint.remembered_edges, detection.remembered_edges);
  visit(checkpoint.remembered_normals, detection.remembered_normals);
  visit(checkpoint.row_vertices, world.response.vertices);
  visit(checkpoint.impulses, world.response.impulses);
  visit(checkpoint.row_starts, world.response.starts);
  if (!rays) return;
  visit(checkpoint.ray_offsets, detection.memory.offsets);
  visit(checkpoint.ray_jobs, detection.memory.jobs);
  visit(checkpoint.ray_triangles, detection.memory.triangles);
}

/// Room in the checkpoint for all that is carried.
static void grow_checkpoint(World& world) {
  each_carried(world.start_of_step, world, true, [](auto& saved, const auto& carried) {
    if (saved.size() < carried.size()) saved.grow(carried.size());
  });
}

World::World(Queue& queue, const Model& m, const Settings& s)
    : model(m),
      settings(s),
      state(m),
      kinematics(m),
      bodies(m),
      detection(queue, collision_view(with_normals(queue, state), s), collision_objects(m)),
      response(state, detection),
      rigid_contacts(bodies, state, detection) {
  grow_checkpoint(*this);
  push.resize(1);
}

void prepare(Queue& queue, World& world) {
  const float h = world.settings.time_step / world.settings.substeps;
  prepare_stretch(queue, world, h);
  prepare_tether(queue, world);
  prepare_bend(queue, world, h);
  prepare_ground(queue, world);
}

template <class T>
static void copy(Queue& queue, Buffer<T>& to, const Buffer<T>& from) {
  queue.copy(to.data(), from.data(), std::min(to.size(), from.size()) * sizeof(T));
}

void save(Queue& queue, const World& world, Checkpoint& checkpoint) {
  each_carried(checkpoint, world, carries_rays(world.settings),
               [&](auto& saved, const auto& carried) { copy(queue, saved, carried); });
}

void restore(Queue& queue, World& world, const Checkpoint& checkpoint) {
  forget_rays(queue, world.detection);
  each_carried(checkpoint, world, carries_rays(world.settings),
               [&](const auto& saved, auto& carried) { copy(queue, carried, saved); });
  find_normals(queue, world.state);
}

/// Straight into memory that is there already, where it suffices: fresh pages cost more than the copy.
template <class T>
static void download(const Buffer<T>& buffer, std::vector<std::byte>& bytes) {
  bytes.resize(buffer.size() * sizeof(T));
  memory::copy_out(bytes.data(), buffer.data(), bytes.size());
}

void save(const World& world, Snapshot& snapshot) {
  snapshot.contact_capacity = static_cast<int>(world.detection.triangles.size());
  snapshot.job_capacity = static_cast<int>(world.detection.jobs.size());
  const bool rays = carries_rays(world.settings);
  size_t count = 0;
  each_carried(world.start_of_step, world, rays, [&](const auto&, const auto& carried) {
    if (count == snapshot.arrays.size()) snapshot.arrays.emplace_back();
    download(carried, snapshot.arrays[count++]);
  });
  snapshot.arrays.resize(count);
}

void restore(Queue& queue, World& world, const Snapshot& snapshot) {
  if (snapshot.contact_capacity > static_cast<int>(world.detection.triangles.size())) {
    grow_contacts(world, snapshot.contact_capacity);
  }
  const bool rays = carries_rays(snapshot.settings);
  if (rays && snapshot.job_capacity > static_cast<int>(world.detection.jobs.size())) {
    grow_jobs(world, snapshot.job_capacity);
  }
  auto array = snapshot.arrays.begin();
  each_carried(world.start_of_step, world, rays, [&]<class T>(const Buffer<T>&, Buffer<T>& carried) {
    carried.upload({reinterpret_cast<const T*>(array->data()), array->size() / sizeof(T)});
    ++array;
  });
  queue.run([&] {
    if (!rays) forget_rays(queue, world.detection);
    queue.zero(world.detection.contact_total.data(), sizeof(int));  // those of another moment
    find_normals(queue, world.state);
  });
  queue.synchronize();
}

void grow_contacts(World& world, int contacts) {
  reserve_contacts(world.detection, contacts);
  reserve(world.response, world.detection);
  reserve(world.rigid_contacts, world.bodies, world.detection);
  grow_checkpoint(world);
}

void grow_jobs(World& world, int jobs) {
  reserve_jobs(world.detection, jobs);
  grow_checkpoint(world);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
