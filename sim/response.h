// The response to contacts: inequality constraints C = normal . sum_i weights_i x_i - rest >= 0 with Coulomb friction,
// solved by averaged Jacobi passes in a fixed order, so that neither threads nor devices change the sums.
#pragma once

#include "collision/detection.h"
#include "device/buffer.h"
#include "sim/state.h"

namespace raycloth::RAYCLOTH_DEVICE {

struct World;

struct Response {
  Response(const State& state, const Detection& detection);

  Buffer<Vec4> corrections;      // per contact: displacement of a unit weight and inverse mass; w > 0: acting
  Buffer<Vec4> impulses;         // per contact: of this substep so far, in kg m: xyz friction, w along the normal
  Buffer<float> targets;         // per contact: value that C must reach in this substep (push-out limit)
  Buffer<Vec2> friction;         // per contact: static, kinetic
  // Which contacts move a vertex: entries [offsets[v], offsets[v + 1]) hold 4 * contact + corner, ascending.
  Buffer<int> incidence_offsets, incidence_fill, incidence;
};

/// Room for as many contacts as the detection has.
void reserve(Response& response, const Detection& detection);

/// After a detection: which contacts act on which vertex.
void connect_contacts(Queue& queue, World& world);

/// In every substep: contacts, the ground, friction.
void respond(Queue& queue, World& world, float h);

}  // namespace raycloth::RAYCLOTH_DEVICE
