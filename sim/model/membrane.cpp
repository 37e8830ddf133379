#include <algorithm>

#include "sim/model/colors.h"
#include "sim/model/parts.h"

namespace raycloth {
namespace {

/// Twice the area below this part of the square of the longest side: shapes that no float calculation survives.
constexpr double kFlattest = 1e-5;

struct Sides {
  glm::dvec3 p, q;  // from the first vertex to the second and third

  double area2() const { return glm::length(glm::cross(p, q)); }
  bool has_area() const {
    const double longest = std::max({glm::dot(p, p), glm::dot(q, q), glm::dot(p - q, p - q)});
    return area2() > kFlattest * longest;
  }
};

/// The inverse of the 2 x 2 matrix with the columns p and q in (warp, weft).
Vec4 shape_of(const Sides& sides, const Threads& threads) {
  const glm::dvec3 warp(threads.warp), weft(threads.weft);
  const double px = glm::dot(sides.p, warp), py = glm::dot(sides.p, weft);
  const double qx = glm::dot(sides.q, warp), qy = glm::dot(sides.q, weft);
  const double determinant = px * qy - qx * py;
  return Vec4(qy, -qx, -py, px) / static_cast<float>(determinant);
}

void color(Membrane& membrane, int vertex_count) {
  std::vector<int> vertices;
  for (const Int3& t : membrane.triangles) vertices.insert(vertices.end(), {t.x, t.y, t.z});
  Coloring coloring = color_elements(vertices, 3, vertex_count);
  reorder(membrane.triangles, coloring.order);
  reorder(membrane.shapes, coloring.order);
  reorder(membrane.areas, coloring.order);
  reorder(membrane.objects, coloring.order);
  membrane.colors = std::move(coloring.colors);
}

}  // namespace

void find_membrane(const std::vector<Threads>& threads, Model& model) {
  Membrane& membrane = model.membrane;
  std::vector<int> left_out(model.objects.size(), 0);
  for (size_t i = 0; i < model.triangles.size(); ++i) {
    const int object = model.triangle_object[i];
    if (model.objects[object].kind != ObjectKind::cloth) continue;
    const Int3 t = model.triangles[i];
    const glm::dvec3 a(model.positions[t.x]);
    const Sides sides{glm::dvec3(model.positions[t.y]) - a, glm::dvec3(model.positions[t.z]) - a};
    if (!sides.has_area() || threads[i].warp == Vec3(0)) {
      ++left_out[object];
      continue;
    }
    membrane.triangles.push_back(t);
    membrane.shapes.push_back(shape_of(sides, threads[i]));
    membrane.areas.push_back(static_cast<float>(sides.area2() / 2));
    membrane.objects.push_back(object);
  }
  for (size_t i = 0; i < left_out.size(); ++i)
    if (left_out[i] > 0)
      model.warnings.push_back(model.objects[i].name + ": " + std::to_string(left_out[i]) +
                               " triangles without an area resist neither stretching nor bending");
  color(membrane, static_cast<int>(model.positions.size()));
}

}  // namespace raycloth
