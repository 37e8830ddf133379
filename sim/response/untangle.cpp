#include "sim/response/untangle.h"

#include <utility>

#include "collision/untangle/ways.h"
#include "device/fixed_point.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// How far an edge moves against a triangle in an interval, as a part of the edge: where it is known to which side, and
/// where only the contour's gradient tells the way; and no faster than that.
constexpr float kPartOfEdge = 0.3f, kPartByGradient = 0.6f, kSpeed = 5;  // m/s
/// What a pair that is moved so far is to go on with; what cloth may be faster by than it went.
constexpr float kDepartingSpeed = 0.3f;  // m/s
/// Beyond which nothing gets faster while anything crosses.
constexpr float kFastest = 4;  // m/s
/// What is back on its side goes on by this part of both half thicknesses.
constexpr float kClear = 0.2f;

Untangler::Untangler(CollisionScene view, std::vector<CollisionObject> objects, Buffer<TangledVertices>& tangled)
    : tangles(view, std::move(objects), tangled), moves(view.vertices_count), calmed(1) {}

std::vector<WorkCount> work(const Untangler& untangler) {
  const TangleCounters counts = untangler.tangles.counters();
  return {{"untangled_pairs", counts.most_pairs}, {"untangled_contours", counts.most_contours}};
}

/// Whoever lets nothing cross knows what does; without, everything may.
bool may_cross(const World& world) {
  return !lets_nothing_cross(world.settings) || world.net->sweep.crossed_count().download()[0] > 0;
}

bool wants_untangling(const World& world) { return world.settings.untangling && may_cross(world); }

namespace {

/// Moves the vertices of a pair by opposite impulses; each pair takes a vertex for its share of it.
struct PushPair {
  TangleView view;
  SweepView masses;
  UntangleMove* moves;
  const Vec4* velocities;
  float most;      // m
  float interval;  // s

  RAYCLOTH_HD Vec3 way_of(int i, const TangledPair& pair) const {
    const Vec4 way = view.ways[i];
    const Vec3 along = view.at(pair.edge.y) - view.at(pair.edge.x);
    const float edge = sqrtf(glm::dot(along, along));
    if (way.w > 0) return xyz(way) * smaller(way.w + clearance(pair), smaller(kPartOfEdge * edge, most));
    const Vec3 gradient = WaysOut{view}.gradient_of_contour(i);
    const float length = sqrtf(glm::dot(gradient, gradient));
    return gradient * (smaller(kPartByGradient * edge, most) / larger(length, 1.0f));
  }

  RAYCLOTH_HD float clearance(const TangledPair& pair) const {
    const int triangle = view.scene.triangles[pair.triangle].x;
    return kClear * (thickness_at(pair.edge.x) + thickness_at(triangle));
  }
  RAYCLOTH_HD float thickness_at(int vertex) const {
    return view.scene.objects[view.scene.vertex_object[vertex]].half_thickness;
  }

  /// What the relative velocity lacks of the speed at which the pair is to come apart.
  RAYCLOTH_HD Vec3 lacking(Vec3 way, Vec3 speed) const {
    const float length = sqrtf(glm::dot(way, way));
    if (length == 0) return Vec3(0);
    const Vec3 along = way / length;
    return along * larger(smaller(length / interval, kDepartingSpeed) - glm::dot(along, speed), 0.0f);
  }

  RAYCLOTH_HD void operator()(int i) const {
    const TangledPair& pair = view.pairs[i];
    const Int3 t = view.scene.triangles[pair.triangle];
    const int vertices[5] = {pair.edge.x, pair.edge.y, t.x, t.y, t.z};
    const float weights[5] = {1 - pair.along, pair.along, -pair.weights.x, -pair.weights.y, -pair.weights.z};
    float mobility = 0, greatest = 0;
    for (int k = 0; k < 5; ++k) {
      const float share = masses.mobility(vertices[k]) * static_cast<float>(moves[vertices[k]].pairs);
      mobility += share * weights[k] * weights[k];
      greatest = larger(greatest, share * fabsf(weights[k]));
    }
    mobility = larger(mobility, greatest);  // no vertex goes farther than the pair asks
    if (mobility == 0) return;
    const Vec3 way = way_of(i, pair);
    Vec3 speed(0);
    for (int k = 0; k < 5; ++k) speed += xyz(velocities[vertices[k]]) * weights[k];
    const Vec3 by = way / mobility, faster = lacking(way, speed) / mobility;
    for (int k = 0; k < 5; ++k) {
      const float share = masses.mobility(vertices[k]) * weights[k];
      for (int axis = 0; share != 0 && axis < 3; ++axis) {
        atomic_add(&moves[vertices[k]].sum[axis], fixed(by[axis] * share));
        atomic_add(&moves[vertices[k]].velocity[axis], fixed(faster[axis] * share));
      }
    }
  }
};

struct MoveTangled {
  Vec4 *x, *velocities;
  UntangleMove* moves;
  const float* ground_levels;

  RAYCLOTH_HD void operator()(int v) const {
    UntangleMove& move = moves[v];
    move.from = xyz(x[v]);
    move.speed = glm::length(xyz(velocities[v]));
    if (move.pairs > 0) push(v, move);
  }

  RAYCLOTH_HD void push(int v, UntangleMove& move) const {
    const Vec3 from = move.from;
    Vec3 to = from + Vec3(from_fixed(move.sum[0]), from_fixed(move.sum[1]), from_fixed(move.sum[2]));
    if (ground_levels) to.y = fmaxf(to.y, fminf(from.y, ground_levels[v]));
    x[v] = Vec4(to, x[v].w);
    const Vec3 faster(from_fixed(move.velocity[0]), from_fixed(move.velocity[1]), from_fixed(move.velocity[2]));
    velocities[v] += Vec4(faster, 0);
    for (int axis = 0; axis < 3; ++axis) move.sum[axis] = move.velocity[axis] = 0;
    move.pairs = 0;
  }
};

}  // namespace

/// How many pairs vertices are in.
static void count_pairs(Queue& queue, const TangleView& view, UntangleMove* moves) {
  parallel_for(queue, "count_pairs", view.pair_count(), bytes<TangledPair, Int3> + 10 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const TangledPair& pair = view.pairs[i];
                 const Int3 t = view.scene.triangles[pair.triangle];
                 for (const int v : {pair.edge.x, pair.edge.y, t.x, t.y, t.z}) atomic_add(&moves[v].pairs, 1);
               });
}

/// Whose velocities are looked at when interval `d` ends.
static DeviceCount note_calmed(Queue& queue, const TangleView& view, int* calmed, int d) {
  const DeviceCount open = view.open_vertices();
  parallel_for(queue, "note_calmed", 1, 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int) {
    if (d == 0 || *open.count > 0) *calmed = *open.count;
  });
  return {view.scene.vertices_count, calmed};
}

/// Without care the net checks a step as a whole: what crossed at any time of it is not for it.
void untangle(Queue& queue, World& world, int d) {
  if (!world.pace.untangles) return;
  queue.begin_stage("untangle");
  Untangler& untangler = *world.untangler;
  const float interval = world.settings.time_step / world.pace.detections;
  untangler.tangles.look(queue, world.settings.self_collision, d > 0 && !world.pace.careful);
  const TangleView view = untangler.tangles.view(world.settings.self_collision);
  Vec4 *x = world.state.positions.data(), *velocities = world.state.velocities.data();
  UntangleMove* moves = untangler.moves.data();
  const float* levels = world.model.ground.empty() ? nullptr : world.state.ground_levels.data();
  count_pairs(queue, view, moves);
  parallel_for(
      queue, "push_tangled", view.pair_count(), bytes<TangledPair, Int3> + 12 * bytes<Vec4>,
      PushPair{view, world.net->sweep.view(x, nullptr, false), moves, velocities, kSpeed * interval, interval});
  parallel_for(queue, "move_tangled", note_calmed(queue, view, untangler.calmed.data(), d),
               2 * bytes<Vec4> + bytes<UntangleMove>, MoveTangled{x, velocities, moves, levels});
  find_normals(queue, world.state);
}

namespace {

/// m/s: what a vertex may get to in an interval.
RAYCLOTH_HD float fastest_of(const UntangleMove& move) { return larger(kFastest, move.speed + kDepartingSpeed); }

/// What a vertex goes on with.
struct Calm {
  SweepView masses;
  const UntangleMove* moves;
  const Vec4* x;
  Vec4* velocities;
  float interval;  // s

  RAYCLOTH_HD void operator()(int v) const {
    if (masses.mobility(v) == 0) return;
    const Vec3 mean = (xyz(x[v]) - moves[v].from) / interval, last = xyz(velocities[v]);
    const bool went = glm::length(last) <= 2 * glm::length(mean) + kDepartingSpeed;
    const Vec3 velocity = went ? last : mean;
    const float speed = glm::length(velocity), most = fastest_of(moves[v]);
    velocities[v] = Vec4(speed > most ? velocity * (most / speed) : velocity, velocities[v].w);
  }
};

}  // namespace

void calm_tangled(Queue& queue, World& world, float interval) {
  if (!world.pace.untangles) return;
  const Untangler& untangler = *world.untangler;
  parallel_for(queue, "calm_tangled", DeviceCount{world.state.vertices_count, untangler.calmed.data()}, 5 * bytes<Vec4>,
               Calm{world.net->sweep.view(nullptr, nullptr, false), untangler.moves.data(),
                    world.state.positions.data(), world.state.velocities.data(), interval});
}

void slow_tangled(Queue& queue, World& world, float h) {
  if (!world.pace.untangles) return;
  const Untangler& untangler = *world.untangler;
  const SweepView masses = world.net->sweep.view(nullptr, nullptr, false);
  const UntangleMove* moves = untangler.moves.data();
  Vec4* x = world.state.positions.data();
  const Vec4* previous = world.state.previous.data();
  parallel_for(queue, "slow_tangled", DeviceCount{world.state.vertices_count, untangler.calmed.data()}, 3 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int v) {
                 if (masses.mobility(v) == 0) return;
                 const Vec3 from = xyz(previous[v]), way = xyz(x[v]) - from;
                 const float length = glm::length(way), most = h * fastest_of(moves[v]);
                 if (length > most) x[v] = Vec4(from + way * (most / length), x[v].w);
               });
}

void look_at_tangles(Queue& queue, World& world) {
  world.untangler->tangles.look(queue, world.settings.self_collision, false);
  world.untangler->tangles.finish(queue);
}

void finish_untangling(Queue& queue, World& world) {
  if (world.pace.untangles) world.untangler->tangles.finish(queue);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
