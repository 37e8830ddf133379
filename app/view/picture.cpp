#include "app/view/picture.h"

#include "app/view/alone.h"
#include "app/view/drawables.h"
#include "app/view/overlay.h"
#include "render/picture.h"

namespace raycloth {
namespace {

constexpr int kWidth = 1280, kHeight = 800;  // pixels

}  // namespace

OrbitCamera camera_of(Simulation& simulation, const Scene& scene, float aspect) {
  OrbitCamera camera;
  if (scene.camera)
    camera.look(scene.camera->eye, scene.camera->target);
  else
    camera.frame(bounds(simulation.positions()), aspect);
  return camera;
}

void save_picture(Simulation& simulation, const Scene& scene, const std::filesystem::path& png, Heat heat) {
  constexpr float aspect = static_cast<float>(kWidth) / kHeight;
  const OrbitCamera camera = camera_of(simulation, scene, aspect);
  PictureInput input{
      make_drawable_scene(scene, simulation.model()), make_drawable_state(simulation), camera.view(aspect), {}};
  std::vector<uint32_t> colors;
  if (heat != Heat::off) {
    const std::vector<ContactView> contacts = simulation.contacts();
    const std::vector<Material> materials = materials_of(simulation);
    const std::vector<float> values =
        heat_values(heat, {simulation.model(), simulation.positions(), simulation.velocities(), contacts, materials});
    const Overlay overlay{heat, heat_range(heat, values), kHeight / camera.height()};
    colors = heat_colors(heat, values, overlay.heat_range);
    input.state.colors = colors;
    input.draw_over = [overlay] {
      draw_without_window(kWidth, kHeight, [&](ImDrawList& list) {
        draw_overlay(list, {0, 0, kWidth, kHeight}, overlay);
      });
    };
  }
  render_picture(input, png, kWidth, kHeight);
}

}  // namespace raycloth
