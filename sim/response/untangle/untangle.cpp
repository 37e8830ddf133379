#include "sim/response/untangle/untangle.h"

#include <utility>

#include "collision/untangle/ways.h"
#include "device/fixed_point.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// How far an edge moves against a triangle in an interval, as a part of the edge: where it is known to which side, and
/// where only the contour's gradient tells the way; and no faster than that.
constexpr float kPartOfEdge = 0.3f, kPartByGradient = 0.6f, kSpeed = 5;  // m/s
/// What a pair that is moved so far is to go on with.
constexpr float kDepartingSpeed = 0.3f;  // m/s
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

RAYCLOTH_HD Vec3 take_sum(unsigned long long (&sum)[3]) {
  const Vec3 value(from_fixed(sum[0]), from_fixed(sum[1]), from_fixed(sum[2]));
  for (unsigned long long& axis : sum) axis = 0;
  return value;
}

/// The point of an edge against the one of a triangle that it pierces: sum_k weights_k of their five vertices.
struct PairPoints {
  int vertices[5];
  float weights[5];

  RAYCLOTH_HD explicit PairPoints(const TangleView& view, int i) {
    const TangledPair& pair = view.pairs[i];
    const Int3 t = view.scene.triangles[pair.triangle];
    const int v[5] = {pair.edge.x, pair.edge.y, t.x, t.y, t.z};
    const float w[5] = {1 - pair.along, pair.along, -pair.weights.x, -pair.weights.y, -pair.weights.z};
    for (int k = 0; k < 5; ++k) vertices[k] = v[k], weights[k] = w[k];
  }

  RAYCLOTH_HD Vec3 sum_of(const Vec4* of) const {
    Vec3 sum(0);
    for (int k = 0; k < 5; ++k) sum += xyz(of[vertices[k]]) * weights[k];
    return sum;
  }

  /// How far an impulse of 1 moves it, each pair having a vertex for its share of it.
  RAYCLOTH_HD float mobility(const SweepView& masses, const UntangleMove* moves) const {
    float sum = 0, greatest = 0;
    for (int k = 0; k < 5; ++k) {
      const float share = masses.mobility(vertices[k]) * static_cast<float>(moves[vertices[k]].pairs);
      sum += share * weights[k] * weights[k];
      greatest = larger(greatest, share * fabsf(weights[k]));
    }
    return larger(sum, greatest);  // no vertex goes farther than the pair asks
  }

  RAYCLOTH_HD void count(UntangleMove* moves) const {
    for (const int v : vertices) atomic_add(&moves[v].pairs, 1);
  }

  /// For an impulse on the edge, and against it on the triangle, kg m.
  RAYCLOTH_HD void ask(UntangleMove* moves, const SweepView& masses, Vec3 impulse) const {
    add(moves, &UntangleMove::sum, masses, impulse);
  }
  /// In kg m/s.
  RAYCLOTH_HD void ask_for_speed(UntangleMove* moves, const SweepView& masses, Vec3 impulse) const {
    add(moves, &UntangleMove::velocity, masses, impulse);
  }

 private:
  using Sum = unsigned long long[3];

  RAYCLOTH_HD void add(UntangleMove* moves, Sum UntangleMove::*sum, const SweepView& masses, Vec3 impulse) const {
    for (int k = 0; k < 5; ++k) {
      const float share = masses.mobility(vertices[k]) * weights[k];
      for (int axis = 0; share != 0 && axis < 3; ++axis)
        atomic_add(&(moves[vertices[k]].*sum)[axis], fixed(impulse[axis] * share));
    }
  }
};

/// Moves the vertices of a pair by opposite impulses.
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
    const PairPoints points(view, i);
    const float mobility = points.mobility(masses, moves);
    if (mobility == 0) return;
    const Vec3 way = way_of(i, view.pairs[i]);
    points.ask(moves, masses, way / mobility);
    points.ask_for_speed(moves, masses, lacking(way, points.sum_of(velocities)) / mobility);
  }
};

/// Takes a pair that went back on its way to where it had got to.
struct HoldPair {
  TangleView view;
  SweepView masses;
  UntangleMove* moves;
  const Vec4* x;

  RAYCLOTH_HD float lack(const PairPoints& points, int i) const {
    const Vec4 way = view.ways[i];
    return way.w - glm::dot(xyz(way), points.sum_of(x));
  }

  RAYCLOTH_HD void operator()(int i) const {
    const PairPoints points(view, i);
    const float lacks = lack(points, i), mobility = points.mobility(masses, moves);
    if (lacks > 0 && mobility > 0) points.ask(moves, masses, xyz(view.ways[i]) * (lacks / mobility));
  }
};

/// A vertex goes where pairs ask it to, but not below the ground.
RAYCLOTH_HD void move_by_sum(Vec4& x, UntangleMove& move, const float* ground_level) {
  const Vec3 from = xyz(x);
  Vec3 to = from + take_sum(move.sum);
  if (ground_level) to.y = fmaxf(to.y, fminf(from.y, *ground_level));
  x = Vec4(to, x.w);
  move.pairs = 0;
}

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
    move_by_sum(x[v], move, ground_levels ? ground_levels + v : nullptr);
    velocities[v] += Vec4(take_sum(move.velocity), 0);
  }
};

}  // namespace

/// How many pairs vertices are in.
static void count_pairs(Queue& queue, const TangleView& view, UntangleMove* moves) {
  parallel_for(queue, "count_pairs", view.pair_count(), bytes<TangledPair, Int3> + 10 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int i) { PairPoints(view, i).count(moves); });
}

/// Where pairs have got to along their ways, from where they do not go back in this interval. Not those with a solid:
/// between two that close on it, cloth would be stretched in every substep, and fly once it is free.
static void note_ways(Queue& queue, const PushPair& push) {
  const TangleView view = push.view;
  parallel_for(queue, "note_ways", view.pair_count(), bytes<TangledPair, Int3> + 12 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const PairPoints points(view, i);
                 const bool solid = view.scene.is_solid(points.vertices[0]) || view.scene.is_solid(points.vertices[2]);
                 const Vec3 way = solid ? Vec3(0) : WaysOut::unit(push.way_of(i, view.pairs[i]));
                 view.ways[i] = Vec4(way, glm::dot(way, points.sum_of(view.scene.positions)));
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

void untangle(Queue& queue, World& world, int d) {
  if (!world.pace.untangles) return;
  queue.begin_stage("untangle");
  Untangler& untangler = *world.untangler;
  const float interval = world.settings.time_step / world.pace.detections;
  untangler.tangles.look(queue, world.settings.self_collision);
  const TangleView view = untangler.tangles.view(world.settings.self_collision);
  Vec4 *x = world.state.positions.data(), *velocities = world.state.velocities.data();
  UntangleMove* moves = untangler.moves.data();
  count_pairs(queue, view, moves);
  const PushPair push{view, world.net->sweep.view(x, nullptr, false), moves, velocities, kSpeed * interval, interval};
  parallel_for(queue, "push_tangled", view.pair_count(), bytes<TangledPair, Int3> + 12 * bytes<Vec4>, push);
  parallel_for(queue, "move_tangled", note_calmed(queue, view, untangler.calmed.data(), d),
               2 * bytes<Vec4> + bytes<UntangleMove>,
               MoveTangled{x, velocities, moves, world.state.ground_levels.data()});
  note_ways(queue, push);
  find_normals(queue, world.state);
}

void hold_tangled(Queue& queue, World& world) {
  if (!world.pace.untangles) return;
  Untangler& untangler = *world.untangler;
  const TangleView view = untangler.tangles.view(world.settings.self_collision);
  Vec4* x = world.state.positions.data();
  const HoldPair hold{view, world.net->sweep.view(nullptr, nullptr, false), untangler.moves.data(), x};
  parallel_for(queue, "count_going_back", view.pair_count(), bytes<TangledPair, Int3> + 6 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const PairPoints points(view, i);
                 if (hold.lack(points, i) > 0) points.count(hold.moves);
               });
  parallel_for(queue, "hold_tangled", view.pair_count(), bytes<TangledPair, Int3> + 6 * bytes<Vec4>, hold);
  const float* levels = world.state.ground_levels.data();
  parallel_for(queue, "move_held", view.open_vertices(), 2 * bytes<Vec4> + bytes<UntangleMove>,
               [=] RAYCLOTH_KERNEL(int v) {
                 if (hold.moves[v].pairs > 0) move_by_sum(x[v], hold.moves[v], levels ? levels + v : nullptr);
               });
}

void look_at_tangles(Queue& queue, World& world) {
  world.untangler->tangles.look(queue, world.settings.self_collision);
  world.untangler->tangles.finish(queue);
}

void finish_untangling(Queue& queue, World& world) {
  if (world.pace.untangles) world.untangler->tangles.finish(queue);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
