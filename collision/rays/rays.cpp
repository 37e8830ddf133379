// The ray queue: which groups of vertices ask which objects (two passes, so that the queue is compact and in the order
// of the vertices), and the trace of its rays.
#include "collision/rays/coherence.h"
#include "collision/rays/ray_stage.h"
#include "collision/rays/reach.h"
#include "collision/rays/repeats.h"
#include "device/algorithms.h"
#include "device/atomic.h"
#include "device/parallel.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Position, normal, velocity and object of a vertex that casts rays.
constexpr long long kVertexBytes = 3 * bytes<Vec4> + bytes<int>;

/// Calls visit(target) for every object that the rays of a group may hit, in the order of the objects.
struct TargetsOfGroup {
  CollisionScene scene;
  ObjectPairs pairs;
  const Box* reaches;

  template <class Visit>
  RAYCLOTH_HD void operator()(int group, Visit visit) const {
    pairs(scene.vertex_object[scene.groups[group].x], [&](int target) {
      if (overlaps(reaches[group], scene.bounds[target])) visit(target);
    });
  }
};

void queue_rays(Queue& queue, RayStage& rays, const CollisionOptions& options) {
  const CollisionScene scene = rays.scene;
  const ReachOptions reach = reach_options(options);
  Box* reaches = rays.group_reaches.data();
  const TargetsOfGroup for_targets{scene, rays.broad_phase.pairs(), reaches};
  const Change* changes = rays.repeats.changes.data();
  int* offsets = rays.job_offsets.data();
  RayCounters* counters = rays.counters.data();
  parallel_for(queue, "count_rays", scene.groups_count,
               bytes<Int2, Box, int> + kGroup * kVertexBytes + scene.objects_count * bytes<int, Box>,
               [=] RAYCLOTH_KERNEL(int group) {
                 const Int2 vertices = scene.groups[group];
                 const int left_out = repeating(scene, changes, group);
                 const bool all_repeat = left_out == vertices.y - vertices.x;  // so rays reach as far as they did
                 if (!all_repeat) {
                   Box box = reach_box(scene, reach, vertices.x);
                   for (int v = vertices.x + 1; v < vertices.y; ++v) box = merge(box, reach_box(scene, reach, v));
                   reaches[group] = box;
                 }
                 int count = 0;
                 for_targets(group, [&](int) { ++count; });
                 offsets[group] = all_repeat ? 0 : count;
                 if (left_out > 0) atomic_add(&counters->skipped, 2ull * static_cast<unsigned>(left_out * count));
               });
  exclusive_scan(queue, offsets, offsets, scene.groups_count + 1);

  GroupJob* jobs = rays.jobs.data();
  const int capacity = static_cast<int>(rays.jobs.size());
  parallel_for(
      queue, "queue_rays", scene.groups_count,
      Moves(bytes<int, Box> + scene.objects_count * bytes<int, Box>).per(offsets + scene.groups_count, bytes<GroupJob>),
      [=] RAYCLOTH_KERNEL(int group) {
        int slot = offsets[group];
        if (slot == offsets[group + 1]) return;
        for_targets(group, [&](int target) {
          if (slot < capacity) jobs[slot] = {group, target};
          ++slot;
        });
      });
  note_most(queue, "note_jobs", offsets + scene.groups_count, &counters->most_jobs);
}

/// Of the outward and the inward ray of a vertex.
struct HitPair {
  RayHit of[2] = {{0, 0, 0, -1}, {0, 0, 0, -1}};
};

/// Traces the rays of a group of vertices against an object: where the last detection settles them by that, the others
/// together.
struct GroupTracer {
  CollisionScene scene;
  ReachOptions reach;
  RayTracer rigid, deformable;
  PreviousRaysView past;
  const Change* changes;
  unsigned* new_bounded;
  RayBound* new_bounds;
  RayHit* hits;

  RAYCLOTH_HD void operator()(const Team& team, int i, const GroupJob& job, TraceCounts& counts) const {
    const CollisionObject& target = scene.objects[job.target];
    const RayTracer tracer = target.deforms ? deformable : rigid;
    const bool looks_back = tracer == RayTracer::automatic || tracer == RayTracer::iterative;
    const int last = looks_back ? past.find(job) : -1;
    const Int2 vertices = scene.groups[job.group];
    VertexRays traced_rays[kGroup];
    Tracer tracers[kGroup];
    HitPair found[kGroup];
    int lanes[kGroup], traced = 0;
    unsigned bounded = 0;
    for (int lane = 0; lane < kGroup && lane < vertices.y - vertices.x; ++lane) {
      if (changes[vertices.x + lane] == Change::none) {
        if (keeps_bound(team, i, last, lane, job.target)) bounded |= 1u << lane;
        continue;
      }
      VertexRays rays = cast_rays(scene, reach, vertices.x + lane, job.target);
      HitPair hit;
      bool done = !overlaps(box_of(rays), scene.bounds[job.target]);
      if (!done && last >= 0 && tracer == RayTracer::automatic) {
        RayBound bound = past.bound(last, lane);
        done = settled(team, rays, target, job.target, bound, hit, counts);
        if (done && team.leads()) new_bounds[kGroup * i + lane] = bound;
        if (done) bounded |= 1u << lane;
      } else if (!done && last >= 0) {
        done = walked(rays, past.triangles + hit_index(last, lane, Ray::outward), hit, counts);
      }
      if (done) {
        store(team, i, lane, hit);
      } else {
        traced_rays[traced] = rays;
        found[traced] = hit;
        lanes[traced++] = lane;
      }
    }
    if (team.leads()) new_bounded[i] = bounded;
    if (traced == 0) return;
    counts.rays += 2 * traced;
    trace(team, scene, tracer, traced_rays, tracers, traced, target, counts);
    for (int k = 0; k < kGroup && k < traced; ++k) {
      take_over(tracers[k], found[k]);
      store(team, i, lanes[k], found[k]);
    }
  }

  /// Whether a vertex that repeats still has a bound, for when it is asked again.
  RAYCLOTH_HD bool keeps_bound(const Team& team, int job, int last, int lane, int target) const {
    if (last < 0) return false;
    RayBound bound = past.bound(last, lane);
    bound.clearance -= past.object_motions[target];
    if (team.leads()) new_bounds[kGroup * job + lane] = bound;
    return bound.clearance > 0;
  }

  RAYCLOTH_HD void store(const Team& team, int job, int lane, const HitPair& hit) const {
    for (const Ray ray : {Ray::outward, Ray::inward}) {
      if (team.leads()) hits[hit_index(job, lane, ray)] = hit.of[static_cast<int>(ray)];
    }
  }

  /// Hits that a walk has found stay.
  RAYCLOTH_HD static void take_over(const Tracer& tracer, HitPair& found) {
    for (int r = 0; r < 2; ++r) {
      if (found.of[r].triangle < 0) found.of[r] = tracer.nearest[r];
    }
  }

  /// Settles rays by the bound of the last detection, or by a survey where it has run out and the motion is slow;
  /// then `bound` is that of this rays.
  RAYCLOTH_HD bool settled(const Team& team, const VertexRays& rays, const CollisionObject& target, int target_index,
                           RayBound& bound, HitPair& found, TraceCounts& counts) const {
    const float motion = past.motion(rays, target_index);
    const bool holds = still_holds(bound, rays, motion);
    if (holds && bound.packs[0] == kNoPack) {
      counts.skipped += 2;
      return true;
    }
    if (!holds && !(motion <= kSlow && is_listable(target))) return false;
    Tracer tracer = tracer_of(rays);
    if (holds) {
      test_listed(team, scene, bound, target, tracer, counts);
    } else {
      bound = survey(team, scene, rays, motion, target, tracer, counts);
    }
    counts.rays += 2;
    take_over(tracer, found);
    return true;
  }

  /// Walks for each ray from its last hit, and takes those that find one out of `rays`; true where none is left.
  RAYCLOTH_HD bool walked(VertexRays& rays, const int* last, HitPair& found, TraceCounts& counts) const {
    const Line line = line_through(rays.origin, rays.direction);
    for (int r = 0; r < 2; ++r) {
      float& length = r == 0 ? rays.outward : rays.inward;
      LineHit hit;
      const int triangle = last[r] < 0 ? -1 : walk(scene, rays, line, last[r], hit, counts);
      if (triangle < 0 || (hit.t >= 0) != (r == 0) || !(fabsf(hit.t) < length)) continue;
      found.of[r] = {fabsf(hit.t), hit.u, hit.v, triangle};
      length = 0;
    }
    if (found.of[0].triangle < 0 || found.of[1].triangle < 0) return false;
    counts.rays += 2;
    return true;
  }
};

void trace_rays(Queue& queue, RayStage& rays, const CollisionOptions& options) {
  const GroupTracer trace_group{.scene = rays.scene,
                                .reach = reach_options(options),
                                .rigid = usable(options.rigid_tracer, options),
                                .deformable = usable(options.deformable_tracer, options),
                                .past = view_of(rays),
                                .changes = rays.repeats.changes.data(),
                                .new_bounded = rays.previous.new_bounded.data(),
                                .new_bounds = rays.previous.new_bounds.data(),
                                .hits = rays.hits.data()};
  const GroupJob* jobs = rays.jobs.data();
  RayCounters* counters = rays.counters.data();
  const bool count_work = options.count_work;
  parallel_for_teams(
      queue, "trace_rays", job_count(rays),
      Moves(2 * bytes<GroupJob> + kGroup * (kVertexBytes + 2 * bytes<RayBound, RayHit> + bytes<VertexMotion>))
          .per_in_step(&counters->nodes, bytes<Box8>)
          .per_in_step(&counters->triangle_tests, bytes<TrianglePack> / 8),
      [=] RAYCLOTH_KERNEL(const Team& team, int i) {
        TraceCounts counts;
        trace_group(team, i, jobs[i], counts);
        if (!team.leads()) return;
        atomic_add(&counters->cast, static_cast<unsigned long long>(counts.rays));
        if (counts.skipped) atomic_add(&counters->skipped, static_cast<unsigned long long>(counts.skipped));
        if (count_work) {
          atomic_add(&counters->nodes, static_cast<unsigned long long>(counts.nodes));
          atomic_add(&counters->triangle_tests, static_cast<unsigned long long>(counts.triangles));
        }
      });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
