// Two packs of eight triangles held against each other: vertices of either against triangles of the other, edges
// against edges, eight at a time. Measures their clearance at the start, and tells a lister of all features that could
// come near in the interval.
#pragma once

#include "collision/contacts/contacts.h"
#include "collision/net/lane_features.h"
#include "collision/net/sweep_view.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Features farther apart than this part of the median edge are not measured: a clearance is at most that.
constexpr float kFarthest = 1;
/// What need not be measured of two packs, as parts of the distance at which edges make contacts, and of what they
/// close in: triangles known to be farther apart, by a box or a slab. Of packs beside each other nothing is known so,
/// and what is measured of them is to last.
constexpr float kEnough = 1, kEnoughBeside = 2, kEnoughOfClosing = 1;

/// What two packs are to each other.
struct Packs {
  int first, second;
  float slack, closing;  // m: what corrections may do to both; the most that they come nearer with that
  float separation;      // m
  float enough;          // m: farther apart than that, they need not be measured
  bool own;              // of one object
  bool measures;         // they close in by so little that a clearance is worth knowing
  Vec3 along;            // m: the way of the second's middle

  RAYCLOTH_HD Packs(const SweepView& view, Int2 packs) : first(packs.x), second(packs.y) {
    const RigidMotions& rigid = view.motions.rigid;
    own = view.packs[first].object == view.packs[second].object;
    const float thickness = view.thickness[first] + view.thickness[second];
    separation = kSeparation * thickness;
    slack = rigid.middles[first].w + rigid.middles[second].w;
    closing = closing_of<float>(rigid, first, second) + slack;
    along = xyz(rigid.ways[second]);
    const bool beside = own && overlaps(view.motions.box(first), view.motions.box(second));
    enough = (beside ? kEnoughBeside : kEnough) * (kEdgeRest * thickness + kEdgeMargin) + kEnoughOfClosing * closing;
    measures = closing + 2 * separation < farthest(view);
  }

  RAYCLOTH_HD static float farthest(const SweepView& view) { return kFarthest * view.edge; }
};

/// Features of a pack, one to a lane; where they must come nearer to one another to count; and which are asked.
template <class Real, int N>
struct LaneGroup {
  Lanes<Real> at;
  LaneFeatures<Real, N> start, end;  // relative to the origin; the end only where no clearance is measured
  LaneBoxes<Real> boxes;             // at the start, or of all ways as the second's middle sees them
  LaneMask<Real> asked;
};

/// A vertex, twice, or an edge.
struct Feature {
  PairKind kind;
  int a, b;
  Vec3 start_a, start_b, end_a, end_b;  // relative to the origin
};

/// Lister: `float apart(packs, kind)`: what a plane parts by so much at the start and at the end need not be told;
/// `float farthest(packs, kind)`: how near features have to come; `consider(packs, kind, vertices, own)`, `own`: of
/// the triangle, FeaturePack::own_features; `look(...)`: at triangles of both; `is_full()`, 1 or 0: nothing
/// more need be told.
template <class Lister>
struct MeasurePair {
  SweepView view;
  Lister lister;

  /// For one pair of packs.
  template <class Real>
  struct Meeting {
    const MeasurePair& all;
    Packs packs;
    Vec3 origin;
    // Of vertices and faces, of edges:
    float listed[2];  // m: what comes so near is for the lister
    float apart[2];   // m: what is parted by so much is not
    float around;     // m: what is farther apart is not measured
    Real least;       // m^2

    /// Of what is held against a group of triangles or of edges.
    template <int N>
    static constexpr int kKind = N == 3 ? 0 : 1;

    /// `vertices`: of each lane.
    template <int N>
    RAYCLOTH_HD LaneFeatures<Real, N> at_start(const int* const (&vertices)[N], Lanes<Real> at) const {
      return {all.view.scene.positions, vertices, origin, at};
    }
    template <int N>
    RAYCLOTH_HD LaneFeatures<Real, N> at_end(const int* const (&vertices)[N], Lanes<Real> at) const {
      return {all.view.end, vertices, origin, at};
    }

    template <int N>
    RAYCLOTH_HD LaneGroup<Real, N> group(const int* const (&vertices)[N], LaneMask<Real> asked, Lanes<Real> at,
                                         int other) {
      const LaneFeatures<Real, N> start = at_start(vertices, at);
      LaneGroup<Real, N> group{at, start, start, LaneBoxes<Real>(start), asked};
      if (packs.measures) {
        leave_out(group, other, listed[kKind<N>]);
      } else {
        group.end = at_end(vertices, at);
        group.boxes.include(group.end, packs.along);
      }
      return group;
    }

    /// What lies far enough from the other pack, that is all that has to be known of it.
    template <int N>
    RAYCLOTH_HD void leave_out(LaneGroup<Real, N>& group, int other, float listed) {
      const Real apart = apart_from(all.view.motions.shape(other, false), group.start, group.boxes, origin);
      const auto enough = both(group.asked, apart > Real(larger(packs.enough, listed + kRounding)));
      const Real squared = apart * apart;
      least = select(both(enough, squared < least), squared, least);
      group.asked = except(group.asked, enough);
    }

    RAYCLOTH_HD Feature feature(PairKind kind, int a, int b) const {
      const Vec4 *x = all.view.scene.positions, *y = all.view.end;
      return {kind, a, b, xyz(x[a]) - origin, xyz(x[b]) - origin, xyz(y[a]) - origin, xyz(y[b]) - origin};
    }

    /// Where features are, or their ways as the second's middle sees them.
    template <int N>
    RAYCLOTH_HD LaneBoxes<Real> box_of(const int* const (&vertices)[N], Lanes<Real> at) const {
      LaneBoxes<Real> boxes(at_start(vertices, at));
      if (!packs.measures) boxes.include(at_end(vertices, at), packs.along);
      return boxes;
    }

    /// How far around a feature others may count for it, m.
    template <int N>
    RAYCLOTH_HD float room() const {
      return packs.measures ? around : 1.1f * apart[kKind<N>] + packs.slack + kRounding;
    }

    /// Bits of the lanes whose features come near enough to be listed; measures those that are `near`.
    template <int N>
    RAYCLOTH_HD unsigned take(const LaneGroup<Real, N>& group, const Feature& f, const LaneMask<Real>& near,
                              const Real& squared) {
      least = select(both(near, squared < least), squared, least);
      const float within = listed[kKind<N>];
      const auto close = both(near, squared <= Real(within * within));
      if (!any(close)) return 0;
      if (packs.measures) return lane_bits(close);
      const float parting = apart[kKind<N>] + kRounding;
      return lane_bits(except(close, parted(f, group, parting, parting + packs.slack)));
    }

    /// Where a plane across the way between the middles parts both, at the start and at the end.
    template <int N>
    RAYCLOTH_HD static auto parted(const Feature& f, const LaneGroup<Real, N>& group, float start, float end) {
      const Vector3<Real> a = in_lanes<Real>(f.start_a), b = in_lanes<Real>(f.start_b);
      const Vector3<Real> direction = (a + b) * Real(0.5f) - group.start.middle();
      const Real length = length_of(direction);
      const auto gap = [&](const Vector3<Real>& p, const Vector3<Real>& q, const LaneFeatures<Real, N>& others) {
        return smaller(dot(direction, p), dot(direction, q)) - others.highest(direction);
      };
      return both(gap(a, b, group.start) > length * Real(start),
                  gap(in_lanes<Real>(f.end_a), in_lanes<Real>(f.end_b), group.end) > length * Real(end));
    }

    RAYCLOTH_HD void vertices(const FeaturePack& pack, const FeaturePack& of, const LaneGroup<Real, 3>& triangles) {
      const auto vertex = [&](int i) { return pack.corners[i / 8][i % 8]; };
      const auto corner_box = [&](Lanes<Real> at) {
        return box_of<1>({pack.corners[at.first / 8]}, Lanes<Real>{at.first % 8});
      };
      const WidenedBoxes<Real, decltype(corner_box)> boxes(corner_box, 3, room<3>());
      const auto comes_near = [&](int i) {
        return except(both(triangles.asked, triangles.boxes.overlap(boxes[i])), has(of, triangles.at, vertex(i)));
      };
      for_near(pack.own_vertices(), comes_near, [&](int i, const LaneMask<Real>& candidates) {
        const int v = vertex(i);
        const Feature f = feature(PairKind::vertex_face, v, v);
        const Vector3<Real>(&x)[3] = triangles.start.x;
        unsigned found = take(triangles, f, candidates, squared_to_face(in_lanes<Real>(f.start_a), x[0], x[1], x[2]));
        for (; found; found &= found - 1) {
          const int lane = triangles.at.first + trailing_zeros(found);
          const Int3 t = of.triangle(lane);
          all.lister.consider(packs, f.kind, Int4(v, t.x, t.y, t.z), of.own_features(lane));
        }
      });
    }

    RAYCLOTH_HD static auto has(const FeaturePack& pack, Lanes<Real> at, int v) {
      return either(equal(pack.corners[0], at, v),
                    either(equal(pack.corners[1], at, v), equal(pack.corners[2], at, v)));
    }

    /// The second's edges, eight at a time.
    RAYCLOTH_HD void edges(const FeaturePack& first, const FeaturePack& second, Lanes<Real> lanes) {
      const auto edge_box = [&](Lanes<Real> at) { return box_of<2>({first.ends[0], first.ends[1]}, at); };
      const WidenedBoxes<Real, decltype(edge_box)> boxes(edge_box, first.rows(), room<2>());
      for (int k = 0; k < second.rows(); ++k) row(first, boxes, second, k, lanes);
    }

    /// Of one pack, each two edges once.
    template <class Boxes>
    RAYCLOTH_HD void row(const FeaturePack& first, const Boxes& of_first, const FeaturePack& second, int row,
                         Lanes<Real> lanes) {
      const Lanes<Real> at{8 * row + lanes.first};
      const LaneGroup<Real, 2> others =
          group<2>({second.ends[0], second.ends[1]}, set_in(second.edges_after(-1, row), lanes), at, packs.first);
      if (!any(others.asked)) return;
      const auto comes_near = [&](int i) {
        const auto nearby =
            except(both(others.asked, others.boxes.overlap(of_first[i])), shares_vertex(second, at, first.edge(i)));
        return packs.first == packs.second ? both(nearby, set_in(second.edges_after(i, row), lanes)) : nearby;
      };
      for_near(first.all_edges(), comes_near, [&](int i, const LaneMask<Real>& candidates) {
        const Int2 e = first.edge(i);
        const Feature f = feature(PairKind::edge_edge, e.x, e.y);
        const Real squared =
            squared_to_edge(in_lanes<Real>(f.start_a), in_lanes<Real>(f.start_b), others.start.x[0], others.start.x[1]);
        for (unsigned found = take(others, f, candidates, squared); found; found &= found - 1) {
          const Int2 g = second.edge(at.first + trailing_zeros(found));
          all.lister.consider(packs, f.kind, Int4(e.x, e.y, g.x, g.y), 0);
        }
      });
    }

    RAYCLOTH_HD LaneGroup<Real, 3> triangles(const FeaturePack& pack, int other, Lanes<Real> at) {
      return group<3>({pack.corners[0], pack.corners[1], pack.corners[2]}, set_in(pack.present, at), at, other);
    }
  };

  /// For a pair that is due, a lane to each triangle of the second pack and each edge in a row of its edges.
  RAYCLOTH_HD void operator()(const Team& team, int place) const {
    team.for_eight([&](auto at) { measure(team, view.near.due[place], at); });
  }

  template <class Real>
  RAYCLOTH_HD void measure(const Team& team, int pair, Lanes<Real> at) const {
    const Packs packs(view, view.near.pairs[pair]);
    const FeaturePack &first = view.packs[packs.first], &second = view.packs[packs.second];
    const float margin = kRounding + kParallel * view.edge;  // of distances in lanes
    const float farthest = Packs::farthest(view);
    const auto listed = [&](PairKind kind) { return lister.farthest(packs, kind) + margin; };
    const auto apart = [&](PairKind kind) { return lister.apart(packs, kind); };
    constexpr PairKind kFaces = PairKind::vertex_face, kEdges = PairKind::edge_edge;
    Meeting<Real> meeting{*this,
                          packs,
                          xyz(view.scene.positions[first.pillars.x]),
                          {listed(kFaces), listed(kEdges)},
                          {apart(kFaces), apart(kEdges)},
                          larger(farthest, larger(listed(kFaces), listed(kEdges))),
                          Real(farthest * farthest)};
    lister.look(packs, first, second, at);
    if (team.bits(Real(lister.is_full()) > Real(0))) return atomic_min(&view.near.clearances[pair], 0.0f);
    const LaneGroup<Real, 3> triangles = meeting.triangles(second, packs.first, at);
    if (team.bits(triangles.asked)) {
      meeting.vertices(first, second, triangles);
      meeting.edges(first, second, at);
    }
    if (packs.first != packs.second) {
      const LaneGroup<Real, 3> back = meeting.triangles(first, packs.second, at);
      if (team.bits(back.asked)) meeting.vertices(second, first, back);
    }
    const float clearance = packs.measures ? sqrtf(least_lane(meeting.least)) - margin : 0;
    atomic_min(&view.near.clearances[pair], clearance > 0 ? clearance : 0);
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
