// Tethers: no vertex is farther from a pin than the cloth reaches. Constraints between neighbours alone would need as
// many passes as there are edges between the two.
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// Lengthens the tethers by what the fabric gives under its own weight, per length of it: compliance * density *
/// gravity is its strain per metre that hangs below.
void prepare_tether(Queue& queue, World& world) {
  const int* vertices = world.state.tethered.data();
  const Vec4* lengths = world.state.tether_lengths.data();
  const int* objects = world.state.vertex_object.data();
  const Material* materials = world.state.materials.data();
  Vec4* reaches = world.state.tether_reaches.data();
  const float gravity = sqrtf(glm::dot(world.settings.gravity, world.settings.gravity));
  parallel_for(queue, "prepare_tether", static_cast<int>(world.state.tethered.size()),
               2 * bytes<Vec4> + bytes<int, float>, [=] RAYCLOTH_KERNEL(int i) {
                 const Material& material = materials[objects[vertices[i]]];
                 const float give =
                     fmaxf(material.warp_compliance, material.weft_compliance) * material.areal_density * gravity;
                 const Vec4 length = lengths[i];
                 // Without gravity nothing is given, and no pin stays infinitely far: 0 times infinity would be no
                 // number.
                 for (int k = 0; k < 4; ++k) reaches[i][k] = give > 0 ? length[k] * (1 + give * length[k]) : length[k];
               });
}

namespace {

struct ShortenTethers {
  Vec4* x;
  const int* vertices;
  const Int4* pins;
  const Vec4* reaches;

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const auto vertex = indices(vertices, at);
    const Vector4<Real> here = gather(x, vertex), reach = load(reaches, at);
    Vector3<Real> p = xyz(here);
    const Real longest[] = {reach.x, reach.y, reach.z, reach.w};
    for (int k = 0; k < 4; ++k) {
      if (!any(longest[k] < Real(kNoPin))) break;
      const Vector3<Real> pin = xyz(gather(x, indices(pins, k, at)));
      const Vector3<Real> away = p - pin;
      const Real distance = square_root(dot(away, away));
      p = select(distance > longest[k], pin + away * (longest[k] / distance), p);
    }
    scatter(x, vertex, with_w(p, here.w));
  }

  static constexpr float kNoPin = 1e30f;  // m: less than infinity
};

}  // namespace

void tether(Queue& queue, World& world) {
  State& state = world.state;
  parallel_for_lanes(queue, "tether", static_cast<int>(state.tethered.size()), bytes<int> + 8 * bytes<Vec4>,
                     ShortenTethers{state.positions.data(), state.tethered.data(), state.tether_pins.data(),
                                    state.tether_reaches.data()});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
