// All kinds of contours (Wicke, Lanker and Gross 2006, "Untangling Cloth with Boundaries"), each by surfaces of which
// analysis tells how their contours end and what those part. A kind is named by where the paths end that a contour is
// on its surfaces: at a border (B), inside (I), or, of a surface that goes through itself, where both paths of the
// contour meet (L, a pinch point). We read `cross` as contours that cross on a surface, `eight` as a closed one that
// crosses itself.
#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <ostream>
#include <string>
#include <vector>

#include "sim/model/model.h"
#include "tests/sim/sheets.h"

namespace raycloth::contour_kinds {

/// Over the plane of a sheet.
using Surface = std::function<glm::dvec3(double, double)>;

/// Surfaces are turned so that nothing lies along an axis.
inline glm::dmat3 turn() { return glm::mat3_cast(glm::angleAxis(0.7, glm::normalize(glm::dvec3(0.3, 0.8, 0.5)))); }

inline SceneObject laid_out(Mesh mesh, const Surface& at) {
  for (Vec3& p : mesh.positions) p = Vec3(turn() * at(p.x, p.z));
  SceneObject object;
  object.kind = ObjectKind::cloth;
  object.mesh = std::move(mesh);
  return object;
}

inline SceneObject surface(Vec2 size, Int2 cells, unsigned seed, const Surface& at) {
  return laid_out(sheets::jittered_sheet(size, cells, 0.2f, seed), at);
}

/// The ends of a sheet along x sewn together.
inline SceneObject tube(Vec2 size, Int2 cells, unsigned seed, const Surface& at) {
  Mesh mesh = sheets::jittered_sheet(size, cells, 0.2f, seed);
  const int row = cells.x + 1;
  std::vector<Vec3> positions;
  for (size_t v = 0; v < mesh.positions.size(); ++v)
    if (static_cast<int>(v) % row != cells.x) positions.push_back(mesh.positions[v]);
  for (Int3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) t[k] = t[k] / row * cells.x + t[k] % row % cells.x;
  mesh.positions = std::move(positions);
  mesh.uvs.clear();
  return laid_out(std::move(mesh), at);
}

inline SceneObject level(unsigned seed) {
  return surface({1, 1}, {16, 16}, seed,
                 [](double u, double v) { return glm::dvec3(u, 0.02 * std::sin(9 * u + 4 * v), v); });
}

/// Stands across z at `z`, from y = `foot` up.
inline SceneObject upright(Vec2 size, unsigned seed, double foot, double z) {
  const Int2 cells(static_cast<int>(size.x / 0.04f), static_cast<int>(size.y / 0.04f));
  return surface(size, cells, seed,
                 [=](double u, double v) { return glm::dvec3(0.1 * u + 0.03, u + 0.5 * size.x + foot, v + z); });
}

/// Likewise across x.
inline SceneObject athwart(Vec2 size, unsigned seed, double foot) {
  const Int2 cells(static_cast<int>(size.x / 0.04f), static_cast<int>(size.y / 0.04f));
  return surface(size, cells, seed,
                 [=](double u, double v) { return glm::dvec3(v, u + 0.5 * size.x + foot, 0.08 * u + 0.02); });
}

/// How surfaces lie: as they cross, or at rest, where none goes through itself.
enum class Form { crossed, at_rest };

struct Kind {
  std::string name;
  std::function<std::vector<SceneObject>(unsigned seed, Form)> make;
  int contours, parting;           // of them, those that part a surface
  std::map<int, int> border_ends;  // of contours, by the object whose border it is
  size_t pinches;
  std::vector<int> regions;  // per object; where contours cross, up to three vertices may be by themselves
  bool crossing = false;     // contours
};

inline void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

/// Where the vertices of a model, of the same surfaces at rest, are where they cross.
inline std::vector<Vec4> positions_where(const std::vector<SceneObject>& crossed, const Model& model) {
  std::vector<Vec4> x = model.positions;
  for (size_t v = 0; v < x.size(); ++v)
    x[v] = Vec4(crossed[model.vertex_object[v]].mesh.positions[model.file_vertex[v]], x[v].w);
  return x;
}

/// Of a sheet that is flat at rest.
inline SceneObject flat_at_rest(Vec2 size, Int2 cells, unsigned seed, Form form, const Surface& crossed) {
  const Surface flat = [](double u, double v) { return glm::dvec3(u, 0, v); };
  return surface(size, cells, seed, form == Form::at_rest ? flat : crossed);
}

inline std::vector<Kind> kinds() {
  const auto strip = [](unsigned seed, Form) {
    return std::vector{level(seed), upright({0.6f, 0.3f}, seed + 9, -0.2, 0)};
  };
  const auto corners = [](unsigned seed, Form) {
    return std::vector{level(seed), upright({0.6f, 0.6f}, seed + 9, -0.3, 0.47)};
  };
  // Folded over v = -0.2; the parts lie on each other at u = 0.1, where they go through each other. Where u is greater,
  // that of smaller v is the one of smaller z.
  const auto fold = [](unsigned seed, Form form) {
    return std::vector{flat_at_rest({1, 1}, {24, 24}, seed, form, [](double u, double v) {
      const double w = v + 0.2, angle = 0.6 * (u - 0.1);
      return glm::dvec3(u, std::hypot(w, 0.01) * std::cos(angle), w * std::sin(angle));
    })};
  };
  // Whitney's umbrella: (0, v) and (0, -v) are one point, which pinches at v = 0.
  const auto umbrella = [](unsigned seed, Form form) {
    return std::vector{flat_at_rest({1, 1}, {16, 16}, seed, form, [](double u, double v) {
      const double w = v + 0.15;
      return glm::dvec3(u, w * w, 2 * u * w);
    })};
  };
  // (u, v) and (u, -v) are one point on the circle of 0.3.
  const auto umbrellas = [](unsigned seed, Form form) {
    return std::vector{flat_at_rest({1, 1}, {24, 24}, seed, form, [](double u, double v) {
      return glm::dvec3(u, v * v, 10 * v * (u * u + v * v - 0.09));
    })};
  };
  const auto dent = [](unsigned seed, Form) {
    return std::vector{level(seed), surface({0.8f, 0.8f}, {20, 20}, seed + 9, [](double u, double v) {
                         return glm::dvec3(u, 0.2 - 0.5 * std::exp(-(u * u + v * v) / 0.04), v);
                       })};
  };
  const auto three = [](unsigned seed, Form) {
    return std::vector{level(seed), upright({0.6f, 0.4f}, seed + 9, -0.2, 0), athwart({0.4f, 0.3f}, seed + 18, -0.15)};
  };
  // A round tube, its cross-section bent into an eight, whose lines meet at u = -0.25, where it is higher, and at 0.25.
  const auto eight = [](unsigned seed, Form form) {
    constexpr double kTurn = 2 * std::numbers::pi;
    const Surface round = [](double u, double v) {
      return glm::dvec3(std::sin(kTurn * u) / kTurn, v, std::cos(kTurn * u) / kTurn);
    };
    const Surface bent = [](double u, double v) {
      const double t = kTurn * (u + 0.25);
      return glm::dvec3(0.19 * std::sin(t), v * (1 + 0.3 * std::cos(t)), 0.127 * std::sin(2 * t));
    };
    return std::vector{level(seed), tube({1, 0.4f}, {40, 20}, seed + 9, form == Form::at_rest ? round : bent)};
  };
  return {{"bbii", strip, 1, 1, {{1, 2}}, 0, {1, 2}},
          {"bibi", corners, 1, 0, {{0, 1}, {1, 1}}, 0, {1, 1}},
          {"bli", fold, 1, 0, {{0, 1}}, 1, {1}},
          {"umbrella", umbrella, 1, 0, {{0, 1}}, 1, {1}},  // BLI too
          {"closed", dent, 1, 1, {}, 0, {2, 2}},
          {"cross", three, 3, 3, {{1, 2}, {2, 4}}, 0, {1, 2, 4}, true},
          {"eight", eight, 2, 1, {{1, 2}}, 0, {3, 2}, true},
          {"ll", umbrellas, 1, 1, {}, 2, {2}}};
}

}  // namespace raycloth::contour_kinds
