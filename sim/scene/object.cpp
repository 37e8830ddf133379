#include "sim/scene/object.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <sstream>

#include "device/error.h"
#include "sim/mesh/fit.h"

namespace raycloth {
namespace {

float longest_side(const Vec3& size) { return std::max({size.x, size.y, size.z}); }

/// The rotation that brings axis `up` of the file to y.
glm::dmat4 turn_up(char up) {
  if (up == 'x') return glm::dmat4(0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  if (up == 'z') return glm::dmat4(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1);
  return glm::dmat4(1);
}

glm::dvec3 fitted_scale(const Mesh& mesh, float fit, const std::string& where) {
  const Bounds box = bounds(mesh);
  const glm::dvec3 size = glm::dvec3(box.max) - glm::dvec3(box.min);
  const double longest = std::max({size.x, size.y, size.z});
  check(longest > 0, where + ": found a mesh without extent, expected one that can be fitted to a size");
  return glm::dvec3(fit / longest);
}

std::string point_text(const Vec3& p) {
  std::ostringstream text;
  text << "(" << p.x << ", " << p.y << ", " << p.z << ")";
  return text.str();
}

/// Fabric is meshed evenly; what was made for drawing or for machines may not be.
void warn_of_slivers(const SceneObject& object, const std::string& who, std::vector<std::string>& warnings) {
  constexpr double kManySlivers = 0.04;
  const int count = slivers(object.mesh), all = static_cast<int>(object.mesh.triangles.size());
  if (count <= kManySlivers * all) return;
  warnings.push_back(
      who + ": " + std::to_string(count) + " of " + std::to_string(all) +
      " triangles are 20 times as long as high, or more: as cloth they stretch and take long; an even mesh "
      "of it would not");
}

std::string no_solid(const MeshReport& report) {
  return report.oriented ? "encloses no volume" : "not a closed, oriented surface at " + report.where;
}

}  // namespace

/// In doubles, so that files in millimetres or light years keep their digits.
glm::dmat4 matrix_of(const Placement& placement, const Mesh& mesh, const std::string& where) {
  const glm::dvec3 scale = placement.fit ? fitted_scale(mesh, *placement.fit, where) : glm::dvec3(placement.scale);
  glm::dmat4 m = glm::translate(glm::dmat4(1), glm::dvec3(placement.translation));
  for (auto r = placement.rotations.rbegin(); r != placement.rotations.rend(); ++r)
    m = glm::rotate(m, glm::radians(static_cast<double>(r->degrees)), glm::dvec3(r->axis));
  return glm::scale(m, scale) * turn_up(placement.up);
}

void place(std::vector<Vec3>& positions, const glm::dmat4& placement, const std::string& where) {
  for (Vec3& p : positions) {
    const glm::dvec3 placed(placement * glm::dvec4(p, 1));
    const bool near = longest_side(glm::abs(placed)) <= kMaxDistance;  // false for NaN as well
    p = Vec3(placed);
    check(near, where + ": found a vertex at " + point_text(p) + " m, expected all within 1000 m of the origin " +
                    "(set fit or scale)");
  }
}

void place(Mesh& mesh, const glm::dmat4& placement, const std::string& where) {
  place(mesh.positions, placement, where);
  if (glm::determinant(placement) < 0) flip(mesh);  // a mirror image turns triangles over
}

std::string fit_thickness(SceneObject& object, std::span<const Mesh* const> layers) {
  float& e = object.material.half_thickness;
  e = fitting_half_thickness(object.mesh, layers, e);
  std::ostringstream text;
  text.precision(3);
  text << "half_thickness=" << e << " for a median edge of " << 1000 * median_edge(object.mesh) << " mm";
  return text.str();
}

void settle_kind(SceneObject& object, std::vector<std::string>& warnings) {
  const std::string who = object.name + " (" + object.mesh.source + ")";
  if (object.kind == ObjectKind::solid) {
    const MeshReport report = inspect(object.mesh);
    if (report.outward) {
      object.material.half_thickness = 0;
    } else if (report.oriented && report.volume < 0) {
      object.material.half_thickness = 0;
      flip(object.mesh);
      warnings.push_back(who + ": faces inwards: turned over");
    } else {
      object.kind = ObjectKind::shell;
      warnings.push_back(who + ": " + no_solid(report) + ": used as a shell");
    }
  }
  if (object.kind == ObjectKind::solid) return;
  if (object.kind == ObjectKind::cloth) warn_of_slivers(object, who, warnings);
  if (const int turned = orient(object.mesh); turned > 0)
    warnings.push_back(who + ": " + std::to_string(turned) + " triangles turned over to face as their neighbours do");
}

}  // namespace raycloth
