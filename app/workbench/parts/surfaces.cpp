#include "app/workbench/parts/surfaces.h"

#include <utility>

#include "app/view/drawables.h"
#include "app/view/marks/tangle_lines.h"

namespace raycloth {
namespace {

void upload_to(Renderer& renderer, const Frame& frame, const ViewOptions& view, std::vector<uint32_t> colors) {
  DrawableState state = make_drawable_state(frame);
  state.over_fabric = colors.empty();
  if (view.crossings) tint_regions(frame.tangle, colors);
  state.colors = colors;
  renderer.upload(state);
}

}  // namespace

void Surfaces::open(const OpenedScene& opened) {
  a_ = std::make_unique<Renderer>(make_drawable_scene(opened.scene, opened.model));
  b_.reset();
  change();
}

void Surfaces::recolor(const Model& model) {
  std::vector<Vec3> colors;
  for (const ModelObject& object : model.objects) colors.push_back(object.color);
  a_->set_colors(colors);
  if (b_) b_->set_colors(colors);
}

void Surfaces::upload(const Frame& frame, const ViewOptions& view) {
  if (std::exchange(uploaded_, true) && heat_.shown() == view.heat) return;
  const Scene& scene = frame.opened->scene;
  const Model& model = frame.opened->model;
  HeatView::Colors colors = heat_.paint(view.heat, frame, painter_.factors(scene, model));
  upload_to(*a_, frame, view, std::move(colors.a));
  if (!frame.comparison.b) return;
  if (!b_) b_ = std::make_unique<Renderer>(make_drawable_scene(scene, model));
  upload_to(*b_, *frame.comparison.b, view, std::move(colors.b));
}

}  // namespace raycloth
