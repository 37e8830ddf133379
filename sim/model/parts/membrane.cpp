#include "sim/model/parts/colors.h"
#include "sim/model/parts/order.h"
#include "sim/model/parts/parts.h"

namespace raycloth {
namespace {

/// The inverse of the 2 x 2 matrix with the columns p and q in (warp, weft).
Vec4 shape_of(const Sides& sides, const Threads& threads) {
  const glm::dvec3 warp(threads.warp), weft(threads.weft);
  const double px = glm::dot(sides.p, warp), py = glm::dot(sides.p, weft);
  const double qx = glm::dot(sides.q, warp), qy = glm::dot(sides.q, weft);
  const double determinant = px * qy - qx * py;
  return Vec4(qy, -qx, -py, px) / static_cast<float>(determinant);
}

/// From neighbour to neighbour, so that colours lie evenly: by halves of halves, as packs are, two of twelve sheets
/// that hung in folds came to rest with 99 % of their edges at 3 %, not at 1.
std::vector<int> along_curve(const Model& model, Range triangles) {
  std::vector<Vec3> centroids;
  for (int i = triangles.begin; i < triangles.end; ++i) {
    const Int3 t = model.triangles[i];
    centroids.push_back(Vec3(model.positions[t.x] + model.positions[t.y] + model.positions[t.z]) / 3.0f);
  }
  std::vector<int> order = curve_order(centroids);
  for (int& i : order) i += triangles.begin;
  return order;
}

void append(const std::vector<Threads>& threads, int object, Model& model) {
  Membrane& membrane = model.membrane;
  int left_out = 0;
  for (const int i : along_curve(model, model.objects[object].triangles)) {
    if (!threads[i]) {
      ++left_out;
      continue;
    }
    const Int3 t = model.triangles[i];
    const Sides sides = sides_of(model, t);
    membrane.triangles.push_back(t);
    membrane.shapes.push_back(shape_of(sides, threads[i]));
    membrane.areas.push_back(static_cast<float>(sides.area2() / 2));
    membrane.objects.push_back(object);
  }
  if (left_out > 0)
    model.warnings.push_back(model.objects[object].name + ": " + std::to_string(left_out) +
                             " triangles without an area resist neither stretching nor bending");
}

}  // namespace

void find_membrane(const std::vector<Threads>& threads, Model& model) {
  for (int object = 0; object < static_cast<int>(model.objects.size()); ++object)
    if (model.objects[object].kind == ObjectKind::cloth) append(threads, object, model);
  Membrane& membrane = model.membrane;
  membrane.colors = color_in_place(static_cast<int>(model.positions.size()), membrane.triangles, membrane.shapes,
                                   membrane.areas, membrane.objects);
}

}  // namespace raycloth
