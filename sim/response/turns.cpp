// How cloth turns that sticks to what turns, layer by layer from the solids outward, for the friction of what lies on
// it (response.cpp): known is what solids do, and of each of the other vertices what those do that press it, when they
// are known before it is. Found anew at every detection from the impulses that rows carry on, so that nothing of it is
// kept.
#include <utility>

#include "sim/response/response.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// How many layers are told.
constexpr int kLayers = 4;
static_assert(kLayers % 2 == 0);  // the last of them is told in the first buffer
/// A row sticks that grips with less than this part of what it would if it slid.
constexpr float kSticks = 0.99f;

namespace {

struct PassTurnsOn {
  const int *offsets, *incidence;
  const Int4* vertices;
  const Vec4 *weights, *impulses;
  const Vec2* friction;
  const Vec4* from;
  Vec4* to;
  float known;  // least w of what is

  RAYCLOTH_HD void operator()(int v) const {
    const Vec4 own = from[v];
    if (own.w >= known) return static_cast<void>(to[v] = own);
    Vec3 sum(0);
    float all = 0;
    for (int i = offsets[v]; i < offsets[v + 1]; ++i) {
      const int row = incidence[i] / 4, corner = incidence[i] % 4;
      const Vec4 impulse = impulses[row];
      if (impulse.w <= 0) continue;
      const Vec4 other = other_side(row, corner);
      if (other.w == 0) continue;
      const Vec3 grip = xyz(impulse);
      const bool sticks = sqrtf(glm::dot(grip, grip)) < kSticks * friction[row].y * impulse.w;
      if (sticks) sum += xyz(other) * impulse.w;
      all += impulse.w;
    }
    to[v] = all > 0 ? Vec4(sum / all, 1) : Vec4(0);
  }

  /// The turn of the row's vertices that are not on this corner's side; w: 0 where it is not known.
  RAYCLOTH_HD Vec4 other_side(int row, int corner) const {
    const Vec4 w = weights[row];
    Vec3 sum(0);
    float all = 0;
    for (int k = 0; k < 4; ++k) {
      const Vec4 turn = from[vertices[row][k]];
      if (w[k] * w[corner] >= 0 || turn.w < known) continue;
      sum += xyz(turn) * fabsf(w[k]);
      all += fabsf(w[k]);
    }
    return all > 0 ? Vec4(sum / all, 1) : Vec4(0);
  }
};

}  // namespace

void pass_turns_on(Queue& queue, World& world) {
  Kinematics& kinematics = world.kinematics;
  if (kinematics.turns.size() == 0) return;
  const Response& r = world.response;
  Vec4 *from = kinematics.turns.data(), *to = kinematics.next_turns.data();
  for (int layer = 0; layer < kLayers; ++layer) {
    parallel_for(
        queue, "pass_turns_on", world.state.vertices_count,
        Moves(2 * bytes<Vec4, int>)
            .per(r.incidence_offsets.data() + world.state.vertices_count, bytes<int, Int4, Vec2> + 6 * bytes<Vec4>),
        PassTurnsOn{r.incidence_offsets.data(), r.incidence.data(), r.vertices.data(), r.weights.data(),
                    r.impulses.data(), r.friction.data(), from, to, layer == 0 ? kLeads : 1.0f});
    std::swap(from, to);
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
