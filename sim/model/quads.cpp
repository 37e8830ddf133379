// Bending: the isometric energy of M. Bergou, M. Wardetzky, D. Harmon, D. Zorin, E. Grinspun, "A Quadratic
// Bending Model for Inextensible Surfaces", 2006.
//
//          c            Edge a-b, opposite vertices c and d. Eq. 5: with the cotangents of the rest shape,
//        /   \            K_a = cot(abc) + cot(abd)        the angles at b
//      a ----- b          K_b = cot(bac) + cot(bad)        the angles at a
//        \   /            K_c = -(cot(abc) + cot(bac)),  K_d = -(cot(abd) + cot(bad))
//          d            and the energy is B * 3 / (2 (A0 + A1)) * |K x|^2. K adds up to zero, and K x is zero
// when the quad is flat; bent by an angle theta about the edge, |K x| = 2 |ab| sin(theta / 2).
#include <cmath>

#include "sim/model/colors.h"
#include "sim/model/parts.h"

namespace raycloth {
namespace {

/// Areas below this part of the square of the edge make cotangents that no float calculation survives.
constexpr double kFlattest = 1e-5;

struct Quad {
  glm::dvec3 a, b, c, d;

  static double area2(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
    return glm::length(glm::cross(b - a, c - a));
  }
  /// Cotangent of the angle at `at`.
  static double cot(const glm::dvec3& at, const glm::dvec3& p, const glm::dvec3& q) {
    return glm::dot(p - at, q - at) / area2(at, p, q);
  }
  bool has_area() const {
    const double least = kFlattest * glm::dot(b - a, b - a);
    return area2(a, b, c) > least && area2(a, b, d) > least;
  }
  double area() const { return 0.5 * (area2(a, b, c) + area2(a, b, d)); }
  glm::dvec4 weights() const {
    const double bc = cot(b, a, c), bd = cot(b, a, d), ac = cot(a, b, c), ad = cot(a, b, d);
    return {bc + bd, ac + ad, -bc - ac, -bd - ad};
  }
};

int opposite(const Model& model, const Side& side) { return model.triangles[side.triangle][(side.corner + 2) % 3]; }

void add_quad(Model& model, const Int4& quad, int object, int& left_out) {
  const auto at = [&](int v) { return glm::dvec3(model.positions[v]); };
  const Quad shape{at(quad.x), at(quad.y), at(quad.z), at(quad.w)};
  if (!shape.has_area()) {
    ++left_out;
    return;
  }
  const glm::dvec4 k = shape.weights();
  model.quads.push_back(quad);
  model.quad_weights.push_back(Vec4(k));
  model.quad_rest.push_back(
      static_cast<float>(glm::length(k.x * shape.a + k.y * shape.b + k.z * shape.c + k.w * shape.d)));
  model.quad_areas.push_back(static_cast<float>(shape.area()));
  model.quad_openings.push_back(static_cast<float>(glm::distance(shape.c, shape.d)));
  model.quad_objects.push_back(object);
}

void color_quads(Model& model) {
  std::vector<int> vertices;
  for (const Int4& q : model.quads) vertices.insert(vertices.end(), {q.x, q.y, q.z, q.w});
  Coloring coloring = color_elements(vertices, 4, static_cast<int>(model.positions.size()));
  reorder(model.quads, coloring.order);
  reorder(model.quad_weights, coloring.order);
  reorder(model.quad_rest, coloring.order);
  reorder(model.quad_areas, coloring.order);
  reorder(model.quad_openings, coloring.order);
  reorder(model.quad_objects, coloring.order);
  model.quad_colors = std::move(coloring.colors);
}

}  // namespace

void find_quads(Model& model) {
  std::vector<int> left_out(model.objects.size(), 0);
  for_edges(sorted_sides(model), [&](std::span<const Side> sides) {
    const int object = model.triangle_object[sides[0].triangle];
    if (sides.size() != 2 || model.objects[object].kind != ObjectKind::cloth) return;
    const Int4 quad{sides[0].low, sides[0].high, opposite(model, sides[0]), opposite(model, sides[1])};
    if (quad.z != quad.w) add_quad(model, quad, object, left_out[object]);
  });
  for (size_t i = 0; i < left_out.size(); ++i)
    if (left_out[i] > 0)
      model.warnings.push_back(model.objects[i].name + ": " + std::to_string(left_out[i]) +
                               " edges beside triangles without an area do not resist bending");
  color_quads(model);
}

}  // namespace raycloth
