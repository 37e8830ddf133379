#include "sim/mesh/mesh.h"

#include <limits>
#include <utility>

namespace raycloth {

Bounds bounds(const Mesh& mesh) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Bounds box{Vec3(kInfinity), Vec3(-kInfinity)};
  for (const Vec3& p : mesh.positions) {
    box.min = glm::min(box.min, p);
    box.max = glm::max(box.max, p);
  }
  return box;
}

void flip(Mesh& mesh) {
  for (Int3& t : mesh.triangles) std::swap(t.y, t.z);
}

Mesh make_sheet(Vec2 size, Int2 cells) {
  Mesh sheet;
  sheet.source = "sheet";
  const int row = cells.x + 1;
  for (int j = 0; j <= cells.y; ++j)
    for (int i = 0; i <= cells.x; ++i) {
      const Vec2 uv{size.x * (static_cast<float>(i) / cells.x - 0.5f),
                    size.y * (static_cast<float>(j) / cells.y - 0.5f)};
      sheet.positions.push_back({uv.x, 0, uv.y});
      sheet.uvs.push_back(uv);
    }
  for (int j = 0; j < cells.y; ++j)
    for (int i = 0; i < cells.x; ++i) {
      const int a = j * row + i, b = a + 1, c = a + row, d = c + 1;  // c d
      if ((i + j) % 2 == 0) {                                        // a b, z grows upwards, so +y looks at us
        sheet.triangles.push_back({a, d, b});
        sheet.triangles.push_back({a, c, d});
      } else {
        sheet.triangles.push_back({a, c, b});
        sheet.triangles.push_back({b, c, d});
      }
    }
  return sheet;
}

}  // namespace raycloth
