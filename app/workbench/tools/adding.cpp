#include "app/workbench/tools/adding.h"

#include <algorithm>

#include "device/error.h"
#include "sim/mesh/sequence.h"
#include "sim/scene/object.h"

namespace raycloth {
namespace {

constexpr float kSmallest = 0.2f, kLargest = 3.0f;  // m: a mesh whose longest side lies between is in metres
constexpr float kFitted = 1.0f;                     // m: and what the others are fitted to
constexpr float kGap = 0.1f;                        // m, from what is there

Bounds bounds_of(const Scene& scene) {
  if (scene.objects.empty()) return {Vec3(0), Vec3(0)};
  Bounds all = bounds(scene.objects.front().mesh);
  for (const SceneObject& object : scene.objects) {
    const Bounds one = bounds(object.mesh);
    all = {glm::min(all.min, one.min), glm::max(all.max, one.max)};
  }
  return all;
}

float fitting_size(const Mesh& mesh) {
  const Vec3 size = bounds(mesh).size();
  const float longest = std::max({size.x, size.y, size.z});
  return longest >= kSmallest && longest <= kLargest ? longest : kFitted;
}

/// Above the middle of all that is there, or beside it at its foot.
Vec3 proposed_center(const Bounds& box, const Bounds& scene, const std::optional<Ground>& ground, bool above) {
  const Vec3 half = 0.5f * box.size(), middle = scene.center();
  const float foot = ground ? ground->height : scene.min.y;
  if (above) return {middle.x, scene.max.y + kGap + half.y, middle.z};
  return {scene.max.x + kGap + half.x, foot + half.y, middle.z};
}

}  // namespace

Adding::Adding(const std::filesystem::path& file, const Scene& scene) {
  mesh = load_mesh(file, warnings);
  object.mesh = file;
  object.name = free_name(scene, file.stem().string());
  proposed.fit = fitting_size(mesh);
  place(mesh, matrix_of(proposed, mesh, file.string()), file.string());
  const MeshReport report = inspect(mesh);
  closed_ = report.closed && report.oriented;
  find_animations();
  become(!animations.empty() ? kAsMoving : closed_ ? kAsSolid : kAsShell, scene);
}

/// Without one that can be followed it is still a mesh.
void Adding::find_animations() {
  try {
    animations = animations_of(object.mesh);
  } catch (const InputError& error) {
    warnings.emplace_back(error.what());
  }
  if (animations.size() > 1) object.animation = animations.front();
}

Adding::Adding(const NewSheet& sheet, const Scene& scene) {
  object.sheet = sheet;
  object.name = free_name(scene, "sheet");
  mesh = make_sheet(sheet.size, sheet.cells);
  become(kAsCloth, scene);
}

void Adding::resize(const NewSheet& sheet) {
  object.sheet = sheet;
  mesh = make_sheet(sheet.size, sheet.cells);
  place(mesh, matrix_of(proposed, mesh, "the sheet"), "the sheet");
}

void Adding::become(const Becoming& what, const Scene& scene) {
  this->what = &what;
  const bool moves = what.motion == MotionKind::kinematic;
  object.kind = moves && !closed_ ? ObjectKind::shell : what.kind;
  object.motion = what.motion;
  const Bounds box = bounds(mesh);
  const bool falls = what.kind == ObjectKind::cloth || is_body(what.motion);
  const Vec3 by = proposed_center(box, bounds_of(scene), scene.ground, falls) - box.center();
  for (Vec3& p : mesh.positions) p += by;
  proposed = moved(proposed, by);
  object.placement = proposed;
}

}  // namespace raycloth
