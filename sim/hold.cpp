// What holds the cloth: attachments to other objects and the mouse's grabs. Few, and they may share vertices, so one
// index does them all, in order.
#include "device/parallel.h"
#include "sim/step.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Moves the point sum_i w_i x_i by what XPBD asks to bring it to `target`; at most `force_limit` newton pull on it.
RAYCLOTH_HD static void pull_point(Vec4* x, Int3 vertices, Vec3 weights, Vec3 target, float compliance,
                                   float force_limit, float h) {
  Vec4 &a = x[vertices.x], &b = x[vertices.y], &c = x[vertices.z];
  const Vec3 gap = target - (xyz(a) * weights.x + xyz(b) * weights.y + xyz(c) * weights.z);
  const float distance = sqrtf(glm::dot(gap, gap));
  const float mobility = a.w * weights.x * weights.x + b.w * weights.y * weights.y + c.w * weights.z * weights.z;
  if (distance == 0 || mobility == 0) return;
  const float lambda = fminf(distance / (mobility + compliance / (h * h)), force_limit * h * h);
  const Vec3 push = gap * (lambda / distance);
  a = Vec4(xyz(a) + push * (a.w * weights.x), a.w);
  b = Vec4(xyz(b) + push * (b.w * weights.y), b.w);
  c = Vec4(xyz(c) + push * (c.w * weights.z), c.w);
}

/// A vertex and a point of a triangle that may itself move.
RAYCLOTH_HD static void attach(Vec4* x, const Attachment& attachment, float h) {
  Vec4& v = x[attachment.vertex];
  const Int3 t = attachment.triangle;
  const Vec3 w = attachment.barycentric;
  const Vec3 gap = xyz(x[t.x]) * w.x + xyz(x[t.y]) * w.y + xyz(x[t.z]) * w.z - xyz(v);
  const float mobility = v.w + x[t.x].w * w.x * w.x + x[t.y].w * w.y * w.y + x[t.z].w * w.z * w.z;
  if (mobility == 0) return;
  const Vec3 push = gap / (mobility + attachment.compliance / (h * h));
  v = Vec4(xyz(v) + push * v.w, v.w);
  for (int k = 0; k < 3; ++k) {
    Vec4& corner = x[t[k]];
    corner = Vec4(xyz(corner) - push * (corner.w * w[k]), corner.w);
  }
}

void hold(Queue& queue, World& world, float h, float progress) {
  Vec4* x = world.state.positions.data();
  const Attachment* attachments = world.state.attachments.data();
  const int count = static_cast<int>(world.state.attachments.size());
  const StepInputs* inputs = world.state.inputs.data();
  parallel_for(queue, "hold", 1, RAYCLOTH_KERNEL(int) {
    for (int i = 0; i < count; ++i) attach(x, attachments[i], h);
    for (const Grab& grab : inputs->grabs) {
      if (!grab.active) continue;
      const Vec3 target = grab.from + (grab.target - grab.from) * progress;
      pull_point(x, grab.vertices, grab.barycentric, target, grab.compliance, grab.force_limit, h);
    }
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
