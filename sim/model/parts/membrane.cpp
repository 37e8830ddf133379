#include "sim/model/parts/colors.h"
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

}  // namespace

void find_membrane(const std::vector<Threads>& threads, Model& model) {
  Membrane& membrane = model.membrane;
  std::vector<int> left_out(model.objects.size(), 0);
  for (size_t i = 0; i < model.triangles.size(); ++i) {
    const int object = model.triangle_object[i];
    if (model.objects[object].kind != ObjectKind::cloth) continue;
    const Int3 t = model.triangles[i];
    if (!threads[i]) {
      ++left_out[object];
      continue;
    }
    const Sides sides = sides_of(model, t);
    membrane.triangles.push_back(t);
    membrane.shapes.push_back(shape_of(sides, threads[i]));
    membrane.areas.push_back(static_cast<float>(sides.area2() / 2));
    membrane.objects.push_back(object);
  }
  for (size_t i = 0; i < left_out.size(); ++i)
    if (left_out[i] > 0)
      model.warnings.push_back(model.objects[i].name + ": " + std::to_string(left_out[i]) +
                               " triangles without an area resist neither stretching nor bending");
  membrane.colors = color_in_place(static_cast<int>(model.positions.size()), membrane.triangles, membrane.shapes,
                                   membrane.areas, membrane.objects);
}

}  // namespace raycloth
