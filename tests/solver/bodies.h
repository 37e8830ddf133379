// Rigid and soft solids for the tests, and what they do on the whole, from the places and velocities of their vertices.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>

#include "sim/model/mass_properties.h"
#include "tests/collision/scenes.h"

namespace raycloth::scenes {

inline SceneObject body(MotionKind kind, Mesh mesh, glm::dvec3 velocity = glm::dvec3(0),
                        glm::dvec3 spin = glm::dvec3(0)) {
  SceneObject object = solid(std::move(mesh));
  object.motion.kind = kind;
  object.motion.velocity = velocity;
  object.motion.spin = spin;
  return object;
}

/// A box whose sides are cut into n x n squares: rays of vertices alone see what meets its sides.
inline Mesh fine_box(Vec3 min, Vec3 max, int n) {
  std::map<std::array<int, 3>, int> index;
  Mesh mesh = mesh_of({}, {});
  const auto vertex = [&](Int3 at) {
    const auto [found, added] = index.try_emplace({at.x, at.y, at.z}, static_cast<int>(mesh.positions.size()));
    if (added) mesh.positions.push_back(min + (max - min) * Vec3(at) / static_cast<float>(n));
    return found->second;
  };
  for (int axis = 0; axis < 3; ++axis)
    for (const int side : {0, n})
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          const auto at = [&](int a, int b) {
            Int3 place(0);
            place[axis] = side, place[(axis + 1) % 3] = a, place[(axis + 2) % 3] = b;
            return vertex(place);
          };
          const Int4 q = side == 0 ? Int4(at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j))
                                   : Int4(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
          mesh.triangles.push_back({q.x, q.y, q.z});
          mesh.triangles.push_back({q.x, q.z, q.w});
        }
  return mesh;
}

inline Mesh shipped_mesh(const std::string& name, float scale) {
  std::vector<std::string> warnings;
  Mesh mesh = load_mesh(std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "assets/meshes" / (name + ".obj"), warnings);
  for (Vec3& p : mesh.positions) p *= scale;
  return mesh;
}

inline std::unique_ptr<Simulation> simulate_on_ground(std::vector<SceneObject> objects, const Settings& settings,
                                                      const Ground& ground, int threads = 1) {
  Scene scene;
  scene.path = "test";
  scene.objects = std::move(objects);
  scene.ground = ground;
  return create(build_model(scene), settings, DeviceChoice::cpu, threads);
}

/// The motion of a body on the whole. `rotation` brings the model's shape nearest; of a rigid body it is exact.
struct BodyMotion {
  glm::dvec3 centre{0}, velocity{0}, spin{0};
  double mass = 0, kinetic = 0;        // kg, J
  glm::dvec3 momentum{0}, angular{0};  // kg m/s, kg m^2/s about the origin, of the whole volume (rigid)
  double distortion = 0;               // m: the largest change of a distance between neighbours
};

/// Reads a rigid body's motion off its vertices: the rotation from three of them, the spin from all.
inline BodyMotion rigid_motion(Simulation& simulation, int object) {
  const Model& model = simulation.model();
  const ModelObject& o = model.objects[object];
  std::vector<Vec3> rest, now;
  std::vector<Int3> triangles;
  for (int v = o.vertices.begin; v < o.vertices.end; ++v) {
    rest.push_back(Vec3(model.positions[v]));
    now.push_back(Vec3(simulation.positions()[v]));
  }
  for (int t = o.triangles.begin; t < o.triangles.end; ++t)
    triangles.push_back(model.triangles[t] - Int3(o.vertices.begin));
  const MassProperties whole = mass_properties(now, triangles);
  BodyMotion motion;
  motion.mass = o.material.density * whole.volume;
  motion.centre = whole.centre;
  glm::dvec3 mean(0), mean_velocity(0), sum(0);
  glm::dmat3 spread(0);
  const double n = o.vertices.size();
  for (int v = o.vertices.begin; v < o.vertices.end; ++v) {
    mean += glm::dvec3(simulation.positions()[v]) / n;
    mean_velocity += glm::dvec3(simulation.velocities()[v]) / n;
  }
  for (int v = o.vertices.begin; v < o.vertices.end; ++v) {
    const glm::dvec3 r = glm::dvec3(simulation.positions()[v]) - mean;
    sum += glm::cross(r, glm::dvec3(simulation.velocities()[v]) - mean_velocity);
    spread += glm::dmat3(glm::dot(r, r)) - glm::outerProduct(r, r);
  }
  motion.spin = glm::inverse(spread) * sum;
  motion.velocity = mean_velocity + glm::cross(motion.spin, motion.centre - mean);
  motion.momentum = motion.mass * motion.velocity;
  const glm::dvec3 own = static_cast<double>(o.material.density) * whole.inertia * motion.spin;
  motion.angular = own + glm::cross(motion.centre, motion.momentum);
  motion.kinetic = 0.5 * motion.mass * glm::dot(motion.velocity, motion.velocity) + 0.5 * glm::dot(own, motion.spin);
  for (const Int3& t : triangles)
    for (int k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      motion.distortion =
          std::max(motion.distortion,
                   std::abs(static_cast<double>(glm::distance(now[a], now[b]) - glm::distance(rest[a], rest[b]))));
    }
  return motion;
}

/// Kinetic energy of the vertices, each with its mass.
inline double vertex_energy(Simulation& simulation, int object) {
  const Range range = simulation.model().objects[object].vertices;
  double sum = 0;
  for (int v = range.begin; v < range.end; ++v) {
    const Vec3 velocity(simulation.velocities()[v]);
    sum += 0.5 * glm::dot(velocity, velocity) / simulation.positions()[v].w;
  }
  return sum;
}

}  // namespace raycloth::scenes
