#include "app/view/marks/ghost.h"

#include <algorithm>

namespace raycloth {
namespace {

constexpr size_t kMostTriangles = 4000;  // a picture of more lines tells no more

}  // namespace

void add_ghost(const Mesh& mesh, const glm::dmat4& matrix, LineBatch& lines) {
  const auto at = [&](int v) { return Vec3(glm::dvec3(matrix * glm::dvec4(mesh.positions[v], 1))); };
  const size_t step = 1 + mesh.triangles.size() / kMostTriangles;
  for (size_t i = 0; i < mesh.triangles.size(); i += step) {
    const Int3 t = mesh.triangles[i];
    const Vec3 a = at(t.x), b = at(t.y), c = at(t.z);
    lines.line(a, b, kGhostColor);
    lines.line(b, c, kGhostColor);
    lines.line(c, a, kGhostColor);
  }
}

}  // namespace raycloth
