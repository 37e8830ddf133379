// Rigid impact zones (Provot 1997; Bridson et al. 2002, Section 7.5; Ross 2014, Section 4.8). The vertices of pairs
// that still would meet are joined to zones, those of pairs that have one in common to one, and a zone goes from where
// it began as a rigid body with the momentum, the angular momentum and the mass that its members had. Then everything
// is checked again, and zones grow, until nothing meets. What is better here:
//
// - A zone turns exactly: places x + v + omega x r, as in the papers, are farther apart than they were.
// - Sums are in fixed point and doubles, the same in any order.
// - A zone with members that nothing can move goes as they do: where they stay, it stays where it began.
// - What meets even after the last round is held at planes, as the net does.
#include "device/sets/joined_sets.h"
#include "sim/response/bridson/bridson.h"
#include "sim/response/net/view.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

constexpr int kZoneRounds = 8;
/// One unit of sums in fixed point: fine beside a vertex, and a million vertices a hundred edges away still fit.
constexpr double kUnit = 268435456.0;
/// Of the greatest inertia: what lies on a line, or nearly, is not spun about it.
constexpr double kThinnest = 1e-9;

namespace {

using Point3 = Point<double>;

RAYCLOTH_HD Point3 point_of(const Vec4& v) { return Point3(v.x, v.y, v.z); }

struct Zones {
  NetView net;
  JoinedSets sets;
  int* joined;
  ZoneSums* sums;
  ZoneMotion* motions;
  Vec4 *ends, *velocities;  // before any zone moved
  Vec4* velocities_now;
  ZoneUnits units;
  double interval;  // s
  ZoneCounters* counters;

  RAYCLOTH_HD bool is_held(int v) const { return net.sweep.mobility(v) == 0; }
  RAYCLOTH_HD int root_of(int v) const { return sets.root(v); }

  /// What moves as one body does not meet itself.
  RAYCLOTH_HD bool is_one_body(Int4 v) const {
    if (!joined[v.x] || !joined[v.y] || !joined[v.z] || !joined[v.w]) return false;
    const int root = root_of(v.x);
    return root_of(v.y) == root && root_of(v.z) == root && root_of(v.w) == root;
  }

  RAYCLOTH_HD Point3 from_root(const Vec4& x, int root) const {
    return (point_of(x) - point_of(net.sweep.scene.positions[root])) / units.length;
  }

  RAYCLOTH_HD static void add(unsigned long long* sum, double value) {
    atomic_add(sum, static_cast<unsigned long long>(static_cast<long long>(value * kUnit)));
  }
  RAYCLOTH_HD static void add(unsigned long long (&sum)[3], Point3 value) {
    for (int k = 0; k < 3; ++k) add(&sum[k], value[k]);
  }
  RAYCLOTH_HD static double value_of(unsigned long long sum) {
    return static_cast<double>(static_cast<long long>(sum)) / kUnit;
  }
  RAYCLOTH_HD static Point3 value_of(const unsigned long long (&sum)[3]) {
    return Point3(value_of(sum[0]), value_of(sum[1]), value_of(sum[2]));
  }

  /// Of a member, to the sums of its zone: all that can be moved, or, where anything cannot, that alone.
  RAYCLOTH_HD void add_member(int v) const {
    const int root = root_of(v);
    ZoneSums& sum = sums[root];
    if ((sum.held > 0) != is_held(v)) return;
    const double mass = is_held(v) ? 1 : 1 / (static_cast<double>(net.x[v].w) * units.mass);
    const Point3 place = from_root(net.sweep.scene.positions[v], root), end = from_root(ends[v], root);
    const Point3 way = end - place, velocity = point_of(velocities[v]) * (interval / units.length);
    add(&sum.mass, mass);
    add(sum.place, place * mass);
    add(sum.way, way * mass);
    add(sum.spin, glm::cross(place, way) * mass);
    for (int k = 0; k < 3; ++k) add(&sum.inertia[k], mass * place[k] * place[k]);
    for (int k = 0; k < 3; ++k) add(&sum.inertia[3 + k], mass * place[(k + 1) % 3] * place[(k + 2) % 3]);
    add(sum.velocity, velocity * mass);
    add(sum.velocity_spin, glm::cross(end, velocity) * mass);
  }

  /// omega of I omega = spin, with I the inertia about the centre of what has second moments `m`.
  RAYCLOTH_HD static Point3 spin_of(const double (&m)[6], Point3 spin) {
    const double all = m[0] + m[1] + m[2], least = kThinnest * all;
    if (!(all > 0)) return Point3(0);
    const Point3 x(m[1] + m[2] + least, -m[5], -m[4]), y(-m[5], m[2] + m[0] + least, -m[3]),
        z(-m[4], -m[3], m[0] + m[1] + least);
    const Point3 yz = glm::cross(y, z);
    return (yz * spin.x + glm::cross(z, x) * spin.y + glm::cross(x, y) * spin.z) / glm::dot(x, yz);
  }

  /// The rows of Cayley's rotation by about `angle`: of the quaternion (angle / 2, 1), normalised.
  RAYCLOTH_HD static void rotation_of(Point3 angle, Point3 (&rows)[3]) {
    const Point3 q = angle * 0.5;
    const double scale = 2 / (1 + glm::dot(q, q));
    rows[0] = Point3(1 - scale * (q.y * q.y + q.z * q.z), scale * (q.x * q.y - q.z), scale * (q.x * q.z + q.y));
    rows[1] = Point3(scale * (q.x * q.y + q.z), 1 - scale * (q.x * q.x + q.z * q.z), scale * (q.y * q.z - q.x));
    rows[2] = Point3(scale * (q.x * q.z - q.y), scale * (q.y * q.z + q.x), 1 - scale * (q.x * q.x + q.y * q.y));
  }
  RAYCLOTH_HD static Point3 turned(const Point3 (&rows)[3], Point3 p) {
    return Point3(glm::dot(rows[0], p), glm::dot(rows[1], p), glm::dot(rows[2], p));
  }
  RAYCLOTH_HD static Point3 turned_back(const Point3 (&rows)[3], Point3 p) {
    return rows[0] * p.x + rows[1] * p.y + rows[2] * p.z;
  }

  RAYCLOTH_HD ZoneMotion motion_of(const ZoneSums& sum) const {
    const double mass = value_of(sum.mass);
    const Point3 centre = value_of(sum.place) / mass, way = value_of(sum.way) / mass;
    const Point3 velocity = value_of(sum.velocity) / mass;
    double moments[6];
    for (int k = 0; k < 3; ++k) moments[k] = value_of(sum.inertia[k]) - mass * centre[k] * centre[k];
    for (int k = 0; k < 3; ++k)
      moments[3 + k] = value_of(sum.inertia[3 + k]) - mass * centre[(k + 1) % 3] * centre[(k + 2) % 3];
    ZoneMotion motion{centre * units.length, way * units.length, {}, velocity * (units.length / interval), Point3(0)};
    rotation_of(spin_of(moments, value_of(sum.spin) - glm::cross(centre, way) * mass), motion.turn);
    const Point3 spin = value_of(sum.velocity_spin) - glm::cross(centre + way, velocity) * mass;
    motion.spin = turned(motion.turn, spin_of(moments, turned_back(motion.turn, spin))) / interval;
    return motion;
  }

  RAYCLOTH_HD void move(int v) const {
    const int root = root_of(v);
    const ZoneMotion& motion = motions[root];
    const Point3 origin = point_of(net.sweep.scene.positions[root]);
    const Point3 arm = turned(motion.turn, point_of(net.sweep.scene.positions[v]) - origin - motion.centre);
    const Point3 to = origin + motion.centre + motion.way + arm;
    const Point3 velocity = motion.velocity + glm::cross(motion.spin, arm);
    net.x[v] = Vec4(Vec3(to), net.x[v].w);
    velocities_now[v] = Vec4(Vec3(velocity), velocities_now[v].w);
  }
};

}  // namespace

static Zones zones_of(World& world, const NetView& view, float interval) {
  Bridson& bridson = *world.bridson;
  return {view,
          {bridson.parents.data()},
          bridson.joined.data(),
          bridson.sums.data(),
          bridson.motions.data(),
          bridson.ends.data(),
          bridson.velocities.data(),
          world.state.velocities.data(),
          bridson.units,
          interval,
          bridson.zones.data()};
}

static void begin_zones(Queue& queue, const Zones& zones, int vertices) {
  queue.copy(zones.ends, zones.net.x, vertices * sizeof(Vec4));
  queue.copy(zones.velocities, zones.velocities_now, vertices * sizeof(Vec4));
  parallel_for(queue, "begin_zones", vertices, 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    zones.sets.parents[v] = v;
    zones.joined[v] = 0;
  });
}

/// Whether anything meets that does not move as one body already.
static void check_zones(Queue& queue, const Zones& zones) {
  const NetView view = zones.net;
  parallel_for(queue, "check_zones", checked_pairs(view), kCheckBytes, [=] RAYCLOTH_KERNEL(int i) {
    if (!zones.is_one_body(view.sweep.pairs[i].vertices)) view.check(i, 0, view.sweep.pairs[i].least);
  });
  note_hits(queue, view);
}

static void join_zones(Queue& queue, const Zones& zones) {
  const NetView view = zones.net;
  parallel_for(queue, "join_zones", checked_pairs(view), bytes<NearPair, NetRow> + 8 * bytes<int>,
               [=] RAYCLOTH_KERNEL(int i) {
                 if (!view.rows[i].meets) return;
                 const Int4 v = view.sweep.pairs[i].vertices;
                 for (int k = 0; k < 4; ++k) {
                   atomic_store(&zones.joined[v[k]], 1);
                   if (k > 0) zones.sets.join(v.x, v[k]);
                 }
               });
}

/// How zones move, by the motions that their members had before there were any.
static void find_motions(Queue& queue, const Zones& zones) {
  const NetView view = zones.net;
  parallel_for(queue, "begin_zone_sums", gated_vertices(view), bytes<ZoneSums>,
               [=] RAYCLOTH_KERNEL(int v) { zones.sums[v] = {}; });
  parallel_for(queue, "find_held_members", gated_vertices(view), 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    if (zones.joined[v] && zones.is_held(v)) atomic_add(&zones.sums[zones.root_of(v)].held, 1);
  });
  parallel_for(queue, "sum_zones", gated_vertices(view), bytes<ZoneSums> + 3 * bytes<Vec4>, [=] RAYCLOTH_KERNEL(int v) {
    if (zones.joined[v]) zones.add_member(v);
  });
  parallel_for(queue, "find_zone_motions", gated_vertices(view), bytes<ZoneSums, ZoneMotion>,
               [=] RAYCLOTH_KERNEL(int v) {
                 if (zones.joined[v] && zones.root_of(v) == v) zones.motions[v] = zones.motion_of(zones.sums[v]);
               });
}

static void move_members(Queue& queue, const Zones& zones) {
  const NetView view = zones.net;
  parallel_for(queue, "move_zones", gated_vertices(view), bytes<ZoneMotion> + 4 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int v) {
                 if (zones.joined[v] && !zones.is_held(v)) zones.move(v);
               });
}

static void count_zones(Queue& queue, const Zones& zones, int vertices) {
  parallel_for(queue, "count_zones", vertices, 2 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    if (!zones.joined[v]) return;
    atomic_add(&zones.counters->vertices, 1);
    if (zones.root_of(v) == v) atomic_add(&zones.counters->zones, 1);
  });
}

/// Round by round, until nothing meets; and what is left is held.
static void grow_zones(Queue& queue, World& world, const Zones& zones, int round) {
  if (round == kZoneRounds) return hold_left(queue, world, zones.net);
  list_pairs(queue, world, zones.net);
  check_zones(queue, zones);
  queue.run_if(&zones.net.gate->go, [&] {
    join_zones(queue, zones);
    find_motions(queue, zones);
    move_members(queue, zones);
    grow_zones(queue, world, zones, round + 1);
  });
}

void move_zones(Queue& queue, World& world, float interval) {
  NetView view = view_of(world);
  view.counters = world.bridson->stopped.data();
  const Zones zones = zones_of(world, view, interval);
  const int vertices = world.state.vertices_count;
  begin_zones(queue, zones, vertices);
  if (!world.settings.continuous) {  // else it knows whether anything still meets
    open(queue, view);
    find_whether_any_meet(queue, world, view);
  }
  queue.run_if(&view.gate->go, [&] { grow_zones(queue, world, zones, 0); });
  hold_overfull(queue, view);
  count_zones(queue, zones, vertices);
  find_stopped_velocities(queue, world, view, interval);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
