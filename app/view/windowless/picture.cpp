#include "app/view/windowless/picture.h"

#include <array>

#include "app/view/drawables.h"
#include "render/offscreen_context.h"
#include "render/png.h"

namespace raycloth {
namespace {

void save(Simulation& first, const Scene& scene, std::span<PicturePart> parts, const std::filesystem::path& png,
          const DrawnOptions& drawn, PictureSize size) {
  const OrbitCamera camera = camera_of(first, scene, size.aspect(), drawn.view);
  const OffscreenContext context;
  PicturePainter painter(make_drawable_scene(*first.model().scene, first.model()), size.width, size.height);
  float range = 0;
  write_png(paint(painter, parts, camera, drawn.shown, size, range), png);
}

}  // namespace

void save_picture(Simulation& simulation, const Scene& scene, const std::filesystem::path& png,
                  const DrawnOptions& drawn, PictureSize size) {
  std::array parts{PicturePart{{simulation, drawn.shown}}};
  save(simulation, scene, parts, png, drawn, size);
}

void save_pictures(Simulation& a, Simulation& b, const Scene& scene, const std::filesystem::path& png,
                   const DrawnOptions& drawn, PictureSize size, const Beside& beside) {
  std::array parts = beside_each_other({a, drawn.shown}, {b, drawn.shown, a.positions()}, beside);
  save(a, scene, parts, png, drawn, size);
}

}  // namespace raycloth
