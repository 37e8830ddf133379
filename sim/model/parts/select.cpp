// Vertices chosen by place: pins, and attachments with the surface points that they are tied to.
#include <algorithm>
#include <limits>
#include <map>
#include <sstream>

#include "device/error.h"
#include "sim/mesh/fit.h"
#include "sim/model/parts/parts.h"
#include "sim/model/pins.h"

namespace raycloth {
namespace {

std::string text_of(const Vec3& p) {
  std::ostringstream text;
  text << "(" << p.x << ", " << p.y << ", " << p.z << ")";
  return text.str();
}

int nearest_vertex(const Model& model, const Range& range, const Vec3& point) {
  int best = -1;
  float best_distance = std::numeric_limits<float>::infinity();
  for (int v = range.begin; v < range.end; ++v) {
    const float distance = glm::distance(Vec3(model.positions[v]), point);
    if (distance < best_distance) {
      best_distance = distance;
      best = v;
    }
  }
  return best;
}

/// By their numbers in the object's file.
void add_numbered(const Model& model, const Range& range, const std::vector<int>& numbers, const std::string& where,
                  std::vector<int>& chosen) {
  std::map<int, int> vertices;
  for (int v = range.begin; v < range.end; ++v) vertices[model.file_vertex[v]] = v;
  for (const int number : numbers) {
    const auto found = vertices.find(number);
    check(found != vertices.end(), where + ": found vertex " + std::to_string(number) +
                                       ", expected the number of one that the object has, at most " +
                                       std::to_string(vertices.rbegin()->first));
    chosen.push_back(found->second);
  }
}

/// The chosen vertices of an object, ascending, each once.
std::vector<int> select(const Model& model, int object, const VertexSelection& selection, const std::string& where) {
  if (selection.nearest.empty() && selection.boxes.empty() && selection.numbers.empty()) return {};
  const Range range = model.objects[object].vertices;
  check(range.size() > 0, where + ": the object has no vertices to choose from");
  std::vector<int> chosen;
  for (const Vec3& point : selection.nearest) chosen.push_back(nearest_vertex(model, range, point));
  if (!selection.numbers.empty()) add_numbered(model, range, selection.numbers, where, chosen);
  for (const auto& box : selection.boxes) {
    const size_t before = chosen.size();
    for (int v = range.begin; v < range.end; ++v) {
      const Vec3 p(model.positions[v]);
      if (glm::all(glm::lessThanEqual(box.min, p)) && glm::all(glm::lessThanEqual(p, box.max))) chosen.push_back(v);
    }
    check(chosen.size() > before, where + ": the box from " + text_of(box.min) + " to " + text_of(box.max) +
                                      " holds no vertex, expected at least one");
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

Attachment tie(const Model& model, int vertex, const Range& triangles, float compliance) {
  const Vec3 tied(model.positions[vertex]);
  const SurfacePoint point = nearest_point(model, triangles, tied);
  const Int3 t = model.triangles[point.triangle];
  const Vec3 a(model.positions[t.x]), b(model.positions[t.y]), c(model.positions[t.z]), w = point.barycentric;
  const bool on_cloth = model.objects[model.vertex_object[t.x]].kind == ObjectKind::cloth;
  const Vec3 gap = on_cloth ? Vec3(0) : tied - (a * w.x + b * w.y + c * w.z);
  return {vertex, t, w, compliance, glm::transpose(frame_of(a, b, c)) * gap};
}

std::string place(const Scene& scene, const SceneObject& object, const char* what) {
  return scene.path.string() + ": object '" + object.name + "', " + what;
}

}  // namespace

SurfacePoint nearest_point(const Model& model, const Range& triangles, const Vec3& p) {
  SurfacePoint best{triangles.begin, {1, 0, 0}};
  float best_distance = std::numeric_limits<float>::infinity();
  for (int t = triangles.begin; t < triangles.end; ++t) {
    const Int3 corners = model.triangles[t];
    const Vec3 a(model.positions[corners.x]), b(model.positions[corners.y]), c(model.positions[corners.z]);
    const Vec3 at = nearest_on_triangle(p, a, b, c);
    const float distance = glm::distance(p, at.x * a + at.y * b + at.z * c);
    if (distance < best_distance) {  // false for the NaN of a triangle without an area
      best_distance = distance;
      best = {t, at};
    }
  }
  return best;
}

std::vector<int> chosen_vertices(const Model& model, int object, const VertexSelection& selection) {
  return select(model, object, selection, "object '" + model.objects[object].name + "'");
}

void pin_vertices(const Scene& scene, Model& model) {
  for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
    const SceneObject& object = scene.objects[i];
    const std::vector<int> chosen = select(model, i, object.pins, place(scene, object, "pins"));
    for (const int v : chosen) model.positions[v].w = 0;
    if (object.kind == ObjectKind::cloth) model.pins.insert(model.pins.end(), chosen.begin(), chosen.end());
  }
}

void find_attachments(const Scene& scene, Model& model) {
  for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i) {
    const SceneObject& object = scene.objects[i];
    for (const AttachmentDesc& desc : object.attachments) {
      const std::string where = place(scene, object, "attachments");
      const auto target = std::find_if(model.objects.begin(), model.objects.end(),
                                       [&](const ModelObject& o) { return o.name == desc.target; });
      check(target != model.objects.end() && target->triangles.size() > 0,
            where + ": found target '" + desc.target + "', expected the name of an object with triangles");
      for (const int v : select(model, i, desc.vertices, where))
        model.attachments.push_back(tie(model, v, target->triangles, desc.compliance));
    }
  }
  find_fastenings(model);
}

/// The last attachment of each vertex; pins are stronger.
void find_fastenings(Model& model) {
  std::map<int, Attachment> by_vertex;
  for (const Attachment& attachment : model.attachments) {
    const ModelObject& to = model.objects[model.vertex_object[attachment.triangle.x]];
    const bool moved = to.kind == ObjectKind::cloth || is_body(to.motion);
    if (moved || attachment.compliance > 0 || model.positions[attachment.vertex].w == 0) continue;
    by_vertex.insert_or_assign(attachment.vertex, attachment);
  }
  model.fastenings.clear();
  for (const auto& [vertex, attachment] : by_vertex) {
    model.fastenings.push_back(attachment);
    model.positions[vertex].w = 0;
  }
}

}  // namespace raycloth
