// What every object of a scene goes through once its mesh is read: placing it, and finding out whether it is
// the kind that it was said to be. Shared by scene files and lone meshes; knows neither.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/scene/scene.h"

namespace raycloth {

/// The placement as a matrix, for `mesh`. Throws InputError beginning with `where` when nothing can be fitted.
glm::dmat4 matrix_of(const Placement& placement, const Mesh& mesh, const std::string& where);

/// Throws InputError beginning with `where` when a position is not finite and within kMaxDistance of the origin.
void place(std::vector<Vec3>& positions, const glm::dmat4& placement, const std::string& where);
void place(Mesh& mesh, const glm::dmat4& placement, const std::string& where);
inline constexpr float kMaxDistance = 1000;  // m; floats resolve 0.06 mm there

/// A half thickness that fits the mesh among `layers`, at most the present one; returns the choice in words.
std::string fit_thickness(SceneObject& object, std::span<const Mesh* const> layers);

/// Holds an object's kind against its mesh: a solid that is no closed, oriented surface becomes a shell, one
/// that faces inwards is turned over, each with a warning.
void settle_kind(SceneObject& object, std::vector<std::string>& warnings);

}  // namespace raycloth
