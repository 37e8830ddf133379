#include "app/run/output/scene_file.h"

#include "sim/scene/save.h"

namespace raycloth {

std::string scene_text(const Scene& scene, const Simulation& simulation, const std::filesystem::path& file) {
  return edited_scene(scene, simulation.settings(), materials_of(simulation),
                      std::filesystem::absolute(file).parent_path());
}

}  // namespace raycloth
