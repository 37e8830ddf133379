#include "collision/rays/repeats.h"

#include "collision/rays/classifier.h"
#include "collision/rays/coherence.h"
#include "collision/rays/reach.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// With tracers whose hits do not depend on what was hit before, and whose rays do not bend.
static bool may_repeat(const CollisionOptions& options) {
  return usable(options.rigid_tracer, options) == RayTracer::automatic &&
         usable(options.deformable_tracer, options) == RayTracer::automatic;
}

void measure_packs(Queue& queue, RayStage& rays) {
  const CollisionScene scene = rays.scene;
  const VertexMotion* vertex_motions = rays.previous.vertex_motions.data();
  float* motions_below = rays.repeats.motions_below.data();
  queue.zero(motions_below, rays.repeats.motions_below.size() * sizeof(float));
  constexpr long long kMoved = 24 * bytes<int, VertexMotion> + 4 * bytes<float>;
  parallel_for(queue, "measure_packs", rays.geometry.packs(), kMoved, [=] RAYCLOTH_KERNEL(int pack) {
    float most = 0;
    for (const auto& corner : scene.packs[pack].corners) {
      for (const int v : corner)
        if (v >= 0) most = fmaxf(most, vertex_motions[v].shift);
    }
    if (most == 0) return;
    const Tree& tree = scene.objects[scene.vertex_object[scene.packs[pack].corners[0][0]]].packs;
    int child = pack - tree.first_entry;
    for (int level = tree.levels - 1; level >= 0; --level, child /= 8)
      atomic_max(&motions_below[8 * tree.level_first[level] + child], most);
  });
}

namespace {

/// Motion in m of a pack from which on its box is taken for it.
constexpr float kHasty = 1e-3f;
/// Packs around the rays of a group that are looked at: where more have moved, rays cost no more than looking.
constexpr int kMostPacks = 24;

/// What has changed about the vertices of a group.
struct FindChanges {
  CollisionScene scene;
  ReachOptions reach;
  const float* motions_below;          // see Repeats
  const VertexMotion* vertex_motions;  // see PreviousRays
  const float* object_motions;         // likewise
  const Calm* calm;                    // null: nobody repeats
  const Box* reaches;                  // per group: around all rays in the last detection
  int inspected;                       // vertex; -1: none
  Change* changes;

  /// Vertices of a group that may repeat, those set in `asked`, and their rays.
  struct Still {
    VertexRays rays[kGroup];
    Box boxes[kGroup], all = empty_box();
    unsigned asked = 0;
    int packs = 0;  // looked at

    RAYCLOTH_HD void add(int lane, const VertexRays& own) {
      rays[lane] = own;
      boxes[lane] = box_of(own);
      all = merge(all, boxes[lane]);
      asked |= 1u << lane;
    }
  };

  RAYCLOTH_HD bool is_still(int vertex) const {
    const VertexMotion& motion = vertex_motions[vertex];
    return motion.shift == 0 && motion.turn == 0 && xyz(scene.velocities[vertex]) == Vec3(0);
  }

  /// Whether a triangle of a pack that moved by `motion` at most may be, or may have been, on the rays.
  RAYCLOTH_HD bool may_cross(const Team& team, const Box& room, int pack, float motion, const VertexRays& rays) const {
    return pierced(room, segment_of(rays)) &&
           (motion > kHasty || distance_bound(team, probe_of(rays), scene.packs[pack]) <= motion + kOntoRay);
  }

  /// Whether something of `target` that moved may be, or have been, in a box. A solid counts as a whole: rays look far
  /// for the way out of it. Of others, visit(pack, room, motion) for each such pack tells whether to go on.
  template <class Visit>
  RAYCLOTH_HD bool any_moved(const Team& team, int target, const Box& box, const Visit& visit) const {
    const CollisionObject& object = scene.objects[target];
    const float most = object_motions[target];
    const Box wide = inflate(box, most + kBoxMargin);
    if (most == 0 || !overlaps(wide, scene.bounds[target])) return false;
    if (object.kind == ObjectKind::solid) return true;
    const auto motions = [&](const Box8& boxes) { return motions_below + 8 * (&boxes - scene.nodes); };
    const auto meets = [&](const Box8& boxes) {
      unsigned met = 0;
      for (unsigned near = overlaps(team, boxes, wide); near; near &= near - 1) {
        const int child = trailing_zeros(near);
        const float motion = motions(boxes)[child];
        const bool comes_near = motion > 0 && overlaps(inflate(boxes.get(child), motion + kBoxMargin), box);
        met |= static_cast<unsigned>(comes_near) << child;
      }
      return met;
    };
    bool goes_on = true;
    visit_nodes(scene.nodes, object.packs, meets, [&](const Box8& boxes, int first_pack) {
      for (unsigned met = meets(boxes); met && goes_on; met &= met - 1) {
        const int child = trailing_zeros(met);
        const float motion = motions(boxes)[child];
        goes_on = visit(first_pack + child, inflate(boxes.get(child), motion + kBoxMargin), motion);
      }
      return goes_on;
    });
    return !goes_on;
  }

  /// Whether anything that moved may be on the rays of a group of which nobody moves.
  RAYCLOTH_HD bool is_disturbed(const Team& team, int group) const {
    bool any = false;
    for (int target = 0; !any && target < scene.objects_count; ++target)
      any = any_moved(team, target, reaches[group], [](int, const Box&, float) { return false; });
    return any;
  }

  /// Asks no more those on whose rays something of `target` may have moved, also where it is too far off by now.
  RAYCLOTH_HD void drop_disturbed(const Team& team, int target, Still& still) const {
    const auto drop = [&](int pack, const Box& room, float motion) {
      if (++still.packs > kMostPacks) still.asked = 0;
      for (int lane = 0; lane < kGroup; ++lane) {
        const bool near = still.asked >> lane & 1 && overlaps(room, still.boxes[lane]);
        if (near && may_cross(team, room, pack, motion, still.rays[lane])) still.asked &= ~(1u << lane);
      }
      return still.asked != 0;
    };
    if (any_moved(team, target, still.all, drop)) still.asked = 0;
  }

  RAYCLOTH_HD void operator()(const Team& team, int group) const {
    const Int2 vertices = scene.groups[group];
    const int own = scene.vertex_object[vertices.x];
    const bool as_a_whole = scene.is_solid(vertices.x) && object_motions[own] != 0;  // ways out of it may differ
    const bool may_repeat = calm && !scene.tangled->any && !as_a_whole;
    unsigned resting = 0, asked = 0;
    bool all_rest = may_repeat;
    for (int v = vertices.x; may_repeat && v < vertices.y; ++v) {
      const bool rests = v != inspected && is_still(v);
      all_rest = all_rest && rests;
      resting |= static_cast<unsigned>(rests) << (v - vertices.x);
      asked |= static_cast<unsigned>(rests && calm[v].waits == 0) << (v - vertices.x);
    }
    if (asked && !(all_rest && !is_disturbed(team, group))) asked = undisturbed(team, vertices.x, asked);
    for (int v = vertices.x; team.leads() && v < vertices.y; ++v) {
      const unsigned bit = 1u << (v - vertices.x);
      changes[v] = !(resting & bit)  ? Change::itself
                   : !(asked & bit)  ? Change::around
                   : calm[v].settled ? Change::none
                                     : Change::unsettled;
    }
  }

  /// Of the vertices from `first` on whose bits are set, those on whose rays nothing may have moved.
  RAYCLOTH_HD unsigned undisturbed(const Team& team, int first, unsigned asked) const {
    Still still;
    for (int lane = 0; lane < kGroup; ++lane)
      if (asked >> lane & 1) still.add(lane, longest_rays(scene, reach, first + lane));
    for (int target = 0; still.asked && target < scene.objects_count; ++target) drop_disturbed(team, target, still);
    return still.asked;
  }
};

/// Whether a vertex has the contacts that it had in the last detection, on the same sides.
struct SameSides {
  ContactList contacts;
  const int* sides;
  PreviousSides previous;

  RAYCLOTH_HD bool operator()(int vertex) const {
    int k = contacts.offsets[vertex];
    const int end = contacts.offsets[vertex + 1];
    bool same = end <= contacts.capacity;
    previous.contacts(vertex, [&](int before) {
      same =
          same && k < end && contacts.triangles[k] == previous.triangles[before] && sides[k] == previous.sides[before];
      ++k;
      return same;
    });
    return same && k == end;
  }
};

RAYCLOTH_HD Calm disturbed(Calm calm) {
  if (calm.waits > 0) return {0, static_cast<unsigned char>(calm.waits - 1), calm.last_wait};
  const int twice = 2 * calm.last_wait, wait = twice < kFirstWait ? kFirstWait : twice < kMostWait ? twice : kMostWait;
  return {0, static_cast<unsigned char>(wait), static_cast<unsigned char>(wait)};
}

}  // namespace

void find_changes(Queue& queue, RayStage& rays, const CollisionOptions& options, int inspected) {
  constexpr long long kVertex = 3 * bytes<Vec4> + bytes<VertexMotion, Change> + 1;
  parallel_for_teams(queue, "find_changes", rays.scene.groups_count, bytes<Int2> + kGroup * kVertex + 8 * bytes<Box8>,
                     FindChanges{.scene = rays.scene,
                                 .reach = reach_options(options),
                                 .motions_below = rays.repeats.motions_below.data(),
                                 .vertex_motions = rays.previous.vertex_motions.data(),
                                 .object_motions = rays.previous.object_motions.data(),
                                 .calm = may_repeat(options) ? rays.repeats.calm.data() : nullptr,
                                 .reaches = rays.group_reaches.data(),
                                 .inspected = inspected,
                                 .changes = rays.repeats.changes.data()});
}

void settle(Queue& queue, RayStage& rays, const CollisionOptions& options) {
  if (!may_repeat(options)) return;
  const SameSides same{rays.contacts.list(),
                       rays.sides.data(),
                       {rays.contacts.previous(), rays.previous_triangles.data(), rays.previous_sides.data()}};
  const Change* changes = rays.repeats.changes.data();
  Calm* calm = rays.repeats.calm.data();
  parallel_for(queue, "settle", rays.scene.vertices_count, bytes<Change> + 2 * bytes<Calm>, [=] RAYCLOTH_KERNEL(int v) {
    switch (changes[v]) {
      case Change::itself:
        calm[v] = {};
        break;
      case Change::around:
        calm[v] = disturbed(calm[v]);
        break;
      case Change::unsettled:
        calm[v] = {same(v), 0, calm[v].last_wait};
        break;
      case Change::none:
        calm[v].last_wait = 0;
        break;
    }
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
