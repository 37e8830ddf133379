#include "app/view/picture.h"

#include <algorithm>
#include <utility>

#include "app/view/alone.h"
#include "app/view/drawables.h"
#include "app/view/lines.h"
#include "app/view/tangle_lines.h"
#include "render/picture.h"

namespace raycloth {

OrbitCamera camera_of(Simulation& simulation, const Scene& scene, float aspect, const ViewChoice& choice) {
  OrbitCamera camera;
  if (scene.camera)
    camera.look(scene.camera->eye, scene.camera->target);
  else
    camera.frame(bounds(simulation.positions()), aspect);
  camera.set_orthographic(choice.orthographic);
  if (choice.side) camera.look_from(*choice.side);
  return camera;
}

namespace {

std::vector<float> values_of(Heat heat, Simulation& simulation) {
  const std::vector<ContactView> contacts = simulation.contacts();
  const std::vector<Material> materials = materials_of(simulation);
  const std::vector<Vec3> impulses = simulation.contact_impulses();
  return heat_values(heat, {.model = simulation.model(),
                            .positions = simulation.positions(),
                            .velocities = simulation.velocities(),
                            .contacts = contacts,
                            .materials = materials,
                            .impulses = impulses});
}

/// As far as the chosen lines need it.
Frame frame_of(Simulation& simulation, const PictureOptions& options) {
  Frame frame;
  frame.positions.assign(simulation.positions().begin(), simulation.positions().end());
  if (options.crossings) frame.tangle = simulation.tangle();
  if (options.net) frame.net_moves = simulation.net_moves();
  return frame;
}

}  // namespace

HeatPicture heat_picture(Heat heat, Simulation& simulation, const OrbitCamera& camera, int height, float least) {
  const std::vector<float> values = values_of(heat, simulation);
  const float range = std::max(least, heat_range(heat, values));
  return {heat_colors(heat, values, range), {heat, range, static_cast<float>(height) / camera.height()}};
}

void save_picture(Simulation& simulation, const Scene& scene, const std::filesystem::path& png,
                  const PictureOptions& options) {
  const int width = options.width, height = options.height;
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  const OrbitCamera camera = camera_of(simulation, scene, aspect, options.view);
  PictureInput input{make_drawable_scene(*simulation.model().scene, simulation.model()),
                     make_drawable_state(simulation),
                     camera.view(aspect),
                     {},
                     {}};
  std::vector<uint32_t> colors;
  if (options.heat != Heat::off) {
    HeatPicture heat = heat_picture(options.heat, simulation, camera, height);
    colors = std::move(heat.colors);
    input.draw_over = [overlay = heat.overlay, width, height] {
      draw_without_window(width, height, [&](ImDrawList& list) { draw_overlay(list, {0, 0, width, height}, overlay); });
    };
  }
  const Frame frame = frame_of(simulation, options);
  ViewOptions shown;
  shown.crossings = options.crossings;
  shown.net = options.net;
  const ViewLines lines = make_view_lines(frame, shown);
  input.lines = layers_of(lines);
  input.state.over_fabric = colors.empty();
  tint_regions(frame.tangle, colors);
  input.state.colors = colors;
  render_picture(input, png, width, height);
}

}  // namespace raycloth
