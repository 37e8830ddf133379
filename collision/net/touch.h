// What is nearer than the fabric is thick at the start of an interval: pairs of a vertex and a triangle, and of two
// edges between their ends, whose nearest points lie nearer than half thicknesses and rest allow. Triangles ask the
// tree for those after them; features belong to the lowest triangle that has them, so that every pair is tested once.
#pragma once

#include "collision/contacts/contacts.h"
#include "collision/net/look.h"
#include "collision/thickness.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A pack as it lies at the start, with tight boxes.
struct PlacePack {
  SweepView view;
  const int* pack_objects;

  RAYCLOTH_HD void operator()(int pack) const {
    const CollisionObject& object = view.scene.objects[pack_objects[pack]];
    const PackRange range = triangles_of(object, pack);
    const Vec4* x = view.scene.positions;
    Box all = empty_box();
    for (int lane = 0; lane < 8; ++lane) {
      const bool present = lane < range.count;
      const Int3 t = view.scene.triangles[range.first + (present ? lane : 0)];
      const Box box = present ? merge(around(xyz(x[t.x]), xyz(x[t.y])), around(xyz(x[t.z]), xyz(x[t.z]))) : empty_box();
      for (int corner = 0; corner < 3; ++corner) {
        for (int k = 0; k < 3; ++k) {
          view.moving[pack].x[corner][k][lane] = view.moving[pack].y[corner][k][lane] = x[t[corner]][k];
        }
      }
      view.boxes[pack].set(lane, box);
      all = merge(all, box);
    }
    set_entry(view.scene, object.packs, pack, all);
  }
};

/// All triangles against those after them.
struct TouchSearch {
  Look look;
  bool self_collision;

  RAYCLOTH_HD const CollisionScene& scene() const { return look.view.scene; }

  RAYCLOTH_HD bool may_touch(int a, int b) const {
    const CollisionObject& object = scene().objects[a];
    if (a == b) return self_collision && object.self_collision && look.is_cloth(a);
    return look.may_meet(a, b);
  }

  /// m that the nearest points should lie apart: both half thicknesses there; of one object no more than a part of what
  /// they do at rest.
  RAYCLOTH_HD float thickness(PairKind kind, Int4 v, const float (&w)[4]) const {
    const int a = scene().vertex_object[v.x], b = scene().vertex_object[v.w];
    const CollisionObject &first = scene().objects[a], &second = scene().objects[b];
    const float touching =
        kind == PairKind::vertex_face
            ? half_thickness_at(scene(), v.x) + half_thickness_at(scene(), second, Int3(v.y, v.z, v.w), -w[1], -w[2])
            : half_thickness_at(scene(), first, Int2(v.x, v.y), w[1]) +
                  half_thickness_at(scene(), second, Int2(v.z, v.w), -w[3]);
    if (a != b) return touching;
    Vec3 own(0);
    for (int k = 0; k < 4; ++k) own += xyz(scene().rest[v[k]]) * w[k];
    return smaller(touching, kOwnRest * sqrtf(glm::dot(own, own)));
  }

  /// Where the end of an edge is nearest, that is a vertex's business.
  RAYCLOTH_HD static bool is_vertex_of_edge(PairKind kind, const float (&w)[4]) {
    return kind == PairKind::edge_edge && (w[0] == 0 || w[1] == 0 || w[2] == 0 || w[3] == 0);
  }

  RAYCLOTH_HD void measure(PairKind kind, Int4 v, float farthest) const {
    Look::Features pair{kind, {}, {}, 0};
    const Vec3 origin = xyz(scene().positions[v.x]);
    for (int k = 0; k < 4; ++k) pair.x[k] = xyz(scene().positions[v[k]]) - origin;
    if (Look::outside(pair, farthest)) return;
    const Nearest<float> now = nearest(kind, pair.x);
    if (now.squared >= farthest * farthest || is_vertex_of_edge(kind, now.weights)) return;
    const float touching = thickness(kind, v, now.weights);
    if (now.squared >= touching * touching) return;
    const SweepView& view = look.view;
    if (view.mobility(v.x) + view.mobility(v.y) + view.mobility(v.z) + view.mobility(v.w) == 0) return;
    if (scene().vertex_object[v.x] != scene().vertex_object[v.w] && look.behind(v, now)) return;
    if (scene().tangled->cross(v, first_of_second(kind)) || scene().tangled->on_wrong_side(v, first_of_second(kind)))
      return;
    look.list({v, kind, touching, touching});
  }

  RAYCLOTH_HD static bool has(Int3 t, int v) { return v == t.x || v == t.y || v == t.z; }
  RAYCLOTH_HD bool owns(int t, int bit) const { return look.view.owned[t] >> bit & 1; }
  RAYCLOTH_HD MovingFeature feature(int a, int b) const {
    const Vec3 x = xyz(scene().positions[a]), y = xyz(scene().positions[b]);
    return {x, y, x, y};
  }

  /// Vertices of triangle s against the triangles in `met` of a pack.
  RAYCLOTH_HD void measure_vertices(int s, int pack, int first, unsigned met, float farthest) const {
    for (int k = 0; met && k < 3; ++k) {
      const int v = scene().triangles[s][k];
      if (!owns(s, k)) continue;
      const MovingFeature at = feature(v, v);
      unsigned near = met & overlaps(look.view.boxes[pack], inflate(around(at.start_a, at.start_a), farthest));
      if (near) near &= triangles_near(look.view.moving[pack], at, {farthest, farthest});
      for (; near; near &= near - 1) {
        const Int3 t = scene().triangles[first + trailing_zeros(near)];
        if (!has(t, v)) measure(PairKind::vertex_face, Int4(v, t.x, t.y, t.z), farthest);
      }
    }
  }

  /// Edges of triangle s against those of the triangles in `met` of a pack.
  RAYCLOTH_HD void measure_edges(int s, int pack, int first, unsigned met, float farthest) const {
    for (int k = 0; k < 3; ++k) {
      if (!owns(s, 3 + k)) continue;
      const Int2 e = Look::edge_of(scene().triangles[s], k);
      const MovingFeature at = feature(e.x, e.y);
      const unsigned around_it =
          met & overlaps(look.view.boxes[pack], inflate(around(at.start_a, at.start_b), farthest));
      for (int l = 0; around_it && l < 3; ++l) {
        unsigned near = around_it & edges_near(look.view.moving[pack], l, at, {farthest, farthest});
        for (; near; near &= near - 1) {
          const int t = first + trailing_zeros(near);
          const Int2 f = Look::edge_of(scene().triangles[t], l);
          if (!owns(t, 3 + l) || e.x == f.x || e.x == f.y || e.y == f.x || e.y == f.y) continue;
          measure(PairKind::edge_edge, Int4(e.x, e.y, f.x, f.y), farthest);
        }
      }
    }
  }

  /// Lanes of a pack against another one, which is it or comes after it.
  RAYCLOTH_HD void measure_packs(int pack, unsigned lanes, int first, int other, int first_other,
                                 float farthest) const {
    unsigned back[8] = {};  // for each triangle of the other, those of the lanes near it
    for (; lanes; lanes &= lanes - 1) {
      const int lane = trailing_zeros(lanes);
      unsigned met = overlaps(look.view.boxes[other], inflate(look.view.boxes[pack].get(lane), farthest));
      if (other == pack) met &= ~0u << (lane + 1);
      if (!met) continue;
      measure_vertices(first + lane, other, first_other, met, farthest);
      measure_edges(first + lane, other, first_other, met, farthest);
      for (; met; met &= met - 1) back[trailing_zeros(met)] |= 1u << lane;
    }
    for (int lane = 0; lane < 8; ++lane) {
      if (back[lane]) measure_vertices(first_other + lane, pack, first, back[lane], farthest);
    }
  }

  /// Lanes of a pack of object a, all within `box`, against the triangles after theirs in b.
  RAYCLOTH_HD void search(int pack, unsigned lanes, const Box& box, int a, int b) const {
    const CollisionObject& target = scene().objects[b];
    const float farthest = most_half_thickness(scene().objects[a]) + most_half_thickness(target) + kBoxMargin;
    const Box all = inflate(box, farthest);
    if (!overlaps(all, scene().bounds[b])) return;
    const int first = triangles_of(scene().objects[a], pack).first;
    const auto meets = [&all](const Box8& children) { return overlaps(children, all); };
    visit_nodes(scene().nodes, target.packs, meets, [&](const Box8& boxes, int first_pack) {
      for (unsigned packs = overlaps(boxes, all); packs; packs &= packs - 1) {
        const int other = first_pack + trailing_zeros(packs);
        if (other >= pack) measure_packs(pack, lanes, first, other, triangles_of(target, other).first, farthest);
      }
      return true;
    });
  }

  /// Index i: kGroup lanes of a pack.
  RAYCLOTH_HD void operator()(int i) const {
    const int pack = i / kParts, a = look.pack_objects[pack];
    const unsigned lanes = ((1u << kGroup) - 1u) << (kGroup * (i % kParts));
    Box box = empty_box();
    for (unsigned left = lanes; left; left &= left - 1)
      box = merge(box, look.view.boxes[pack].get(trailing_zeros(left)));
    for (int b = a; b < scene().objects_count; ++b) {
      if (may_touch(a, b)) search(pack, lanes, box, a, b);
    }
  }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
