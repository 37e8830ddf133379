#include "sim/model/model.h"

#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <array>
#include <utility>

#include "sim/mesh/fit.h"
#include "sim/model/masses.h"
#include "sim/model/parts/order.h"
#include "sim/model/parts/parts.h"
#include "sim/model/watch.h"

namespace raycloth {
namespace {

/// Of what names none. Those of cloth differ in lightness as much as in hue: people who see no red or no green tell
/// them apart, and from the grey.
Vec3 default_color(ObjectKind kind, int cloth) {
  constexpr Vec3 kObstacle(0.44f, 0.45f, 0.46f);
  constexpr std::array kCloths{Vec3(0.80f, 0.42f, 0.30f), Vec3(0.25f, 0.48f, 0.50f), Vec3(0.85f, 0.80f, 0.40f),
                               Vec3(0.70f, 0.60f, 0.85f), Vec3(0.35f, 0.12f, 0.30f), Vec3(0.95f, 0.85f, 0.75f),
                               Vec3(0.40f, 0.22f, 0.12f), Vec3(0.55f, 0.72f, 0.45f), Vec3(0.20f, 0.26f, 0.45f),
                               Vec3(0.90f, 0.66f, 0.70f)};
  return kind == ObjectKind::cloth ? kCloths[cloth % kCloths.size()] : kObstacle;
}

int count_cloths(const Model& model) {
  return static_cast<int>(std::ranges::count(model.objects, ObjectKind::cloth, &ModelObject::kind));
}

/// What faces the other way counts as this many median edges away, where a mesh bends: a garment's front and back part.
constexpr float kBackToBack = 4;

std::vector<Placed> places_of_triangles(const SceneObject& object) {
  const Mesh& mesh = object.mesh;
  const float apart = object.kind == ObjectKind::cloth ? kBackToBack * median_edge(mesh) : 0;
  std::vector<Placed> places;
  for (const Int3& t : mesh.triangles) {
    const Vec3 &a = mesh.positions[t.x], &b = mesh.positions[t.y], &c = mesh.positions[t.z];
    const Vec3 centroid = (a + b + c) / 3.0f, normal = glm::cross(b - a, c - a);
    const float length = glm::length(normal);
    const Vec3 facing = length > 0 ? 0.5f * apart / length * normal : Vec3(0);
    places.push_back({centroid.x, centroid.y, centroid.z, facing.x, facing.y, facing.z});
  }
  return places;
}

/// Appends an object's vertices and triangles, near ones near each other.
void append(const SceneObject& object, Model& model) {
  const int index = static_cast<int>(model.objects.size());
  const int first_vertex = static_cast<int>(model.positions.size());
  const int first_triangle = static_cast<int>(model.triangles.size());
  const Mesh& mesh = object.mesh;

  std::vector<int> renamed(mesh.positions.size());
  for (const int v : curve_order(mesh.positions)) {
    renamed[v] = static_cast<int>(model.positions.size());
    model.positions.push_back(Vec4(mesh.positions[v], 0));
    model.vertex_object.push_back(index);
    model.source_vertex.push_back(v);
    model.file_vertex.push_back(mesh.vertex_number(v));
    model.thickness_factors.push_back(object.thickness_map.empty() ? 1 : object.thickness_map[v]);
  }
  for (const int i : near_order(places_of_triangles(object))) {
    const Int3& t = mesh.triangles[i];
    model.triangles.push_back({renamed[t.x], renamed[t.y], renamed[t.z]});
    model.triangle_object.push_back(index);
    model.file_face.push_back(mesh.face_number(i));
  }
  model.objects.push_back({object.name,
                           object.kind,
                           {first_vertex, static_cast<int>(model.positions.size())},
                           {first_triangle, static_cast<int>(model.triangles.size())},
                           object.material,
                           object.color.value_or(default_color(object.kind, count_cloths(model))),
                           object.self_collision,
                           !object.thickness_map.empty(),
                           object.motion.kind});
}

}  // namespace

static void find_what_stretches(Model& model) {
  tbb::parallel_invoke([&] { find_edges(model.threads, model); }, [&] { find_membrane(model.threads, model); },
                       [&] { find_creases(model); });
}

void find_what_pins_hold(Model& model) {
  model.curvature = {};
  model.levels.clear();
  const auto find_rows = [&] {
    find_curvature(model.threads, model);
    find_steepness(model);
  };
  tbb::parallel_invoke(find_rows, [&] { find_levels(model.threads, model); });
}

static Model build(std::shared_ptr<const Scene> source, const Watch& watch) {
  const Scene& scene = *source;
  Model model;
  model.scene = std::move(source);
  const std::function<void()> parts[] = {
      [&] {
        for (const SceneObject& object : scene.objects) append(object, model);
      },
      [&] { find_motions(scene, model); },
      [&] { find_adjacency(model); },
      [&] { find_bodies(scene, model); },
      [&] { find_masses(model); },
      [&] { pin_vertices(scene, model); },
      [&] { find_attachments(scene, model); },
      [&] { model.threads = find_threads(scene, model); },
      [&] { find_what_stretches(model); },
      [&] { find_what_pins_hold(model); },
  };
  for (const std::function<void()>& part : parts) {
    go_on(watch, static_cast<double>(&part - parts) / std::size(parts));
    part();
  }
  if (scene.ground) model.ground.push_back(*scene.ground);
  return model;
}

Model build_model(const Scene& scene) { return build_model(scene, {}); }

Model build_model(std::shared_ptr<const Scene> scene) { return build(std::move(scene), {}); }

Model build_model(const Scene& scene, const Watch& watch) { return build(std::make_shared<const Scene>(scene), watch); }

int cloth_vertices(const Model& model) {
  int count = 0;
  for (const ModelObject& object : model.objects)
    if (object.kind == ObjectKind::cloth) count += object.vertices.size();
  return count;
}

}  // namespace raycloth
