// How a pack moves in the interval, what its budgets say to that, and the box that others find it by.
#pragma once

#include "collision/net/sweep_view.h"

namespace raycloth::RAYCLOTH_DEVICE {

constexpr unsigned char kLookOwn = 1, kLookOthers = 2;
/// With these: the pack moves so fast that it looks again next time, and need not know how far the rest is. One that
/// does not look keeps its budget, so whoever looks at it has to measure.
constexpr unsigned char kFastOwn = 4, kFastOthers = 8;
/// Part of `look` in an interval, from which on that is so.
constexpr float kFast = 0.3f;
/// Rounding of a distance in floats, m.
constexpr float kRounding = 1e-6f;
/// Parts in which a pack looks around: kGroup of its triangles in each.
constexpr int kParts = 8 / kGroup;

/// Triangles of a pack.
struct PackRange {
  int first, count;
};

/// All that a box may get to on its way.
RAYCLOTH_HD inline Box swept(const Box& box, Vec3 way) {
  return merge(box, {box.min + Vec4(way, 0), box.max + Vec4(way, 0)});
}

RAYCLOTH_HD inline PackRange triangles_of(const CollisionObject& object, int pack) {
  const int before = 8 * (pack - object.packs.first_entry), left = object.triangles - before;
  return {object.first_triangle + before, left < 8 ? left : 8};
}

/// Measures a pack and decides whether it looks around.
struct MeasurePack {
  SweepView view;
  const int* pack_objects;
  bool self_collision;

  /// What all corners of a pack's triangles are gone through for.
  template <class Visit>
  RAYCLOTH_HD void for_corners(PackRange range, Visit visit) const {
    for (int t = range.first; t < range.first + range.count; ++t) {
      const Int3 corners = view.scene.triangles[t];
      for (int k = 0; k < 3; ++k) visit(corners[k]);
    }
  }

  RAYCLOTH_HD Vec3 way_of(int v) const { return xyz(view.end[v]) - xyz(view.scene.positions[v]); }

  RAYCLOTH_HD PackMotion motion_of(PackRange range, Vec3 frame) const {
    Vec3 sum(0);
    float own = 0, far = 0, slack = 0;
    bool crossed = false;
    for_corners(range, [&](int v) { sum += way_of(v); });
    const Vec3 mean = sum / static_cast<float>(3 * range.count);
    for_corners(range, [&](int v) {
      const Vec3 way = way_of(v), in_pack = way - mean, in_object = way - frame;
      own = larger(own, glm::dot(in_pack, in_pack));
      far = larger(far, glm::dot(in_object, in_object));
      slack = larger(slack, view.slack(v));
      crossed = crossed || view.crossed[v];
    });
    const float margin = slack + kBoxMargin;
    return {mean, sqrtf(own) * kBoxSlack + margin, sqrtf(far) * kBoxSlack + margin, slack, crossed};
  }

  RAYCLOTH_HD unsigned char look_of(const CollisionObject& object, int pack, const PackMotion& motion) const {
    if (!object.moves) return 0;
    const Vec3 frame = xyz(view.scene.frames[&object - view.scene.objects]);
    const float way = motion.reach + sqrtf(glm::dot(frame, frame)), fast = kFast * view.look;
    unsigned char looks = 0;
    const bool own = self_collision && object.self_collision && object.kind == ObjectKind::cloth;
    if (own && (motion.crossed || motion.reach > view.own[pack]))
      looks |= kLookOwn | (motion.reach > fast ? kFastOwn : 0);
    if (motion.crossed || way > view.others[pack]) looks |= kLookOthers | (way > fast ? kFastOthers : 0);
    return looks;
  }

  /// A pack that looks begins with the most that its budget can be.
  RAYCLOTH_HD void begin_budgets(int pack, unsigned char looks) const {
    const float most = 0.5f * view.look;
    if (looks & kLookOwn) view.own[pack] = looks & kFastOwn ? 0 : most;
    if (looks & kLookOthers) view.others[pack] = looks & kFastOthers ? 0 : most;
  }

  RAYCLOTH_HD Box box_of(Int3 t, float grown) const {
    const Vec4* x = view.scene.positions;
    return inflate(merge(around(xyz(x[t.x]), xyz(x[t.y])), around(xyz(x[t.z]), xyz(x[t.z]))), grown);
  }

  RAYCLOTH_HD void place(int pack, int lane, Int3 t) const {
    for (int corner = 0; corner < 3; ++corner) {
      for (int k = 0; k < 3; ++k) {
        view.moving[pack].x[corner][k][lane] = view.scene.positions[t[corner]][k];
        view.moving[pack].y[corner][k][lane] = view.end[t[corner]][k];
      }
    }
  }

  RAYCLOTH_HD void operator()(int pack) const {
    if (!*view.go) return;
    const int o = pack_objects[pack];
    const CollisionObject& object = view.scene.objects[o];
    const PackRange range = triangles_of(object, pack);
    const Vec3 frame = xyz(view.scene.frames[o]);
    PackMotion motion = motion_of(range, frame);
    const unsigned char looks = look_of(object, pack, motion);
    if (!(looks & kFastOwn) || !(looks & kFastOthers)) motion.grown = larger(motion.grown, 0.5f * view.look);
    Box all = empty_box();
    for (int lane = 0; lane < 8; ++lane) {
      const bool present = lane < range.count;
      const Box box = present ? box_of(view.scene.triangles[range.first + lane], motion.grown) : empty_box();
      view.boxes[pack].set(lane, box);
      place(pack, lane, view.scene.triangles[range.first + (present ? lane : 0)]);
      all = merge(all, box);
    }
    view.motions[pack] = motion;
    set_entry(view.scene, object.packs, pack, swept(all, motion.mean - frame));
    view.looks[pack] = looks;
    if (!(looks & (kLookOwn | kLookOthers))) return;
    begin_budgets(pack, looks);
    for (int part = 0; part < kParts; ++part) view.looking[atomic_add(view.looking_count, 1)] = kParts * pack + part;
    atomic_add(&view.counters->looks, 1);
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
