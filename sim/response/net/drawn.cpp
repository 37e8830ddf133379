// Edges that a correction draws: it moves a vertex by as much as a pair asks for, and its neighbours not at all.
// Between the passes over what met, what hangs from such an edge follows, one-sided, edge by edge; where it goes is
// checked like all else. Positions alone, as by the strain limits (sim/solver/fabric/limits.cpp).
#include "device/loops.h"
#include "sim/response/net/view.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

namespace {

/// By how much an edge may be longer than the limits of strain leave it: what little a correction draws is the
/// solver's.
constexpr float kGives = 0.05f;
/// By how much of that length a correction may make it longer.
constexpr float kDraws = 0.1f;

struct FollowDrawn {
  NetView net;
  const Int2* pairs;
  const float *longest, *ground_levels;
  int round;

  RAYCLOTH_HD bool has_moved(int v) const { return xyz(net.x[v]) != xyz(net.found[v]); }

  /// How far an edge that has been drawn is too long, as a part of its length; else 0.
  RAYCLOTH_HD float excess(int edge) const {
    const int a = pairs[edge].x, b = pairs[edge].y;
    if (!has_moved(a) && !has_moved(b)) return 0;
    const float length = glm::distance(xyz(net.x[a]), xyz(net.x[b])), most = longest[edge] * (1 + kGives);
    return length > most ? 1 - most / length : 0;
  }

  /// Whether the correction has left it much longer than it was.
  RAYCLOTH_HD bool is_drawn(int edge) const {
    if (excess(edge) == 0) return false;
    const int a = pairs[edge].x, b = pairs[edge].y;
    const float before = glm::distance(xyz(net.found[a]), xyz(net.found[b]));
    return glm::distance(xyz(net.x[a]), xyz(net.x[b])) > before + longest[edge] * kDraws;
  }

  RAYCLOTH_HD void shorten(int edge) const {
    const int a = pairs[edge].x, b = pairs[edge].y;
    const float part = excess(edge), wa = net.sweep.mobility(a), wb = net.sweep.mobility(b);
    if (part == 0 || wa + wb == 0) return;
    const Vec3 push = (xyz(net.x[a]) - xyz(net.x[b])) * (part / (wa + wb));
    net.put(a, net.moves[a].by - push * wa, ground_levels, round);
    net.put(b, net.moves[b].by + push * wb, ground_levels, round);
  }

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    for (int edge = at.first; edge < at.first + static_cast<int>(sizeof(Real) / sizeof(float)); ++edge) shorten(edge);
  }
};

constexpr long long kMoved = bytes<Int2, float> + 4 * bytes<Vec4>;

FollowDrawn drawn_edges(World& world, const NetView& view, int round) {
  const EdgeArrays& e = world.state.edges;
  return {view, e.pairs.data(), e.longest.data(), world.state.ground_levels.data(), round};
}

}  // namespace

void follow_drawn(Queue& queue, World& world, const NetView& view, int round) {
  const EdgeArrays& e = world.state.edges;
  run_colors(queue, "follow_drawn", e.colors, kMoved, WhereBusy{drawn_edges(world, view, round), busy(world, e.busy)});
}

void mark_drawn(Queue& queue, World& world, const NetView& view) {
  const FollowDrawn drawn = drawn_edges(world, view, 0);
  const int edges = static_cast<int>(world.state.edges.pairs.size());
  parallel_for(queue, "mark_drawn", edges, kMoved, [=] RAYCLOTH_KERNEL(int i) {
    const Int2 ends = drawn.pairs[i];
    if (drawn.net.gate->go && drawn.excess(i) > 0) drawn.net.sweep.mark(Int4(ends.x, ends.x, ends.y, ends.y));
  });
}

void count_drawn(Queue& queue, World& world, const NetView& view) {
  const FollowDrawn drawn = drawn_edges(world, view, 0);
  const int edges = static_cast<int>(world.state.edges.pairs.size());
  parallel_for(queue, "count_drawn", edges, kMoved, [=] RAYCLOTH_KERNEL(int i) {
    if (drawn.net.counters->met > 0 && drawn.is_drawn(i)) atomic_add(&drawn.net.counters->drawn, 1);
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
