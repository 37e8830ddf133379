// What holds the cloth: attachments to other objects and the mouse's grabs. Those are few, and they may share vertices,
// so one index finds the pulls of all grabs, in order; then every held vertex takes its share.
#include <algorithm>
#include <map>

#include "device/loops.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// A vertex of cloth or of a body; others stay, or go where they are led.
static bool may_move(const Model& model, int v) {
  const ModelObject& object = model.objects[model.vertex_object[v]];
  return object.kind == ObjectKind::cloth || is_body(object.motion);
}

/// Whether it has anything to move: the vertex, unless it is pinned or fastened, or what it is tied to.
static bool moves_anything(const Model& model, const Attachment& attachment) {
  return model.positions[attachment.vertex].w != 0 || may_move(model, attachment.triangle.x);
}

/// The turn of every tie: after those before it that it shares a vertex with.
static std::vector<int> find_turns(const Model& model, const std::vector<Attachment>& ties) {
  std::vector<int> turns, next(model.positions.size(), 0);
  for (const Attachment& tie : ties) {
    const Int3 t = tie.triangle;
    const int vertices[] = {tie.vertex, t.x, t.y, t.z};
    int turn = 0;
    for (const int v : vertices) turn = std::max(turn, next[v]);
    for (const int v : vertices)
      if (may_move(model, v)) next[v] = turn + 1;
    turns.push_back(turn);
  }
  return turns;
}

TieArrays::TieArrays(const Model& model) {
  std::vector<Attachment> ties;
  for (const Attachment& attachment : model.attachments)
    if (moves_anything(model, attachment)) ties.push_back(attachment);
  const std::vector<int> turn_of = find_turns(model, ties);
  std::vector<Attachment> in_turn;
  std::vector<Int2> ranges;
  while (in_turn.size() < ties.size()) {
    const int turn = static_cast<int>(ranges.size()), begin = static_cast<int>(in_turn.size());
    for (size_t i = 0; i < ties.size(); ++i)
      if (turn_of[i] == turn) in_turn.push_back(ties[i]);
    ranges.push_back({begin, static_cast<int>(in_turn.size())});
  }
  turns = PartedRanges(std::move(ranges), std::vector<int>(in_turn.size(), 0), 1);
  attachments = Buffer<Attachment>(in_turn);
}

/// What pulls the point of a grab to `target`, times h^2: as much as XPBD asks, at most its force limit. The pulls of
/// the grabs before it in the list have moved the point already, though no vertex yet.
RAYCLOTH_HD static Vec3 find_pull(const Vec4* x, const StepInputs& inputs, int index, const Vec4* pulls, float progress,
                                  float h) {
  const Grab& grab = inputs.grabs[index];
  if (!grab.active) return Vec3(0);
  const Vec3 target = grab.from + (grab.target - grab.from) * progress, w = grab.barycentric;
  Vec3 gap = target - (xyz(x[grab.vertices.x]) * w.x + xyz(x[grab.vertices.y]) * w.y + xyz(x[grab.vertices.z]) * w.z);
  for (int before = 0; before < index; ++before) gap -= xyz(pulls[before]) * grab.mobility[before];
  const float distance = sqrtf(glm::dot(gap, gap)), mobility = grab.mobility[index];
  if (distance == 0 || mobility == 0) return Vec3(0);
  const float lambda = fminf(distance / (mobility + grab.compliance / (h * h)), grab.force_limit * h * h);
  return gap * (lambda / distance);
}

/// Where what is attached should be.
RAYCLOTH_HD static Vec3 place_of(const Vec4* x, const Attachment& attachment) {
  const Vec3 a = xyz(x[attachment.triangle.x]), b = xyz(x[attachment.triangle.y]), c = xyz(x[attachment.triangle.z]);
  const Vec3 w = attachment.barycentric, on_it = a * w.x + b * w.y + c * w.z;
  return attachment.offset == Vec3(0) ? on_it : on_it + frame_of(a, b, c) * attachment.offset;
}

/// As move_kinematic: for constraints and contacts it is a place that nothing changes.
void fasten(Queue& queue, World& world, float h) {
  Vec4 *x = world.state.positions.data(), *previous = world.state.previous.data(), *v = world.state.velocities.data();
  const Attachment* fastenings = world.state.fastenings.data();
  parallel_for(queue, "fasten", static_cast<int>(world.state.fastenings.size()), bytes<Attachment> + 7 * bytes<Vec4>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const int vertex = fastenings[i].vertex;
                 const Vec3 from = xyz(x[vertex]), to = place_of(x, fastenings[i]);
                 previous[vertex] = Vec4(from, 0);
                 x[vertex] = Vec4(to, 0);
                 v[vertex] = Vec4((to - from) / h, 0);
               });
}

/// A vertex and a point of a triangle that may itself move.
RAYCLOTH_HD static void attach(Vec4* x, const Attachment& attachment, float h) {
  Vec4& v = x[attachment.vertex];
  const Int3 t = attachment.triangle;
  const Vec3 w = attachment.barycentric, gap = place_of(x, attachment) - xyz(v);
  const float mobility = v.w + x[t.x].w * w.x * w.x + x[t.y].w * w.y * w.y + x[t.z].w * w.z * w.z;
  if (mobility == 0) return;
  const Vec3 push = gap / (mobility + attachment.compliance / (h * h));
  v = Vec4(xyz(v) + push * v.w, v.w);
  for (int k = 0; k < 3; ++k) {
    Vec4& corner = x[t[k]];
    if (corner.w != 0) corner = Vec4(xyz(corner) - push * (corner.w * w[k]), corner.w);  // others share what stays
  }
}

namespace {

struct Tie {
  Vec4* x;
  const Attachment* attachments;
  float h;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    for (int i = at.first; i < at.first + static_cast<int>(sizeof(Real) / sizeof(float)); ++i)
      attach(x, attachments[i], h);
  }
};

}  // namespace

void hold(Queue& queue, World& world, float h, float progress) {
  Vec4* x = world.state.positions.data();
  const TieArrays& ties = world.state.ties;
  run_colors(queue, "tie", ties.turns, bytes<Attachment> + 8 * bytes<Vec4>, Tie{x, ties.attachments.data(), h});
  const int hands = world.pace.hands ? Simulation::kMaxGrabs : 0;
  if (hands == 0) return;
  const StepInputs* inputs = world.state.inputs.data();
  Vec4* pulls = world.state.pulls.data();
  parallel_for(queue, "hold", 1, hands * bytes<Grab, Vec4>, [=] RAYCLOTH_KERNEL(int) {
    for (int i = 0; i < hands; ++i) pulls[i] = Vec4(find_pull(x, *inputs, i, pulls, progress, h), 0);
  });
  parallel_for(queue, "pull", hands * kMaxGripVertices, bytes<int>, [=] RAYCLOTH_KERNEL(int i) {
    if (i >= inputs->held_count) return;
    const HeldVertex& held = inputs->held[i];
    Vec3 moved(0);
    for (int grab = 0; grab < Simulation::kMaxGrabs; ++grab) moved += xyz(pulls[grab]) * held.shares[grab];
    x[held.vertex] += Vec4(moved, 0);
  });
}

/// Every held vertex once, with its shares in all grabs.
void find_held_vertices(const Model& model, StepInputs& inputs) {
  std::map<int, HeldVertex> held;
  for (int i = 0; i < Simulation::kMaxGrabs; ++i) {
    const Grab& grab = inputs.grabs[i];
    if (!grab.active) continue;
    for (const GripVertex& vertex : grip_at(model, grab.triangle, grab.barycentric)) {
      HeldVertex& entry = held.try_emplace(vertex.vertex, HeldVertex{vertex.vertex, {}}).first->second;
      entry.shares[i] = vertex.share;
    }
  }
  inputs.held_count = 0;
  for (const auto& [vertex, entry] : held) inputs.held[inputs.held_count++] = entry;
  for (Grab& grab : inputs.grabs) {
    for (int other = 0; other < Simulation::kMaxGrabs; ++other) {
      grab.mobility[other] = 0;
      for (int corner = 0; corner < 3; ++corner) {
        const auto found = held.find(grab.vertices[corner]);
        if (found != held.end()) grab.mobility[other] += grab.barycentric[corner] * found->second.shares[other];
      }
    }
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
