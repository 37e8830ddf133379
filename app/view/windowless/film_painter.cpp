#include "app/view/windowless/film_painter.h"

#include <array>
#include <utility>

#include "app/view/drawables.h"

namespace raycloth {

FilmPainter::FilmPainter(PictureSize size, const OrbitCamera& camera, ViewOptions shown, float heat_range)
    : size_(size), camera_(camera), shown_(std::move(shown)), heat_range_(heat_range) {}

void FilmPainter::open(const Model& model, const DrawableScene& drawable) {
  painter_.reset();  // one at a time
  painter_.emplace(drawable, size_.width, size_.height);
  scene_ = model.scene;
}

void FilmPainter::open(const Frame& frame) {
  const OpenedScene& opened = *frame.opened;
  if (knows(opened.model)) return;
  DrawableScene drawable = make_drawable_scene(opened.scene, opened.model);
  drawable.hidden = shown_.hidden;
  open(opened.model, drawable);
}

Image FilmPainter::paint(std::span<PicturePart> parts) {
  return raycloth::paint(*painter_, parts, camera_, shown_, size_, heat_range_);
}

Image FilmPainter::paint(Simulation& simulation, Simulation* second, const Beside& beside) {
  const Model& model = simulation.model();
  if (!knows(model)) open(model, make_drawable_scene(*model.scene, model));
  if (second) {
    std::array both = beside_each_other({simulation, shown_}, {*second, shown_, simulation.positions()}, beside);
    return paint(both);
  }
  std::array parts{PicturePart{{simulation, shown_}}};
  return paint(parts);
}

Image FilmPainter::paint(const Frame& frame) {
  open(frame);
  std::array parts{PicturePart{{frame, shown_}}};
  return paint(parts);
}

Image FilmPainter::paint_both(const Frame& frame, const Beside& beside) {
  open(frame);
  std::array both = beside_each_other({frame, shown_}, {*frame.comparison.b, shown_, frame.positions}, beside);
  return paint(both);
}

}  // namespace raycloth
