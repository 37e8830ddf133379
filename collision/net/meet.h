// Continuous detection: when do a vertex and a triangle, or two edges, whose vertices move along straight lines, first
// come nearer than a separation? By conservative advancement: time goes on by what the gap allows at the speed at which
// it can close at most (Li et al. 2021, "Codimensional incremental potential contact", Section 5, additive CCD), and by
// as long as a plane between both features parts them: each vertex moves along a straight line, so it is known when it
// gets to the plane. No polynomial is solved, so nothing is missed by a root that rounding ate: what is not proved
// apart meets. In doubles, relative to one vertex.
#pragma once

#include "collision/net/nearest.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Four vertices on their way from `from` to `from` + `way`, in the order of their kind, in m.
struct MovingPair {
  PairKind kind;
  Point<double> from[4], way[4];
};

struct Meeting {
  bool meets;
  float time;    // part of the way, at most that at which they come nearer than the separation
  Vec4 weights;  // of the nearest points then, see Nearest
  Vec3 normal;   // unit, from the second to the first
};

/// Steps after which two features that are not proved apart count as having met: with the planes, one or two do.
inline constexpr int kMostAdvances = 128;
/// Nearer to the separation than this part of it is as good as there.
inline constexpr double kArrived = 0.01;

RAYCLOTH_HD inline MovingPair moving_pair(PairKind kind, const Vec4* from, const Vec4* to, Int4 v) {
  MovingPair pair{kind, {}, {}};
  const Point<double> origin(from[v.x].x, from[v.x].y, from[v.x].z);
  for (int k = 0; k < 4; ++k) {
    const Point<double> start(from[v[k]].x, from[v[k]].y, from[v[k]].z), end(to[v[k]].x, to[v[k]].y, to[v[k]].z);
    pair.from[k] = start - origin;
    pair.way[k] = end - start;
  }
  return pair;
}

/// Until when a plane across `normal` parts the features by `separation`: from `time` on, where it does, at most 1.
RAYCLOTH_HD inline double parted_until(const MovingPair& pair, Point<double> normal, double time, double separation) {
  double until = 1;
  for (int i = 0; i < first_of_second(pair.kind); ++i) {
    for (int j = first_of_second(pair.kind); j < 4; ++j) {
      const double start = glm::dot(normal, pair.from[i] - pair.from[j]);
      const double gained = glm::dot(normal, pair.way[i] - pair.way[j]);
      if (start + gained * until >= separation) continue;
      const double lost = gained < 0 ? (separation - start) / gained : time;
      until = lost < until ? lost : until;
    }
  }
  return until;
}

/// How much nearer both can come in the whole time: the longest way of each, less what all do together.
RAYCLOTH_HD inline double closing_way(const MovingPair& pair) {
  const Point<double> mean = (pair.way[0] + pair.way[1] + pair.way[2] + pair.way[3]) * 0.25;
  double first = 0, second = 0;
  for (int k = 0; k < 4; ++k) {
    const Point<double> own = pair.way[k] - mean;
    double& most = k < first_of_second(pair.kind) ? first : second;
    const double squared = glm::dot(own, own);
    most = squared > most ? squared : most;
  }
  return sqrt(first) + sqrt(second);
}

/// The first meeting in [0, 1]. At 0 they are `separation` apart or more.
RAYCLOTH_HD inline Meeting meet(const MovingPair& pair, double separation) {
  const double closing = closing_way(pair);
  Meeting last{false, 0, Vec4(0), Vec3(0)};
  double time = 0;
  for (int i = 0; i < kMostAdvances; ++i) {
    Point<double> x[4];
    for (int k = 0; k < 4; ++k) x[k] = pair.from[k] + pair.way[k] * time;
    const Nearest<double> now = nearest(pair.kind, x);
    const double distance = sqrt(now.squared), gap = distance - separation;
    if (gap > closing * (1 - time)) return {false, 1, Vec4(0), Vec3(0)};
    const Point<double> normal = distance > 0 ? now.way / distance : Point<double>(0, 1, 0);
    const double until = parted_until(pair, normal, time, separation);
    if (until == 1) return {false, 1, Vec4(0), Vec3(0)};
    last = {true, static_cast<float>(time), Vec4(now.weights[0], now.weights[1], now.weights[2], now.weights[3]),
            Vec3(normal)};
    if (gap <= kArrived * separation) return last;
    const double sure = time + gap / closing;
    time = until > sure ? until : sure;
  }
  return last;
}

}  // namespace raycloth::RAYCLOTH_DEVICE
