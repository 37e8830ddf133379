// Cloth that is cut while a scene runs: the same model with other cuts, and what of the one is where in the other.
#pragma once

#include <map>
#include <span>

#include "sim/model/model.h"

namespace raycloth {

/// The model with these cuts of an object, and no others of it, built of Model::scene with `materials` (per object) and
/// the pins that `model` has. What is pinned or attached stays so on both sides of a cut. Throws InputError for cuts
/// that do not lie on the object, and where it is no cloth.
Model with_cuts(const Model& model, int object, const std::vector<Cut>& cuts, std::span<const Material> materials);

/// Likewise, with the materials of the scene.
Model with_cuts(const Model& model, int object, const std::vector<Cut>& cuts);

/// How far apart sides are that would be joined if an object had these cuts in place of its own (m), in the vertices'
/// present `positions`.
float parted(const Model& model, int object, const std::vector<Cut>& cuts, std::span<const Vec4> positions);

/// How far apart they may be (m): cloth that is drawn together from farther tears at everything that it hangs on.
float most_parted(const Model& model, int object);

/// Where an object's vertices are, `positions` being the model's, in the order of its mesh: what a stroke cuts.
std::vector<Vec3> present_mesh(const Model& model, int object, std::span<const Vec4> positions);

/// Whether two scenes, either of them nullptr, have the same cuts: their models have the same vertices.
bool cut_alike(const Scene* a, const Scene* b);

/// What belongs to the vertices of `from`, for those of `to`, which has other cuts of one object: values of vertices
/// that both have stay, new ones are interpolated.
std::vector<Vec4> carried_over(const Model& from, const Model& to, std::span<const Vec4> values);

/// Which vertex of `to` a vertex of `from` is, of those that both have.
std::map<int, int> vertices_of_both(const Model& from, const Model& to);

/// The same point of the surface as it begins.
SurfacePoint carried_over(const Model& from, const Model& to, const SurfacePoint& point);

}  // namespace raycloth
