// When a list of near packs has to be made anew (pack_pairs.h): room of vertices and of frames, and who has left it.
#pragma once

#include "collision/net/sweep_view.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Room about the way that is expected, as parts of the median edge and of that way. Who leaves it gets twice as much
/// the next time, up to the most, and who does not a twentieth less.
constexpr float kRoom = 0.15f, kMostRoom = 0.6f, kWiden = 2, kNarrow = 0.95f, kRoomOfWay = 0.1f;
/// Where all sleeps, so much longer is a list expected to be asked, and there is as much room as this part of the way:
/// the few that move must not have it made anew for all. In between in proportion to who sleeps.
constexpr float kLongerAsleep = 8, kRoomOfWayAsleep = 1;

/// Of a list, on the device.
struct PackList {
  int known, stale;            // whether it says anything; whether it has to be made anew
  int packs, vertices, pairs;  // what there is to do for that: all or none
};

/// Where vertices, in the frame of their object, and frames may go: wherever is no farther than some room from the way
/// that is expected of them, straight on.
struct ListWatch {
  SweepView view;
  PackList* list;
  const float* reach;                  // per object, m: of its packs, from their surface
  Vec4* from;                          // per vertex: m, where the list found it; w: room as a part of the median edge
  Vec4* ahead;                         // per vertex: m, the way that is expected from there; w: all of its room
  Vec4* drifts;                        // per two objects: the way of the first's frame against the second's, w: room
  Vec4 *places, *old_places, *speeds;  // per object: its frame now; then; its velocity now, m/s

  RAYCLOTH_HD Vec3 frame(int object) const { return xyz(view.scene.frames[object]); }
  RAYCLOTH_HD Vec3 way_of(int v) const { return xyz(view.end[v]) - xyz(view.scene.positions[v]); }

  struct Sample {
    Vec3 place, way, speed;
  };

  /// Where an object's frame is at the end, and its way.
  RAYCLOTH_HD void measure_frame(int o) const {
    const CollisionObject& object = view.scene.objects[o];
    Sample sum{Vec3(0), Vec3(0), Vec3(0)};
    const auto load = [&](int v) {
      return Sample{xyz(view.end[v]), way_of(v), view.velocities ? xyz(view.velocities[v]) : Vec3(0)};
    };
    const int samples = for_samples(object, load, [&](const Sample& s) {
      sum = {sum.place + s.place, sum.way + s.way, sum.speed + s.speed};
    });
    const float part = 1 / static_cast<float>(samples > 0 ? samples : 1);
    view.scene.frames[o] = Vec4(object.moves ? sum.way * part : Vec3(0), 0);
    places[o] = Vec4(object.moves ? sum.place * part : Vec3(0), 0);
    speeds[o] = Vec4(object.moves ? sum.speed * part : Vec3(0), 0);
  }

  RAYCLOTH_HD Vec3 drifted(int object) const { return xyz(places[object]) - xyz(old_places[object]); }

  /// How far a point lies from the way from the origin to `way`.
  RAYCLOTH_HD static float off(Vec3 point, Vec3 way) {
    const float squared = glm::dot(way, way), along = glm::dot(point, way);
    const Vec3 left = point - way * (squared > 0 ? clamped(along / squared) : 0.0f);
    return sqrtf(glm::dot(left, left));
  }
  RAYCLOTH_HD static float clamped(float part) { return part > 0 ? part < 1 ? part : 1.0f : 0.0f; }

  /// How far a point that lies `at` from where the list found it is off the way that was expected, now or once it has
  /// gone on by `by`.
  RAYCLOTH_HD static float off_way(Vec3 at, Vec3 by, Vec4 expected) {
    return larger(off(at, xyz(expected)), off(at + by, xyz(expected)));
  }

  /// Whether a vertex has left its room, or may by a correction, or until nobody has to know any more.
  RAYCLOTH_HD bool has_left(int v) const {
    const int o = view.scene.vertex_object[v];
    if (!view.scene.objects[o].moves) return false;
    const Vec3 at = xyz(view.end[v]) - xyz(from[v]) - drifted(o);
    const Vec3 by = view.ahead > 0 ? (xyz(view.velocities[v]) - xyz(speeds[o])) * view.ahead : Vec3(0);
    return !(off_way(at, by, ahead[v]) + view.slack(v) <= ahead[v].w);
  }
  RAYCLOTH_HD bool have_drifted(int a, int b) const {
    const Vec3 by = (xyz(speeds[a]) - xyz(speeds[b])) * view.ahead;
    return !(off_way(drifted(a) - drifted(b), by, drift_of(a, b)) <= drift_of(a, b).w);
  }

  RAYCLOTH_HD Vec4& drift_of(int a, int b) const { return drifts[a * view.scene.objects_count + b]; }

  /// From nothing to all that sleeps.
  RAYCLOTH_HD float between(float none, float all) const {
    const int sleepers = view.scene.sleepers ? *view.scene.sleepers : 0;
    const float part = static_cast<float>(sleepers) / static_cast<float>(view.scene.vertices_count);
    return none + (all - none) * part;
  }
  RAYCLOTH_HD Vec4 expected(Vec3 way, float room) const {
    return Vec4(way, room + between(kRoomOfWay, kRoomOfWayAsleep) * sqrtf(glm::dot(way, way)));
  }
  /// By a speed, m.
  RAYCLOTH_HD Vec3 expected_way(Vec3 speed) const { return speed * (view.expected * between(1, kLongerAsleep)); }

  RAYCLOTH_HD void begin_vertex(int v) const {
    const int o = view.scene.vertex_object[v];
    const Vec3 way = view.velocities ? expected_way(xyz(view.velocities[v]) - xyz(speeds[o])) : way_of(v) - frame(o);
    const float before = from[v].w, wanted = list->known && has_left(v) ? kWiden * before : kNarrow * before;
    const float room = wanted < kRoom ? kRoom : wanted < kMostRoom ? wanted : kMostRoom;
    ahead[v] = expected(way, room * view.edge + view.slack(v));
    from[v] = Vec4(xyz(view.end[v]), room);
  }

  RAYCLOTH_HD void begin_drift(int a, int b) const {
    const Vec3 way = view.velocities ? expected_way(xyz(speeds[a]) - xyz(speeds[b])) : frame(a) - frame(b);
    drift_of(a, b) = expected(way, kRoom * view.edge);
  }

  /// All that a pack reaches in its object's frame, during the interval and for as long as the list is good.
  RAYCLOTH_HD Box box_of(const FeaturePack& pack) const {
    const Vec3 drifts = frame(pack.object);
    Box box = empty_box();
    float most = 0;
    for (const auto& corner : pack.corners) {
      for (const int v : corner) {
        const Vec3 end = xyz(view.end[v]) - drifts;
        box = merge(merge(box, around(xyz(view.scene.positions[v]), end)), around(end, end + xyz(ahead[v])));
        most = larger(most, ahead[v].w);
      }
    }
    return inflate(box, most * kBoxSlack + reach[pack.object] + kBoxMargin);
  }

  /// The box of a pack in its object's frame as that of object `b` sees it, with all that both drift.
  RAYCLOTH_HD Box seen_from(const Box& box, int a, int b) const {
    if (a == b) return box;
    const Vec4 drift = drift_of(a, b);
    return inflate(swept(swept(box, frame(a) - frame(b)), xyz(drift)), drift.w);
  }

  /// All that a box may get to on its way.
  RAYCLOTH_HD static Box swept(const Box& box, Vec3 way) {
    return merge(box, {box.min + Vec4(way, 0), box.max + Vec4(way, 0)});
  }
};

/// Calls visit(pack) for every pack of object `b` whose room `box` comes into, in ascending order.
template <class Visit>
RAYCLOTH_HD void visit_packs(const Team& team, const CollisionScene& scene, const Box& box, int b, Visit visit) {
  if (!overlaps(box, scene.bounds[b])) return;
  const auto meets = [&](const Box8& children) { return overlaps(team, children, box); };
  visit_nodes(scene.nodes, scene.objects[b].packs, meets, [&](const Box8& boxes, int first) {
    for (unsigned found = meets(boxes); found; found &= found - 1) visit(first + trailing_zeros(found));
    return true;
  });
}

/// Solids have no thickness: what touches them is cloth, or nothing that a net could tell from what crosses.
RAYCLOTH_HD inline bool may_meet(const SweepView& view, int a, int b, bool self_collision) {
  if (a == b) return view.is_cloth(a) && self_collision && view.scene.objects[a].self_collision;
  return view.is_cloth(a) || view.is_cloth(b);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
