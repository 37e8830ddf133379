// Sheets for the tests of what cloth is made of: flat ones of any mesh, and what they become rolled up.
#pragma once

#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include "sim/model/model.h"

namespace raycloth::sheets {

/// make_sheet, its vertices moved in the plane by up to `part` of a cell (below a quarter, or triangles turn over),
/// those of a border along it, corners not at all, and its cells cut along diagonals at random.
inline Mesh jittered_sheet(Vec2 size, Int2 cells, float part, unsigned seed) {
  Mesh mesh = make_sheet(size, cells);
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> offset(-part, part);
  for (int j = 0; j <= cells.y; ++j)
    for (int i = 0; i <= cells.x; ++i) {
      const float x = offset(random) * size.x / static_cast<float>(cells.x);
      const float z = offset(random) * size.y / static_cast<float>(cells.y);
      Vec3& p = mesh.positions[j * (cells.x + 1) + i];
      if (i > 0 && i < cells.x) p.x += x;
      if (j > 0 && j < cells.y) p.z += z;
    }
  mesh.triangles.clear();
  for (int j = 0; j < cells.y; ++j)
    for (int i = 0; i < cells.x; ++i) {
      const int a = j * (cells.x + 1) + i, b = a + 1, c = a + cells.x + 1, d = c + 1;
      const bool rising = random() % 2 == 0;
      mesh.triangles.push_back(rising ? Int3(a, d, b) : Int3(a, c, b));
      mesh.triangles.push_back(rising ? Int3(a, c, d) : Int3(b, c, d));
    }
  for (size_t v = 0; v < mesh.positions.size(); ++v) mesh.uvs[v] = Vec2(mesh.positions[v].x, mesh.positions[v].z);
  return mesh;
}

/// Rolled about the line through the origin of the xz-plane that is across `direction` (from x towards z), without
/// stretching: a point s along it goes to the angle s / radius.
inline Vec3 rolled(const Vec3& p, float radius, double direction) {
  const double c = std::cos(direction), s = std::sin(direction);
  const double along = c * p.x + s * p.z, across = c * p.z - s * p.x;
  const double x = radius * std::sin(along / radius), y = radius * (1 - std::cos(along / radius));
  return Vec3(c * x - s * across, y, s * x + c * across);
}

inline Mesh roll(Mesh mesh, float radius, double direction = 0) {
  for (Vec3& p : mesh.positions) p = rolled(p, radius, direction);
  return mesh;
}

inline Scene scene_of(Mesh mesh) {
  Scene scene;
  scene.path = "test";
  scene.objects.emplace_back();
  scene.objects[0].name = "sheet";
  scene.objects[0].mesh = std::move(mesh);
  return scene;
}

inline Model model_of(Mesh mesh) { return build_model(scene_of(std::move(mesh))); }

}  // namespace raycloth::sheets
