// Fabric is 2 e thick, so no crease can be sharper than that the two vertices across its edge come within 2 e of each
// other (the sum of theirs where e varies); rays and edges see nothing of this where the two triangles share an edge.
// Where the mesh is as fine as the fabric is thick, as near as contacts within one cloth let them come.
#include "collision/contacts/contacts.h"
#include "device/loops.h"
#include "sim/solver/pair.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

void prepare_creases(Queue& queue, World& world) {
  CreaseArrays& creases = world.state.creases;
  const float* openings = creases.openings.data();
  const int* objects = creases.objects.data();
  const Int2* pairs = creases.pairs.data();
  const float* factors = world.state.thickness_factors.data();
  const Material* materials = world.state.materials.data();
  float* least = creases.least.data();
  parallel_for(queue, "prepare_creases", static_cast<int>(creases.pairs.size()), bytes<Int2, int> + 5 * bytes<float>,
               [=] RAYCLOTH_KERNEL(int i) {
                 const float thick = materials[objects[i]].half_thickness * (factors[pairs[i].x] + factors[pairs[i].y]);
                 least[i] = fminf(thick, kOwnRest * openings[i]);
               });
}

namespace {

struct OpenCreases {
  Vec4* x;
  const Int2* pairs;
  const float* least;

  template <class Real>
  RAYCLOTH_HD auto constants(Lanes<Real> at) const {
    return bound_of(pairs, least, at);
  }
  template <class Real, class Index>
  RAYCLOTH_HD void operator()(Lanes<Real>, const Bound<Real, Index>& bound) const {
    const auto pair = pair_of(x, bound);
    const auto sharp = both(both(pair.length < bound.length, pair.length != Real(0)), pair.a.w + pair.b.w != Real(0));
    if (any(sharp)) pair.shorten(x, pair.length - bound.length, Real(0), sharp);
  }
  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    (*this)(at, constants(at));
  }
};

}  // namespace

void open_creases(Queue& queue, World& world) {
  CreaseArrays& creases = world.state.creases;
  run_colors(queue, "open_creases", creases.colors, bytes<Int2, float> + 2 * bytes<Vec4>,
             WhereBusy{OpenCreases{world.state.positions.data(), creases.pairs.data(), creases.least.data()},
                       busy(world, creases.busy)});
}

}  // namespace raycloth::RAYCLOTH_DEVICE
