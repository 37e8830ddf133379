// Untangling: what crosses, because it began so, was pinched, or nobody watched it, comes apart again. At the start of
// a detection interval all contours are found (collision/untangle), and the vertices of their edges and triangles are
// moved along the way out, each pair by opposite impulses, so that momentum is kept, and given the speed to go on
// apart. Until the next look no contact holds such vertices to each other, nor remembers on which side they were.
#pragma once

#include "collision/handler.h"
#include "collision/untangle/tangles.h"
#include "device/buffer.h"
#include "device/queue.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct World;

/// What pairs ask of a vertex, in fixed point.
struct UntangleMove {
  unsigned long long sum[3];       // m
  unsigned long long velocity[3];  // m/s
  int pairs;                       // that have it
  Vec3 from;                       // m: where it was when the interval began,
  float speed;                     // and how fast, m/s
};

struct Untangler {
  Untangler(CollisionScene view, std::vector<CollisionObject> objects, Buffer<TangledVertices>& tangled);

  Tangles tangles;
  Buffer<UntangleMove> moves;
  Buffer<int> calmed;  // all vertices once anything has crossed in this step, else 0
};

std::vector<WorkCount> work(const Untangler& untangler);

// Between steps: whether anything may cross; and whether the next step has to look for that.
bool may_cross(const World& world);
bool wants_untangling(const World& world);

/// Between steps, on the queue: what crosses now, for whoever looks at it. No step sees it.
void look_at_tangles(Queue& queue, World& world);

/// At the start of detection interval `d` of the world's pace, on the queue; and once the step is over.
void untangle(Queue& queue, World& world, int d);
/// In each substep: what was moved does not go back, or what is bent would take it back before the next interval.
void hold_tangled(Queue& queue, World& world);
/// At the interval's end (s), if anything has crossed in this step: cloth that is much faster than twice its mean
/// velocity in the interval, which is what any steady push from rest leads to, goes on with that mean; and nothing gets
/// faster than 4 m/s. What is caught, and what lies on that, is pushed out in each substep and taken back: it hardly
/// moves, but would fly once it is free.
void calm_tangled(Queue& queue, World& world, float interval);
/// In such a step, in each substep (s): nothing goes farther than at that speed. What is pressed flat is as short as it
/// gets, and would be as long as it wants after one substep, through all that is near.
void slow_tangled(Queue& queue, World& world, float h);
void finish_untangling(Queue& queue, World& world);

}  // namespace raycloth::RAYCLOTH_DEVICE
