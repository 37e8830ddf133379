#include "collision/net/sweep.h"

#include <algorithm>
#include <utility>

#include "collision/net/pierce.h"
#include "device/algorithms.h"
#include "device/atomic.h"
#include "device/lanes.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

constexpr unsigned char kLookOwn = 1, kLookOthers = 2;
/// With these: the pack moves so fast that it looks again next time, and need not know how far the rest is. One that
/// does not look keeps its budget, so whoever looks at it has to measure.
constexpr unsigned char kFastOwn = 4, kFastOthers = 8;
/// Part of `look` in an interval, from which on that is so.
constexpr float kFast = 0.3f;
/// SweepView::look as a part of the median edge.
constexpr float kLook = 0.2f;

/// What verified states keep apart, as a part of both half thicknesses: absolute, or a net that stops what closes in
/// would let the gap shrink until rounding decides; and far below what contacts keep, or both would work.
constexpr float kSeparation = 0.06f;
/// Of what lies nearer already: pushing wins it back.
constexpr float kKept = 0.999f;
/// Features are stopped at half of it, since what turns comes nearer on its way than at its end; and where they lie
/// nearer already, so slowly that they never get there.
constexpr float kLeast = 0.5f, kHeldBack = 0.99f;
/// Rounding of a distance in floats, m.
constexpr float kRounding = 1e-6f;
/// Parts in which a pack looks around: kGroup of its triangles in each.
constexpr int kParts = 8 / kGroup;
/// How far a correction may put a vertex: parts of `look` and of its own way.
constexpr float kSlackOfLook = 0.15f, kSlackOfWay = 0.1f;
/// Pairs that there is room for at first, per vertex.
constexpr int kPairsPerVertex = 4;

static float median_edge(const CollisionScene& scene, const std::vector<CollisionObject>& objects,
                         const std::vector<Int3>& triangles) {
  std::vector<Vec4> x(scene.vertices_count);
  memory::copy_out(x.data(), scene.rest, x.size() * sizeof(Vec4));
  std::vector<float> lengths;
  for (const CollisionObject& object : objects) {
    if (!object.yields) continue;
    for (int t = object.first_triangle; t < object.first_triangle + object.triangles; ++t) {
      for (int k = 0; k < 3; ++k)
        lengths.push_back(glm::distance(xyz(x[triangles[t][k]]), xyz(x[triangles[t][(k + 1) % 3]])));
    }
  }
  if (lengths.empty()) return 0;
  std::nth_element(lengths.begin(), lengths.begin() + lengths.size() / 2, lengths.end());
  return lengths[lengths.size() / 2];
}

/// See SweepView::owned.
static std::vector<unsigned char> owned_features(const std::vector<Int3>& triangles,
                                                 const std::vector<Int3>& neighbours, int vertices) {
  std::vector<unsigned char> owned(triangles.size()), taken(vertices);
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      if (!std::exchange(taken[triangles[t][k]], 1)) owned[t] |= 1 << k;
      if (neighbours[t][k] < 0 || t < neighbours[t][k]) owned[t] |= 8 << k;
    }
  }
  return owned;
}

Sweep::Sweep(Queue& queue, CollisionScene view, std::vector<CollisionObject> objects,
             const std::vector<unsigned char>& held)
    : scene_(view), host_objects_(std::move(objects)), held_(held), looking_count_(1), pairs_count_(1), counters_(1) {
  std::vector<Int3> triangles(scene_.triangles_count), neighbours(scene_.triangles_count);
  memory::copy_out(triangles.data(), scene_.triangles, triangles.size() * sizeof(Int3));
  memory::copy_out(neighbours.data(), scene_.triangle_neighbours, neighbours.size() * sizeof(Int3));
  look_ = kLook * median_edge(scene_, host_objects_, triangles);
  owned_ = Buffer<unsigned char>(owned_features(triangles, neighbours, scene_.vertices_count));
  nodes_.resize(lay_out_trees(host_objects_));
  plan_ = plan_refit(host_objects_);
  objects_ = Buffer<CollisionObject>(host_objects_);
  bounds_.resize(host_objects_.size());
  frames_.resize(host_objects_.size());
  const size_t packs = plan_.pack_objects.size(), vertices = scene_.vertices_count;
  boxes_.resize(packs);
  looks_.resize(packs);
  own_.resize(packs);
  others_.resize(packs);
  looking_.resize(kParts * packs);
  start_.resize(vertices);
  motions_.resize(packs);
  moving_.resize(packs);
  slacks_.resize(vertices);
  wide_.resize(vertices);
  crossed_.resize(vertices);
  marks_.resize(vertices);
  pairs_.resize(kPairsPerVertex * vertices);
  scene_.objects_count = static_cast<int>(host_objects_.size());
  scene_.objects = objects_.data();
  scene_.nodes = nodes_.data();
  scene_.bounds = bounds_.data();
  scene_.frames = frames_.data();
  scene_.positions = start_.data();
  queue.run([&] { forget(queue); });
  queue.synchronize();
}

void Sweep::set_half_thickness(int object, float e) {
  host_objects_[object].half_thickness = e;
  objects_.upload(host_objects_);
}

SweepView Sweep::view(const Vec4* end, const int* go, bool corrects) {
  return {.scene = scene_,
          .end = end,
          .held = held_.data(),
          .owned = owned_.data(),
          .look = look_,
          .go = go,
          .corrects = corrects,
          .wide = wide_.data(),
          .motions = motions_.data(),
          .moving = moving_.data(),
          .slacks = slacks_.data(),
          .boxes = boxes_.data(),
          .own = own_.data(),
          .others = others_.data(),
          .looks = looks_.data(),
          .looking = looking_.data(),
          .looking_count = looking_count_.data(),
          .crossed = crossed_.data(),
          .marks = marks_.data(),
          .pairs = pairs_.data(),
          .pairs_count = pairs_count_.data(),
          .capacity = capacity(),
          .counters = counters_.data()};
}

void Sweep::begin(Queue& queue, const Vec4* positions) {
  queue.copy(start_.data(), positions, start_.size() * sizeof(Vec4));
}

/// Every vertex may belong to what crosses, until it was looked at.
void Sweep::forget(Queue& queue) {
  int* crossed = crossed_.data();
  parallel_for(queue, "doubt_vertices", scene_.vertices_count, bytes<int>,
               [=] RAYCLOTH_KERNEL(int v) { crossed[v] = 1; });
  forget_budgets(queue);
}

void Sweep::forget_budgets(Queue& queue) {
  queue.zero(own_.data(), own_.size() * sizeof(float));
  queue.zero(others_.data(), others_.size() * sizeof(float));
}

/// Vertices taken for an object's frame.
constexpr int kFrameSamples = 64;

static void measure_frames(Queue& queue, const SweepView& view) {
  parallel_for(queue, "measure_frames", view.scene.objects_count, 2 * kFrameSamples * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int o) {
                 if (!*view.go) return;
                 const CollisionObject& object = view.scene.objects[o];
                 const int stride = (object.vertices + kFrameSamples - 1) / kFrameSamples;
                 Vec3 sum(0);
                 int samples = 0;
                 for (int i = 0; i < object.vertices; i += stride, ++samples) {
                   const int v = object.first_vertex + i;
                   sum += xyz(view.end[v]) - xyz(view.scene.positions[v]);
                 }
                 view.scene.frames[o] = Vec4(object.moves ? sum / static_cast<float>(samples) : Vec3(0), 0);
               });
}

static void measure_slacks(Queue& queue, const SweepView& view) {
  parallel_for(queue, "measure_slacks", view.scene.vertices_count, 3 * bytes<Vec4, int>, [=] RAYCLOTH_KERNEL(int v) {
    if (!*view.go) return;
    Vec3 way = xyz(view.end[v]) - xyz(view.scene.positions[v]);
    if (!view.wide[v]) way = (way - xyz(view.scene.frames[view.scene.vertex_object[v]])) * kSlackOfWay;
    const bool moves = view.corrects && view.mobility(v) > 0;
    view.slacks[v] = moves ? kSlackOfLook * view.look + sqrtf(glm::dot(way, way)) : 0;
  });
}

RAYCLOTH_HD static bool any_crossed(const SweepView& view, Int3 t) {
  return view.crossed[t.x] || view.crossed[t.y] || view.crossed[t.z];
}

namespace {

/// Triangles of a pack.
struct PackRange {
  int first, count;
};

/// All that a box may get to on its way.
RAYCLOTH_HD Box swept(const Box& box, Vec3 way) { return merge(box, {box.min + Vec4(way, 0), box.max + Vec4(way, 0)}); }

RAYCLOTH_HD PackRange triangles_of(const CollisionObject& object, int pack) {
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

/// A pack that looks around, and the packs that it finds.
struct Look {
  SweepView view;
  const int* pack_objects;

  /// Two packs whose features are held against each other.
  struct Packs {
    int first, second;
    PackRange first_range, second_range;
    Vec3 apart;  // m: what the frame of the first moves against that of the second
    float separation;
    bool own;        // of one object
    bool measuring;  // budgets: neither is fast
    bool crossed;    // either holds what crosses
    PartedBy parted_by;
  };

  /// Where four vertices are at the start and at the end, relative to the first's start.
  struct Features {
    PairKind kind;
    Point<float> x[4], y[4];
    float slack;  // of both
  };

  RAYCLOTH_HD bool may_meet(int a, int b) const { return view.scene.objects[a].yields || view.scene.objects[b].yields; }

  RAYCLOTH_HD void lower_budgets(const Packs& both, float clearance) const {
    float* budgets = both.own ? view.own : view.others;
    atomic_min(&budgets[both.first], clearance * 0.5f);
    atomic_min(&budgets[both.second], clearance * 0.5f);
  }

  RAYCLOTH_HD void list(const NearPair& pair) const {
    const int place = atomic_add(view.pairs_count, 1);
    if (place < view.capacity) view.pairs[place] = pair;
  }

  /// Whether a plane across `direction` parts both at the start and at the end, whatever corrections do.
  RAYCLOTH_HD bool stays_apart(const Features& pair, Vec3 direction, float separation) const {
    const float length = sqrtf(glm::dot(direction, direction));
    if (length == 0) return false;
    const Vec3 normal = direction / length;
    float low[2] = {kHuge, kHuge}, high[2] = {-kHuge, -kHuge};  // at the start and at the end
    for (int k = 0; k < 4; ++k) {
      const float start = glm::dot(normal, pair.x[k]), end = glm::dot(normal, pair.y[k]);
      if (k < first_of_second(pair.kind)) {
        low[0] = smaller(low[0], start), low[1] = smaller(low[1], end);
      } else {
        high[0] = larger(high[0], start), high[1] = larger(high[1], end);
      }
    }
    const float apart = separation + pair.slack + kRounding;
    return low[0] - high[0] > separation + kRounding && low[1] - high[1] > apart;
  }

  /// The most that both can come nearer in the interval.
  RAYCLOTH_HD float closing_of(const Features& pair) const {
    Vec3 ways[4];
    for (int k = 0; k < 4; ++k) ways[k] = pair.y[k] - pair.x[k];
    const Vec3 mean = (ways[0] + ways[1] + ways[2] + ways[3]) * 0.25f;
    float first = 0, second = 0;
    for (int k = 0; k < 4; ++k) {
      const Vec3 own = ways[k] - mean;
      float& most = k < first_of_second(pair.kind) ? first : second;
      most = larger(most, glm::dot(own, own));
    }
    return (sqrtf(first) + sqrtf(second)) * kBoxSlack + pair.slack;
  }

  RAYCLOTH_HD Features features_of(PairKind kind, Int4 v) const {
    Features pair{kind, {}, {}, 0};
    float slack[2] = {};
    const Vec3 origin = xyz(view.scene.positions[v.x]);
    for (int k = 0; k < 4; ++k) {
      pair.x[k] = xyz(view.scene.positions[v[k]]) - origin;
      pair.y[k] = xyz(view.end[v[k]]) - origin;
      float& most = slack[k >= first_of_second(kind)];
      most = larger(most, view.slack(v[k]));
    }
    pair.slack = slack[0] + slack[1];
    return pair;
  }

  RAYCLOTH_HD bool is_solid(int vertex) const {
    return view.scene.objects[view.scene.vertex_object[vertex]].kind == ObjectKind::solid;
  }

  /// Whether a pair meets a solid from inside: what got there by force, or began there, may leave. From outside,
  /// nothing meets a surface from behind before it came through another place.
  RAYCLOTH_HD bool behind(Int4 v, const Nearest<float>& now) const {
    Vec3 outward(0);
    const bool first = is_solid(v.x), second = is_solid(v.w);
    if (first == second) return false;
    for (int k = 0; k < 4; ++k) {
      if (first ? now.weights[k] > 0 : now.weights[k] < 0) outward += xyz(view.scene.normals[v[k]]) * now.weights[k];
    }
    return glm::dot(outward, now.way) > 0;
  }

  RAYCLOTH_HD void measure(const Packs& both, PairKind kind, Int4 v) const {
    const Features pair = features_of(kind, v);
    const float closing = closing_of(pair), near = both.measuring ? larger(view.look, closing) : closing;
    if (outside(pair, near + 2 * both.separation)) return;
    const Nearest<float> now = nearest(kind, pair.x);
    const float distance = sqrtf(now.squared);
    if (both.measuring) lower_budgets(both, larger(distance - both.separation - kRounding, 0.0f));
    if (distance > closing + both.separation * 1.1f + kRounding) return;
    if (view.mobility(v.x) + view.mobility(v.y) + view.mobility(v.z) + view.mobility(v.w) == 0) return;
    if (!both.own && behind(v, now)) return;
    const float separation = smaller(both.separation, distance * kKept);
    const float least = smaller(both.separation * kLeast, distance * kHeldBack);
    if (!stays_apart(pair, now.way, separation)) list({v, kind, separation, least});
  }

  /// Whether the boxes of both features at the start lie farther apart than `far`.
  RAYCLOTH_HD static bool outside(const Features& pair, float far) {
    const Point<float>(&x)[4] = pair.x;
    const bool edges = pair.kind == PairKind::edge_edge;
    for (int k = 0; k < 3; ++k) {
      const float low = edges ? smaller(x[0][k], x[1][k]) : x[0][k], high = edges ? larger(x[0][k], x[1][k]) : x[0][k];
      const float second = edges ? x[2][k] : x[1][k];
      const float least = smaller(second, smaller(x[2][k], x[3][k])), most = larger(second, larger(x[2][k], x[3][k]));
      if (least > high + far || most < low - far) return true;
    }
    return false;
  }

  RAYCLOTH_HD void measure_vertex(const Packs& both, int v, Int3 t) const {
    if (v == t.x || v == t.y || v == t.z) return;
    measure(both, PairKind::vertex_face, Int4(v, t.x, t.y, t.z));
  }

  RAYCLOTH_HD void measure_edges(const Packs& both, Int2 e, Int2 f) const {
    if (e.x == f.x || e.x == f.y || e.y == f.x || e.y == f.y) return;
    measure(both, PairKind::edge_edge, Int4(e.x, e.y, f.x, f.y));
  }

  RAYCLOTH_HD static Int2 edge_of(Int3 t, int k) { return Int2(t[k], t[(k + 1) % 3]); }

  /// What lies between two vertices of the first pack and all that it may get to in the frame of the second.
  RAYCLOTH_HD Box box_of(const Packs& both, int a, int b) const {
    const Vec4* x = view.scene.positions;
    return swept(inflate(around(xyz(x[a]), xyz(x[b])), view.motions[both.first].grown + 2 * both.separation),
                 both.apart);
  }

  RAYCLOTH_HD void mark_crossed(Int3 s, Int3 t) const {
    if (!any_crossed(view, s) && !any_crossed(view, t)) return;
    if (!triangles_cross(view.scene.positions, s, t)) return;
    for (int k = 0; k < 3; ++k) atomic_add(&view.marks[s[k]], 1), atomic_add(&view.marks[t[k]], 1);
  }

  RAYCLOTH_HD MovingFeature moving(int a, int b) const {
    const Vec4* x = view.scene.positions;
    return {xyz(x[a]), xyz(x[b]), xyz(view.end[a]), xyz(view.end[b])};
  }

  /// Of the triangles in `among` of `pack`, those that the vertex may meet, or those whose edge `k` edge e may meet.
  /// Where budgets are measured, what cannot meet counts as well.
  RAYCLOTH_HD unsigned near_vertex(const Packs& both, int pack, int v, unsigned among) const {
    return both.measuring || !among ? among : among & triangles_near(view.moving[pack], moving(v, v), both.parted_by);
  }
  RAYCLOTH_HD unsigned near_edge(const Packs& both, int k, Int2 e, unsigned among) const {
    if (both.measuring || !among) return among;
    return among & edges_near(view.moving[both.second], k, moving(e.x, e.y), both.parted_by);
  }

  /// Features of triangle s of the first pack against those of the triangles in `met` of the second.
  RAYCLOTH_HD void meet_triangles(const Packs& both, int s, unsigned met) const {
    const Int3 a = view.scene.triangles[s];
    const Box8& boxes = view.boxes[both.second];
    const int first = both.second_range.first;
    for (int k = 0; k < 3; ++k) {
      if (view.owned[s] >> k & 1) {
        unsigned near = near_vertex(both, both.second, a[k], met & overlaps(boxes, box_of(both, a[k], a[k])));
        for (; near; near &= near - 1) measure_vertex(both, a[k], view.scene.triangles[first + trailing_zeros(near)]);
      }
      if (!(view.owned[s] >> (3 + k) & 1)) continue;
      const Int2 e = edge_of(a, k);
      const unsigned around = met & overlaps(boxes, box_of(both, e.x, e.y));
      for (int l = 0; l < 3; ++l) {
        for (unsigned near = near_edge(both, l, e, around); near; near &= near - 1) {
          const int t = first + trailing_zeros(near);
          if (view.owned[t] >> (3 + l) & 1) measure_edges(both, e, edge_of(view.scene.triangles[t], l));
        }
      }
    }
  }

  /// Vertices of triangle t of the second pack against the triangles in `met` of the first.
  RAYCLOTH_HD void meet_back(const Packs& both, int t, unsigned met) const {
    const Int3 b = view.scene.triangles[t];
    for (int k = 0; k < 3; ++k) {
      if (!(view.owned[t] >> k & 1)) continue;
      for (unsigned near = near_vertex(both, both.first, b[k], met); near; near &= near - 1)
        measure_vertex(both, b[k], view.scene.triangles[both.first_range.first + trailing_zeros(near)]);
    }
    for (; both.crossed && met; met &= met - 1)
      mark_crossed(view.scene.triangles[both.first_range.first + trailing_zeros(met)], b);
  }

  /// Lanes `lanes` of the first pack against all of the second; of one pack, each two triangles once.
  RAYCLOTH_HD void meet_packs(const Packs& both, unsigned lanes) const {
    unsigned back[8] = {};  // for each triangle of the second, those of the first near it
    for (; lanes; lanes &= lanes - 1) {
      const int lane = trailing_zeros(lanes);
      if (lane >= both.first_range.count) break;
      const Box box = swept(inflate(view.boxes[both.first].get(lane), 2 * both.separation), both.apart);
      unsigned met = overlaps(view.boxes[both.second], box);
      if (both.first == both.second) met &= ~0u << (lane + 1);
      if (!met) continue;
      meet_triangles(both, both.first_range.first + lane, met);
      for (; met; met &= met - 1) back[trailing_zeros(met)] |= 1u << lane;
    }
    for (int lane = 0; lane < both.second_range.count; ++lane) {
      if (back[lane]) meet_back(both, both.second_range.first + lane, back[lane]);
    }
  }

  /// Whether `pack` and not `other`, which may look as well, takes care of both.
  RAYCLOTH_HD bool leads(int pack, int other, unsigned char look) const {
    return pack <= other || !(view.looks[other] & look);
  }

  RAYCLOTH_HD Packs packs_of(int pack, int other, float separation) const {
    const int a = pack_objects[pack], b = pack_objects[other];
    const PackMotion &first = view.motions[pack], &second = view.motions[other];
    const unsigned char fast = a == b ? kFastOwn : kFastOthers;
    return {pack,
            other,
            triangles_of(view.scene.objects[a], pack),
            triangles_of(view.scene.objects[b], other),
            first.mean - second.mean,
            separation,
            a == b,
            !((view.looks[pack] | view.looks[other]) & fast),
            first.crossed || second.crossed,
            {separation + kRounding, separation + kRounding + first.slack + second.slack}};
  }

  RAYCLOTH_HD void look_at(int pack, unsigned lanes, const Box& box, int a, int b) const {
    const CollisionObject &source = view.scene.objects[a], &target = view.scene.objects[b];
    const float separation = kSeparation * (source.half_thickness + target.half_thickness);
    const unsigned char look = a == b ? kLookOwn : kLookOthers;
    const Vec3 apart = view.motions[pack].mean - xyz(view.scene.frames[b]);
    const Box all = swept(inflate(box, 2 * separation + kBoxMargin), apart);
    if (!overlaps(all, view.scene.bounds[b])) return;
    const auto meets = [&all](const Box8& children) { return overlaps(children, all); };
    visit_nodes(view.scene.nodes, target.packs, meets, [&](const Box8& boxes, int first) {
      for (unsigned found = overlaps(boxes, all); found; found &= found - 1) {
        const int other = first + trailing_zeros(found);
        if (leads(pack, other, look)) meet_packs(packs_of(pack, other, separation), lanes);
      }
      return true;
    });
  }

  /// Index i: lanes of a pack that looks, kGroup at a time.
  RAYCLOTH_HD void operator()(int i) const {
    const int pack = view.looking[i] / kParts, part = view.looking[i] % kParts, a = pack_objects[pack];
    const unsigned lanes = ((1u << kGroup) - 1u) << (kGroup * part);
    Box box = empty_box();
    for (unsigned left = lanes; left; left &= left - 1) box = merge(box, view.boxes[pack].get(trailing_zeros(left)));
    for (int b = 0; b < view.scene.objects_count; ++b) {
      const unsigned char look = a == b ? kLookOwn : kLookOthers;
      if ((view.looks[pack] & look) && (a == b || may_meet(a, b))) look_at(pack, lanes, box, a, b);
    }
  }
};

}  // namespace

/// A box of nothing reaches below itself: of two packs that look at each other, the one that leads sees both.
void Sweep::find_pairs(Queue& queue, const SweepView& now, bool self_collision) {
  const int packs = static_cast<int>(plan_.pack_objects.size());
  const int* pack_objects = plan_.pack_objects.data();
  queue.zero(looking_count_.data(), sizeof(int));
  queue.zero(pairs_count_.data(), sizeof(int));
  measure_frames(queue, now);
  measure_slacks(queue, now);
  parallel_for(queue, "measure_packs", packs, 24 * (bytes<Vec4, float, int>)+bytes<Box8, Box> + 8 * bytes<Int3>,
               MeasurePack{now, pack_objects, self_collision});
  refit_above(queue, scene_, plan_, 0);
  parallel_for(queue, "look_around", DeviceCount{kParts * packs, now.looking_count}, bytes<Box8>,
               [look = Look{now, pack_objects}] RAYCLOTH_KERNEL(int i) { look(i); });
  parallel_for(queue, "settle_crossed", scene_.vertices_count, 3 * bytes<int>, [=] RAYCLOTH_KERNEL(int v) {
    if (!*now.go) return;
    now.crossed[v] = now.marks[v] > 0 ? 1 : 0;
    now.marks[v] = 0;
  });
  note_most(queue, "note_pairs", now.pairs_count, &now.counters->most_pairs);
}

void Sweep::spend(Queue& queue, const Vec4* end) {
  const SweepView now = view(end, nullptr, false);
  const int* pack_objects = plan_.pack_objects.data();
  parallel_for(queue, "spend_budgets", static_cast<int>(plan_.pack_objects.size()), 24 * (2 * bytes<Vec4> + bytes<int>),
               [=] RAYCLOTH_KERNEL(int pack) {
                 const int o = pack_objects[pack];
                 const CollisionObject& object = now.scene.objects[o];
                 if (!object.moves) return;
                 const Vec3 frame = xyz(now.scene.frames[o]);
                 float most = 0;
                 const MeasurePack measure{now, pack_objects, false};
                 measure.for_corners(triangles_of(object, pack), [&](int v) {
                   const Vec3 way = measure.way_of(v) - frame;
                   most = larger(most, glm::dot(way, way));
                 });
                 most = sqrtf(most) + kRounding;
                 now.own[pack] = larger(now.own[pack] - most, 0.0f);
                 now.others[pack] = larger(now.others[pack] - most - sqrtf(glm::dot(frame, frame)), 0.0f);
               });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
