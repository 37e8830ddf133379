#include "app/view/picture.h"

#include "app/view/camera.h"
#include "app/view/drawables.h"
#include "render/picture.h"

namespace raycloth {
namespace {

constexpr int kWidth = 1280, kHeight = 800;  // pixels

}  // namespace

void save_picture(Simulation& simulation, const Scene& scene, const std::filesystem::path& png) {
  constexpr float aspect = static_cast<float>(kWidth) / kHeight;
  OrbitCamera camera;
  if (scene.camera)
    camera.look(scene.camera->eye, scene.camera->target);
  else
    camera.frame(bounds(simulation.positions()), aspect);
  render_picture({make_drawable_scene(simulation.model()), make_drawable_state(simulation), camera.view(aspect)}, png,
                 kWidth, kHeight);
}

}  // namespace raycloth
