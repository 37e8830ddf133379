#include "app/view/windowless/picture.h"

#include "app/view/drawables.h"
#include "render/png.h"

namespace raycloth {
namespace {

void save(Simulation& first, const Scene& scene, std::span<Drawing> drawings, const std::filesystem::path& png,
          const DrawnOptions& drawn, PictureSize size, std::span<const std::string> labels) {
  const OrbitCamera camera = camera_of(first, scene, size.aspect(), drawn.view);
  OffscreenPainter painter(make_drawable_scene(*first.model().scene, first.model()), size.width, size.height);
  float range = 0;
  write_png(paint(painter, drawings, camera, drawn.shown, size, range, labels), png);
}

}  // namespace

void save_picture(Simulation& simulation, const Scene& scene, const std::filesystem::path& png,
                  const DrawnOptions& drawn, PictureSize size) {
  Drawing drawing(simulation, drawn.shown);
  save(simulation, scene, {&drawing, 1}, png, drawn, size, {});
}

void save_pictures(Simulation& a, Simulation& b, const Scene& scene, const std::filesystem::path& png,
                   const DrawnOptions& drawn, PictureSize size, const std::string& words_a,
                   const std::string& words_b) {
  Drawing drawings[] = {{a, drawn.shown}, {b, drawn.shown, a.positions()}};
  const std::string labels[] = {words_a, words_b};
  save(a, scene, drawings, png, drawn, size, labels);
}

}  // namespace raycloth
