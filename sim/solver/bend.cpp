// Bending: isometric energy of the quads (Bergou et al. 2006, "A Quadratic Bending Model for Inextensible Surfaces",
// eq. 5), E = (3 B / 2 A) |r|^2 with r = sum_i K_i x_i, as the constraint C = |r| - |r at rest|. No angle, no arc
// cosine; for cloth that is flat at rest C is the length of a vector that is linear in the positions.
//
//        c
//       / \      a-b: the shared edge, c and d opposite; K are cotangents of the rest shape
//      a---b
//       \ /
//        d
//
// Fabric is 2 e thick, so no crease can be sharper than that c and d come within 2 e of each other (the sum of theirs
// where e varies); rays and edges see nothing of this where the two triangles share an edge. Where the mesh is as fine
// as the fabric is thick, as near as contacts within one cloth let them come.
#include "collision/contacts/contacts.h"
#include "device/parallel.h"
#include "sim/solver/step.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

void prepare_bend(Queue& queue, World& world, float h) {
  const float* areas = world.state.quad_areas.data();
  const float* openings = world.state.quad_openings.data();
  const int* objects = world.state.quad_objects.data();
  const Int4* quads = world.state.quads.data();
  const float* factors = world.state.thickness_factors.data();
  const Material* materials = world.state.materials.data();
  float* softness = world.state.quad_softness.data();
  float* damping = world.state.quad_damping.data();
  float* least = world.state.quad_least_openings.data();
  parallel_for(queue, "prepare_bend", static_cast<int>(world.state.quads.size()), bytes<int> + 5 * bytes<float>,
               [=] RAYCLOTH_KERNEL(int q) {
                 const Material& material = materials[objects[q]];
                 const float compliance =
                     areas[q] / (3.0f * material.bend_stiffness);  // infinite for cloth that does not resist
                 softness[q] = compliance / (h * h);
                 damping[q] = material.bend_damping / h;
                 const float thick = material.half_thickness * (factors[quads[q].z] + factors[quads[q].w]);
                 least[q] = fminf(thick, kOwnRest * openings[q]);
               });
}

struct BendQuads {
  Vec4* x;
  const Vec4* previous;
  const Int4* quads;
  const Vec4* weights;
  const float *rest, *softness, *damping, *least_openings;

  /// Opens a crease whose ends c and d are nearer than the fabric is thick.
  template <class Real>
  RAYCLOTH_HD static void open(Vector3<Real>& c, Vector3<Real>& d, Real c_w, Real d_w, Real least) {
    const Vector3<Real> across = c - d;
    const Real apart = square_root(dot(across, across));
    const auto sharp = both(both(apart < least, apart != Real(0)), c_w + d_w != Real(0));
    if (!any(sharp)) return;
    const Vector3<Real> push = across * ((least - apart) / (apart * (c_w + d_w)));
    c = select(sharp, c + push * c_w, c);
    d = select(sharp, d - push * d_w, d);
  }

  template <class Real>
  RAYCLOTH_HD void operator()(Lanes<Real> at) const {
    const auto ia = indices(quads, 0, at), ib = indices(quads, 1, at), ic = indices(quads, 2, at),
               id = indices(quads, 3, at);
    const Vector4<Real> k = load(weights, at);
    const Vector4<Real> a = gather(x, ia), b = gather(x, ib), c = gather(x, ic), d = gather(x, id);
    const Vector3<Real> r = xyz(a) * k.x + xyz(b) * k.y + xyz(c) * k.z + xyz(d) * k.w;
    const Real length = square_root(dot(r, r));
    const Real mobility = a.w * k.x * k.x + b.w * k.y * k.y + c.w * k.z * k.z + d.w * k.w * k.w;
    const auto acts = both(length != Real(0), mobility != Real(0));
    if (!any(acts)) return;
    const Vector3<Real> n = r / length;
    const Vector3<Real> r_before = xyz(gather(previous, ia)) * k.x + xyz(gather(previous, ib)) * k.y +
                                   xyz(gather(previous, ic)) * k.z + xyz(gather(previous, id)) * k.w;
    const Real gamma = load(damping, at);
    const Real lambda =
        -(length - load(rest, at) + gamma * dot(n, r - r_before)) / ((Real(1) + gamma) * mobility + load(softness, at));
    const Vector3<Real> push = n * lambda;
    scatter(x, ia, with_w(select(acts, xyz(a) + push * (a.w * k.x), xyz(a)), a.w));
    scatter(x, ib, with_w(select(acts, xyz(b) + push * (b.w * k.y), xyz(b)), b.w));
    Vector3<Real> end_c = select(acts, xyz(c) + push * (c.w * k.z), xyz(c));
    Vector3<Real> end_d = select(acts, xyz(d) + push * (d.w * k.w), xyz(d));
    open(end_c, end_d, c.w, d.w, load(least_openings, at));
    scatter(x, ic, with_w(end_c, c.w));
    scatter(x, id, with_w(end_d, d.w));
  }
};

/// Quads of one colour share no vertex: each writes its own four.
void bend(Queue& queue, World& world) {
  State& state = world.state;
  for (const Range& color : world.model.quad_colors) {
    const int q = color.begin;
    parallel_for_lanes(
        queue, "bend", color.size(), 14 * bytes<Vec4> + 4 * bytes<float>,
        BendQuads{state.positions.data(), state.previous.data(), state.quads.data() + q, state.quad_weights.data() + q,
                  state.quad_rest.data() + q, state.quad_softness.data() + q, state.quad_damping.data() + q,
                  state.quad_least_openings.data() + q});
  }
}

}  // namespace raycloth::RAYCLOTH_DEVICE
