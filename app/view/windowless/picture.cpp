#include "app/view/windowless/picture.h"

#include "app/view/drawables.h"
#include "render/png.h"

namespace raycloth {
namespace {

void save(Simulation& first, const Scene& scene, std::span<Drawing> drawings, const std::filesystem::path& png,
          const DrawnOptions& drawn, PictureSize size, const Beside& beside) {
  const OrbitCamera camera = camera_of(first, scene, size.aspect(), drawn.view);
  OffscreenPainter painter(make_drawable_scene(*first.model().scene, first.model()), size.width, size.height);
  float range = 0;
  write_png(paint(painter, drawings, camera, drawn.shown, size, range, beside), png);
}

}  // namespace

void save_picture(Simulation& simulation, const Scene& scene, const std::filesystem::path& png,
                  const DrawnOptions& drawn, PictureSize size) {
  Drawing drawing(simulation, drawn.shown);
  save(simulation, scene, {&drawing, 1}, png, drawn, size, {});
}

void save_pictures(Simulation& a, Simulation& b, const Scene& scene, const std::filesystem::path& png,
                   const DrawnOptions& drawn, PictureSize size, const Beside& beside) {
  Drawing drawings[] = {{a, drawn.shown}, {b, drawn.shown, a.positions()}};
  save(a, scene, drawings, png, drawn, size, beside);
}

}  // namespace raycloth
