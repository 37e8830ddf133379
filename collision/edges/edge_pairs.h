// The search for pairs of edges that make a contact: the edges of two packs of eight triangles that lie near each
// other (collision/net/near_packs.h), each of the one against eight of the other at a time.
#pragma once

#include "collision/edges/edge_contact.h"
#include "collision/edges/edges.h"
#include "collision/net/lane_features.h"
#include "collision/net/near_packs.h"
#include "device/atomic.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct FindEdgePairs {
  EdgeContacts contacts;
  NearPacks near;
  const int* places;  // of an edge: 24 per pack
  int* found;         // contacts of a place
  Int2* pairs;        // of places, the owner's first
  int* pairs_count;
  int capacity;
  EdgeCounters* counters;
  bool count_work;

  RAYCLOTH_HD bool is_cloth(int pack) const {
    return contacts.scene.objects[near.packs[pack].object].kind == ObjectKind::cloth;
  }

  /// Pairs of two cloths are the higher place's, others the cloth's, which is the first's.
  RAYCLOTH_HD void take(int first, int second, bool both_cloth) const {
    const bool swap = both_cloth && first < second;
    const Int2 pair = swap ? Int2(second, first) : Int2(first, second);
    EdgeContact contact;
    if (!contacts.contact_of(pair.x, pair.y, contact)) return;
    atomic_add(&found[pair.x], 1);
    const int place = atomic_add(pairs_count, 1);
    if (place < capacity) pairs[place] = pair;
  }

  /// For one pair of packs; places and edges relative to `origin`.
  template <class Real>
  struct Search {
    const FindEdgePairs& all;
    Int2 packs;
    Vec3 origin, along;      // along: m, where they close in too fast to be measured: the way of the second's middle
    PackShape shape, then;   // of the first, now and at the interval's end
    float touching, within;  // m: what makes a contact at rest, and at most with what closes in
    float farthest;          // m: how far edges are measured, or, not measured, how near they get
    bool measures, both_cloth;
    float least;  // m^2
    unsigned tests;

    /// Features now, and boxes of what is held against others': of where they are, or of all their way.
    template <int N>
    struct Group {
      LaneFeatures<Real, N> now;
      LaneBoxes<Real> boxes;
      LaneMask<Real> asked;
    };

    /// Of `present` features, those that a box or a slab does not tell too far from the first pack.
    template <int N>
    RAYCLOTH_HD Group<N> group(const int* const (&vertices)[N], const LaneMask<Real>& present, Lanes<Real> at) const {
      const LaneFeatures<Real, N> now(all.contacts.scene.positions, vertices, origin, at);
      Group<N> group{now, LaneBoxes<Real>(now), present};
      SidesApart<Real> apart(shape, now, group.boxes, origin);
      if (!measures) {
        const LaneFeatures<Real, N> ends(all.near.ends, vertices, origin, at);
        apart = apart.all_the_way({then, ends, LaneBoxes<Real>(ends), origin});
        group.boxes.include(ends, along);
      }
      group.asked = both(present, apart.most() <= Real(farthest + kRounding));
      return group;
    }

    /// Where an edge is, or its way as the second's middle sees it.
    RAYCLOTH_HD LaneBoxes<Real> box_of(const FeaturePack& pack, Lanes<Real> at) const {
      const int* const ends[2] = {pack.ends[0], pack.ends[1]};
      LaneBoxes<Real> boxes(LaneFeatures<Real, 2>(all.contacts.scene.positions, ends, origin, at));
      if (!measures) boxes.include(LaneFeatures<Real, 2>(all.near.ends, ends, origin, at), along);
      return boxes;
    }

    /// The edges of the second, eight at a time.
    RAYCLOTH_HD void rows(const FeaturePack& first, const FeaturePack& second, Lanes<Real> lanes) {
      const auto edge_box = [&](Lanes<Real> at) { return box_of(first, at); };
      const WidenedBoxes<Real, decltype(edge_box)> boxes(edge_box, first.rows(), farthest);
      for (int k = 0; k < second.rows(); ++k) row(first, boxes, second, k, lanes);
    }

    /// Of one pack, each two edges once.
    template <class Boxes>
    RAYCLOTH_HD void row(const FeaturePack& first, const Boxes& of_first, const FeaturePack& second, int row,
                         Lanes<Real> lanes) {
      const Lanes<Real> at{8 * row + lanes.first};
      const auto mine = group<2>({second.ends[0], second.ends[1]}, set_in(second.edges_after(-1, row), lanes), at);
      if (!any(mine.asked)) return;
      const LaneFeatures<Real, 2>& edges = mine.now;
      Real squared(farthest * farthest);
      const auto comes_near = [&](int i) {
        const auto nearby = both(mine.asked, mine.boxes.overlap(of_first[i]));
        return packs.x == packs.y ? both(nearby, set_in(second.edges_after(i, row), lanes)) : nearby;
      };
      const Vec4* x = all.contacts.scene.positions;
      const auto from = [&](int vertex) { return xyz(x[vertex]) - origin; };
      for_near(first.all_edges(), comes_near, [&](int i, const LaneMask<Real>& near) {
        const Int2 e = first.edge(i);
        const Vec3 a = from(e.x), b = from(e.y);
        auto candidates = except(near, shares_vertex(second, at, e));
        ++tests;
        if (measures) {
          const Real found = squared_to_edge(in_lanes<Real>(a), in_lanes<Real>(b), edges.x[0], edges.x[1]);
          squared = select(both(candidates, found < squared), found, squared);
          candidates = both(candidates, found <= Real((within + margin()) * (within + margin())));
        }
        if (any(candidates)) take_near(candidates, second, at, e, a, b, edges, i);
      });
      least = smaller(least, least_lane(squared));
    }

    /// Rounding of a distance in lanes, m.
    RAYCLOTH_HD float margin() const { return kRounding + kParallel * all.near.edge; }

    /// Of the candidates, those whose common perpendicular lies between both, and whose feet come as near as what makes
    /// a contact: whatever EdgeContacts takes, and little more.
    RAYCLOTH_HD void take_near(const LaneMask<Real>& candidates, const FeaturePack& second, Lanes<Real> at, Int2 e,
                               Vec3 from, Vec3 to, const LaneFeatures<Real, 2>& edges, int i) {
      constexpr float kFoot = 1e-3f;  // of an edge: rounding
      const Vector3<Real> u = in_lanes<Real>(to - from), v = edges.x[1] - edges.x[0];
      const Vector3<Real> w = in_lanes<Real>(from) - edges.x[0], normal = cross(u, v);
      const Real area = dot(normal, normal), height = dot(w, normal);
      const Real s = dot(cross(v, w), normal), t = dot(cross(u, w), normal);  // times area
      const Real low = area * Real(-kFoot), high = area * Real(1 + kFoot);
      const auto inside = both(both(s >= low, s <= high), both(t >= low, t <= high));
      const Real squared = height * height;
      auto met = both(both(candidates, inside), squared <= area * Real(within * within));
      if (!any(met)) return;
      const Vec4* velocities = all.contacts.scene.velocities;
      const Vec3 start = xyz(velocities[e.x]), end = xyz(velocities[e.y]);
      const LaneFeatures<Real, 2> others(velocities, {second.ends[0], second.ends[1]}, start, at);
      const Real by = Real(1) / larger(area, Real(1e-30f));
      const Vector3<Real> closing =
          in_lanes<Real>(end - start) * (s * by) - others.x[0] - (others.x[1] - others.x[0]) * (t * by);
      const Vector3<Real> gap = normal * (height * by);
      const Real approach = larger(-dot(gap, closing), Real(0));
      const Real until = smaller(approach / larger(dot(closing, closing), Real(1e-30f)), Real(all.contacts.interval));
      const Vector3<Real> then = gap + closing * until;
      const Real reach(touching * kBoxSlack + kRounding);
      met = both(met, dot(then, then) <= reach * reach);
      for (unsigned found = lane_bits(met); found; found &= found - 1) {
        const int other = at.first + trailing_zeros(found);
        all.take(all.places[24 * packs.x + i], all.places[24 * packs.y + other], both_cloth);
      }
    }
  };

  /// For a pair of packs that is due, a lane to each triangle of the second and each edge in a row of its edges.
  RAYCLOTH_HD void operator()(const Team& team, int place) const {
    team.for_eight([&](auto at) { search(team, place, at); });
  }

  template <class Real>
  RAYCLOTH_HD void search(const Team& team, int place, Lanes<Real> at) const {
    const Int2 packs = near.pairs[near.due[place]];
    const FeaturePack &first = near.packs[packs.x], &second = near.packs[packs.y];
    const Vec4* x = contacts.scene.positions;
    const float touching = near.touching[place], within = near.within[place];
    const bool measures = near.are_measured(place);
    const float farthest = measures ? within + near.farthest : touching * kBoxSlack + kRounding;
    Search<Real> search{*this,
                        packs,
                        xyz(x[first.pillars.x]),
                        xyz(near.motions.rigid.ways[packs.y]),
                        near.motions.shape(packs.x, false),
                        near.motions.shape(packs.x, true),
                        touching,
                        within,
                        farthest,
                        measures,
                        is_cloth(packs.y),
                        farthest * farthest,
                        0};
    const auto triangles = search.template group<3>({second.corners[0], second.corners[1], second.corners[2]},
                                                    set_in(second.present, at), at);
    if (team.bits(triangles.asked)) {
      search.rows(first, second, at);
      if (measures) atomic_min(&near.bounds[place], larger(sqrtf(search.least) - search.margin(), 0.0f));
    }
    if (!count_work) return;
    if (at.first == 0) atomic_add(&counters->packs, 1ull);
    atomic_add(&counters->tests, static_cast<unsigned long long>(search.tests));
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
