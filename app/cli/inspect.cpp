#include "app/cli/inspect.h"

#include <cstdio>

#include "app/run/output/inspect_text.h"
#include "app/run/output/naming.h"
#include "sim/simulation.h"

namespace raycloth {
int inspect_vertex(const InspectOptions& options) {
  const Scene scene = prepare_scene(options.scene);
  const Model model = build_model(scene);
  const int vertex = find_vertex(model, options.vertex, "--vertex");
  const auto simulation = create(model, scene.settings, options.scene.device, options.scene.threads);
  for (int frame = 0; frame < options.frame; ++frame) simulation->step();
  const VertexInspection record = simulation->inspect(vertex).value();
  const InspectionContext context{scene.path.string(), simulation->device_name(), simulation->frame(),
                                  Vec3(simulation->positions()[vertex]), at_vertex(simulation->tangle(), vertex)};
  const auto print = options.json ? inspection_json : inspection_text;
  return std::fputs(print(model, record, context).c_str(), stdout) < 0 ? 1 : 0;
}

}  // namespace raycloth
