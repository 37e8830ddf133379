// From the model's host arrays to the device.
#include "sim/solver/world.h"

#include <algorithm>

#include "sim/solver/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

static std::vector<Material> materials_of(const Model& model) {
  std::vector<Material> materials;
  for (const ModelObject& object : model.objects) materials.push_back(object.material);
  return materials;
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
      pressed(m.positions.size()),
      shelter(2 * m.positions.size()),
      triangle_drag(m.triangles.size()),
      thickness_factors(m.thickness_factors),
      vertex_object(m.vertex_object),
      triangles(m.triangles),
      triangle_neighbours(m.triangle_neighbours),
      triangle_object(m.triangle_object),
      vertex_triangle_offsets(m.vertex_triangle_offsets),
      vertex_triangles(m.vertex_triangles),
      membrane(m.membrane, static_cast<int>(m.objects.size())),
      bend(m.curvature, m.positions.size()),
      creases(m.creases, static_cast<int>(m.objects.size())),
      edges(m.edges, m.positions.size(), static_cast<int>(m.objects.size())),
      ground_heights(m.ground.empty() ? 0 : m.positions.size()),
      ground_levels(ground_heights.size()),
      ground_friction(ground_heights.size()),
      ground_lifts(ground_heights.size()),
      attachments(m.attachments),
      fastenings(m.fastenings),
      ties(m),
      bodies(m.bodies.size()),
      materials(materials_of(m)),
      inputs(1),
      pulls(Simulation::kMaxGrabs) {
  for (const CoarseLevel& level : m.levels) levels.emplace_back(level, static_cast<int>(m.objects.size()));
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

static CollisionScene collision_view(const World& world) {
  const State& state = world.state;
  CollisionScene view{};
  view.vertices_count = state.vertices_count;
  view.triangles_count = state.triangles_count;
  view.positions = state.positions.data();
  view.rest = state.rest.data();
  view.normals = state.normals.data();
  view.velocities = state.velocities.data();
  view.tangled = state.tangled.data();
  view.sleepers = world.rest.sleepers.data();
  view.thickness_factors = state.thickness_factors.data();
  view.vertex_object = state.vertex_object.data();
  view.triangles = state.triangles.data();
  view.triangle_neighbours = state.triangle_neighbours.data();
  view.triangle_object = state.triangle_object.data();
  return view;
}

CollisionOptions collision_options(const World& world) {
  const Settings& s = world.settings;
  return {.rigid_tracer = s.rigid_tracer,
          .deformable_tracer = s.deformable_tracer,
          .inversion = world.pace.verified ? Inversion::off : s.inversion,  // all is on its rightful side
          .reprojection = s.reprojection,
          .bent_rays = s.bent_rays,
          .predictions = s.predictions,
          .self_collision = s.self_collision,
          .edge_contacts = s.edge_contacts,
          .proximity = s.proximity,
          .count_work = s.count_work,
          .prediction_distance = s.prediction_distance,
          .interval = s.time_step / world.pace.detections,
          .speed_limit = s.speed_limit};
}

/// Of loops over all vertices solids take next to nothing.
static void share_by_cloth(Queue& queue, const Model& model) {
  std::vector<Int2> cloth;
  for (const ModelObject& object : model.objects) {
    if (object.kind == ObjectKind::cloth) cloth.push_back(Int2(object.vertices.begin, object.vertices.end));
  }
  if (!cloth.empty()) queue.share_by(static_cast<int>(model.positions.size()), cloth);
}

World::World(Queue& queue, const Model& m, const Settings& s, HandlerFactory handlers, const std::atomic<bool>& left)
    : model(m),
      settings(s),
      pace{detections_for(s, 1), false, false, false},
      state(m),
      kinematics(m),
      bodies(m),
      rest(m),
      displacement(1),
      abandoned(left) {
  share_by_cloth(queue, m);
  net = std::make_unique<SafetyNet>(queue, collision_view(*this), collision_objects(m), m);
  untangler = std::make_unique<Untangler>(collision_view(*this), collision_objects(m), state.tangled);
  set_handler(queue, *this, handlers);
}

/// Pairs, and contacts, that proximity has room for at first, per vertex: as many as there are where two sheets of one
/// mesh clap together, vertices on vertices.
constexpr int kTouchingPerVertex = 6;

/// Normals first: handlers measure solids along them.
void set_handler(Queue& queue, World& world, HandlerFactory handlers) {
  queue.run([&] { find_normals(queue, world.state); });
  queue.synchronize();
  const int inspected = world.handler ? world.handler->inspected() : -1;
  const bool bridson = world.settings.handler == HandlerKind::bridson;
  const int touching = kTouchingPerVertex * world.state.vertices_count;
  if (bridson && touching > world.net->sweep.capacity()) reserve(*world.net, touching);
  world.handler =
      handlers(world.settings.handler, {queue, collision_view(world), collision_objects(world.model),
                                        world.net->sweep.near_packs(), world.net->caught, world.net->sweep.touching()});
  world.handler->inspect(inspected);
  world.net->sweep.expect_touching(bridson);
  world.bridson.reset();
  if (bridson) world.bridson = std::make_unique<Bridson>(world.model, world.net->sweep.median_edge());
  world.response = Response(world.state, world.handler->contacts());
  world.rigid_contacts = RigidContacts(world.bodies, world.state, world.handler->contacts());
}

std::vector<Room> rooms(const World& world) {
  std::vector<Room> rooms = world.handler->rooms();
  const Sweep& sweep = world.net->sweep;
  const Tangles& tangles = world.untangler->tangles;
  const SweepCounters swept = sweep.counters();
  rooms.push_back({"near_packs", sweep.pack_capacity(), swept.most_pack_pairs, sweep.most_pack_pairs()});
  rooms.push_back({"net_pairs", sweep.capacity(), swept.most_pairs, sweep.most_pairs()});
  rooms.push_back({"untangled_pairs", tangles.capacity(), tangles.counters().most_pairs});
  return rooms;
}

void make_room(World& world, const std::vector<long long>& capacities) {
  const auto of_net = capacities.end() - 3;
  const int packs = static_cast<int>(of_net[0]), met = static_cast<int>(of_net[1]),
            tangled = static_cast<int>(of_net[2]);
  if (tangled > world.untangler->tangles.capacity()) world.untangler->tangles.reserve(tangled);
  if (met > world.net->sweep.capacity()) reserve(*world.net, met);
  if (packs > world.net->sweep.pack_capacity()) world.net->sweep.reserve_packs(packs);
  world.handler->make_room({capacities.begin(), of_net});
  reserve(world.response, world.handler->contacts());
  reserve(world.rigid_contacts, world.bodies, world.handler->contacts());
}

int substeps_of(const World& world) { return world.settings.substeps * world.pace.finer; }

float substep_of(const World& world) { return world.settings.time_step / static_cast<float>(substeps_of(world)); }

void prepare(Queue& queue, World& world) {
  const float h = substep_of(world);
  prepare_membrane(queue, world, h);
  prepare_levels(queue, world, h);
  prepare_bend(queue, world, h);
  prepare_creases(queue, world);
  prepare_limits(queue, world);
  prepare_ground(queue, world);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
