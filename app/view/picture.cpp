#include "app/view/picture.h"

#include "app/view/alone.h"
#include "app/view/drawables.h"
#include "app/view/overlay.h"
#include "render/picture.h"

namespace raycloth {

OrbitCamera camera_of(Simulation& simulation, const Scene& scene, float aspect) {
  OrbitCamera camera;
  if (scene.camera)
    camera.look(scene.camera->eye, scene.camera->target);
  else
    camera.frame(bounds(simulation.positions()), aspect);
  return camera;
}

void save_picture(Simulation& simulation, const Scene& scene, const std::filesystem::path& png,
                  const PictureOptions& options) {
  const auto [heat, width, height] = options;
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  const OrbitCamera camera = camera_of(simulation, scene, aspect);
  PictureInput input{make_drawable_scene(*simulation.model().scene, simulation.model()),
                     make_drawable_state(simulation),
                     camera.view(aspect),
                     {}};
  std::vector<uint32_t> colors;
  if (heat != Heat::off) {
    const std::vector<ContactView> contacts = simulation.contacts();
    const std::vector<Material> materials = materials_of(simulation);
    const std::vector<float> values =
        heat_values(heat, {simulation.model(), simulation.positions(), simulation.velocities(), contacts, materials});
    const Overlay overlay{heat, heat_range(heat, values), static_cast<float>(height) / camera.height()};
    colors = heat_colors(heat, values, overlay.heat_range);
    input.state.colors = colors;
    input.draw_over = [overlay, width = width, height = height] {
      draw_without_window(width, height, [&](ImDrawList& list) { draw_overlay(list, {0, 0, width, height}, overlay); });
    };
  }
  render_picture(input, png, width, height);
}

}  // namespace raycloth
