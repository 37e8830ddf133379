// Small scenes made by hand for the tests of the collision stage and the solver, and ways to look at them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "sim/model/model.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth::scenes {

inline Mesh mesh_of(std::vector<Vec3> positions, std::vector<Int3> triangles) {
  Mesh mesh;
  mesh.source = "test";
  mesh.positions = std::move(positions);
  mesh.triangles = std::move(triangles);
  return mesh;
}

/// A right triangle of `size` around (0, height, 0), normal +y.
inline Mesh level_triangle(float size, float height) {
  return mesh_of({{-size, height, -size}, {-size, height, 2 * size}, {2 * size, height, -size}}, {{0, 1, 2}});
}

/// A closed box with a vertex in the middle of every side, whose normal is that of the side. Vertices 8 to
/// 13: -x, +x, -y, +y, -z, +z.
inline Mesh box_mesh(Vec3 min, Vec3 max) {
  std::vector<Vec3> positions;
  for (int i = 0; i < 8; ++i)
    positions.push_back({i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z});
  constexpr Int4 kSides[] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  std::vector<Int3> triangles;
  for (const Int4& side : kSides) {
    const int middle = static_cast<int>(positions.size());
    positions.push_back(0.5f * (positions[side.x] + positions[side.z]));
    for (int k = 0; k < 4; ++k) triangles.push_back({side[k], side[(k + 1) % 4], middle});
  }
  return mesh_of(std::move(positions), std::move(triangles));
}
inline constexpr int kBottom = 10, kTop = 11;

/// An octahedron, its triangles cut into four `times`, on the unit sphere.
inline Mesh ball(int times) {
  Mesh mesh = mesh_of({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                      {{2, 4, 0}, {2, 0, 5}, {2, 5, 1}, {2, 1, 4}, {3, 0, 4}, {3, 5, 0}, {3, 1, 5}, {3, 4, 1}});
  for (int i = 0; i < times; ++i) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [place, is_new] = middles.try_emplace(std::minmax(a, b), static_cast<int>(mesh.positions.size()));
      if (is_new) mesh.positions.push_back(glm::normalize(mesh.positions[a] + mesh.positions[b]));
      return place->second;
    };
    std::vector<Int3> finer;
    for (const Int3 t : mesh.triangles) {
      const int a = middle(t.x, t.y), b = middle(t.y, t.z), c = middle(t.z, t.x);
      for (const Int3 s : {Int3(t.x, a, c), Int3(a, t.y, b), Int3(c, b, t.z), Int3(a, b, c)}) finer.push_back(s);
    }
    mesh.triangles = finer;
  }
  return mesh;
}

/// A ball that is 4 cm thick and 60 cm high.
inline Mesh needle(int times) {
  Mesh mesh = ball(times);
  for (Vec3& p : mesh.positions) p *= Vec3(0.02f, 0.3f, 0.02f);
  return mesh;
}

inline Mesh move(Mesh mesh, Vec3 by) {
  for (Vec3& p : mesh.positions) p += by;
  return mesh;
}

/// Turns about the z axis; from +x to +y.
inline Mesh tilt(Mesh mesh, float radians) {
  const float c = std::cos(radians), s = std::sin(radians);
  for (Vec3& p : mesh.positions) p = {c * p.x - s * p.y, s * p.x + c * p.y, p.z};
  return mesh;
}

/// Every vertex moved by up to `amount` along each axis.
inline Mesh crumple(Mesh mesh, float amount, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> offset(-amount, amount);
  for (Vec3& p : mesh.positions) {
    p.x += offset(random);
    p.y += offset(random);
    p.z += offset(random);
  }
  return mesh;
}

inline SceneObject object_of(ObjectKind kind, Mesh mesh, float half_thickness = 0) {
  SceneObject object;
  object.name = kind == ObjectKind::cloth ? "cloth" : kind == ObjectKind::solid ? "solid" : "shell";
  object.kind = kind;
  object.mesh = std::move(mesh);
  object.material.half_thickness = half_thickness;
  return object;
}
inline SceneObject cloth(Mesh mesh, float half_thickness = 0.004f) {
  return object_of(ObjectKind::cloth, std::move(mesh), half_thickness);
}
inline SceneObject solid(Mesh mesh) { return object_of(ObjectKind::solid, std::move(mesh)); }

/// A tube along y, `around` vertices in each of its rings, normals to the outside.
inline SceneObject tube_along_y(float radius, int around) {
  constexpr int kRings = 8;
  std::vector<Vec3> places;
  std::vector<Int3> triangles;
  for (int ring = 0; ring < kRings; ++ring) {
    for (int i = 0; i < around; ++i) {
      const float angle = 6.2831853f * (static_cast<float>(i) + 0.3f) / static_cast<float>(around);
      places.push_back({radius * std::cos(angle), 0.02f * static_cast<float>(ring), radius * std::sin(angle)});
    }
  }
  for (int ring = 0; ring + 1 < kRings; ++ring) {
    for (int i = 0; i < around; ++i) {
      const int a = ring * around + i, b = ring * around + (i + 1) % around;
      triangles.push_back({a, a + around, b});
      triangles.push_back({b, a + around, b + around});
    }
  }
  return cloth(mesh_of(std::move(places), std::move(triangles)));
}
inline SceneObject shell(Mesh mesh, float half_thickness = 0.004f) {
  return object_of(ObjectKind::shell, std::move(mesh), half_thickness);
}

/// Pins every vertex of an object.
inline SceneObject pinned(SceneObject object) {
  object.pins.boxes.push_back({Vec3(-1000), Vec3(1000)});
  return object;
}

/// No gravity, no air, no damping.
inline Settings empty_space() {
  Settings settings;
  settings.gravity = Vec3(0);
  settings.air_density = 0;
  settings.damping = 0;
  return settings;
}

/// For looking at the contacts of vertices alone; without the net, or nothing would ever be inverted.
inline Settings vertex_contacts() {
  Settings settings = empty_space();
  settings.edge_contacts = false;
  settings.safety_net = false;
  return settings;
}

inline std::unique_ptr<Simulation> simulate(std::vector<SceneObject> objects, const Settings& settings, int threads = 1,
                                            DeviceChoice device = DeviceChoice::cpu) {
  Scene scene;
  scene.path = "test";
  scene.objects = std::move(objects);
  return create(build_model(scene), settings, device, threads);
}

/// The model's number of a vertex of an object's mesh.
inline int vertex_of(const Model& model, int object, int source_vertex) {
  const Range range = model.objects[object].vertices;
  for (int v = range.begin; v < range.end; ++v)
    if (model.source_vertex[v] == source_vertex) return v;
  return -1;
}

/// The contacts of one vertex, after a detection.
inline std::vector<ContactView> contacts_of(Simulation& simulation, int object, int source_vertex) {
  const int vertex = vertex_of(simulation.model(), object, source_vertex);
  std::vector<ContactView> found;
  for (const ContactView& contact : simulation.contacts())
    if (contact.vertex == vertex) found.push_back(contact);
  return found;
}

inline bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

inline bool same_contact(const ContactView& a, const ContactView& b) {
  bool same = a.vertex == b.vertex && a.triangle == b.triangle && a.kind == b.kind && a.inverted == b.inverted &&
              a.outward == b.outward && same_bits(a.distance, b.distance) &&
              same_bits(a.rest_distance, b.rest_distance);
  for (int k = 0; k < 4; ++k) same = same && a.vertices[k] == b.vertices[k] && same_bits(a.weights[k], b.weights[k]);
  for (int k = 0; k < 3; ++k) same = same && same_bits(a.normal[k], b.normal[k]);
  return same;
}

/// How many contacts of two lists are not the same, to the last bit.
inline size_t differing(const std::vector<ContactView>& found, const std::vector<ContactView>& wanted) {
  if (found.size() != wanted.size()) return std::max(found.size(), wanted.size());
  size_t differ = 0;
  for (size_t i = 0; i < wanted.size(); ++i) differ += !same_contact(found[i], wanted[i]);
  return differ;
}

inline std::vector<Vec4> copy_of(std::span<const Vec4> values) { return {values.begin(), values.end()}; }

/// A triangle whose normal leans by 60 degrees, its lowest vertex (0) `height` above a level one: both rays
/// run at 60 degrees to the lower normal, and the one that runs down is twice as long as the vertex is high.
inline std::unique_ptr<Simulation> leaning_over_level(float height, bool reprojection) {
  const float sine = std::sqrt(0.75f);
  const Vec3 tip(0, height, 0), up = 0.5f * Vec3(-0.5f, sine, 0), aside(0, 0, 0.2f);
  Settings settings = vertex_contacts();
  settings.reprojection = reprojection;
  auto simulation = simulate(
      {cloth(level_triangle(2, 0)), cloth(mesh_of({tip, tip + up + aside, tip + up - aside}, {{0, 1, 2}}))}, settings);
  simulation->detect_only();
  return simulation;
}

/// Gives every vertex of an object the same velocity and leaves the positions as they are.
inline void throw_object(Simulation& simulation, int object, Vec3 velocity) {
  std::vector<Vec4> velocities = copy_of(simulation.velocities());
  const Range range = simulation.model().objects[object].vertices;
  for (int v = range.begin; v < range.end; ++v) velocities[v] = Vec4(velocity, 0);
  const std::vector<Vec4> positions = copy_of(simulation.positions());
  simulation.set_state(positions, velocities);
}

/// Gives every vertex a velocity of its own, up to `speed` from the mean along each axis; positions stay.
inline void shake(Simulation& simulation, unsigned seed, float speed, Vec3 mean = Vec3(0)) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> part(-speed, speed);
  const std::vector<Vec4> x = copy_of(simulation.positions());
  std::vector<Vec4> v = copy_of(simulation.velocities());
  for (Vec4& velocity : v) velocity = Vec4(mean + Vec3(part(random), part(random), part(random)), 0);
  simulation.set_state(x, v);
}

inline void run(Simulation& simulation, int frames) {
  for (int i = 0; i < frames; ++i) simulation.step();
}

/// The lengthening of edges, as parts of their rest lengths, at `quantile` of them all.
inline float strain(Simulation& simulation, double quantile) {
  const Model& model = simulation.model();
  std::vector<float> strains;
  for (size_t e = 0; e < model.edges.pairs.size(); ++e) {
    const Vec3 a(simulation.positions()[model.edges.pairs[e].x]), b(simulation.positions()[model.edges.pairs[e].y]);
    strains.push_back(glm::distance(a, b) / model.edges.lengths[e] - 1);
  }
  const auto at = strains.begin() + static_cast<std::ptrdiff_t>(quantile * static_cast<double>(strains.size() - 1));
  std::nth_element(strains.begin(), at, strains.end());
  return *at;
}

inline bool all_finite(Simulation& simulation) {
  const auto finite = [](const Vec4& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); };
  return std::all_of(simulation.positions().begin(), simulation.positions().end(), finite) &&
         std::all_of(simulation.velocities().begin(), simulation.velocities().end(), finite);
}

/// A turned solid, a shell and three sheets, crumpled into each other.
inline std::vector<SceneObject> crowd() {
  const Mesh box = tilt(box_mesh({-0.1f, -0.1f, -0.1f}, {0.1f, 0.05f, 0.1f}), 0.4f);
  const Mesh bowl = crumple(move(make_sheet({0.4f, 0.4f}, {7, 7}), {0, -0.1f, 0}), 0.02f, 3);
  std::vector<SceneObject> objects{solid(box), shell(bowl)};
  for (unsigned i = 0; i < 3; ++i) {
    const float height = 0.02f * static_cast<float>(i);
    objects.push_back(cloth(crumple(move(make_sheet({0.3f, 0.3f}, {10, 10}), {0, height, 0}), 0.015f, i)));
  }
  return objects;
}

}  // namespace raycloth::scenes
