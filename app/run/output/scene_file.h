// The scene file of what runs, as it has been changed.
#pragma once

#include <filesystem>
#include <string>

#include "sim/scene/document.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

/// What can be changed of a scene without building it anew.
struct Present {
  const Settings& settings;
  std::span<const Material> materials;  // per object
  std::span<const int> pins;            // vertices of the model's cloth, ascending
};

/// The text of a file that is to be `file`: `scene`, from which `model` was built, with what is present. Throws
/// InputError where the scene has no document.
std::string scene_text(const Scene& scene, const Model& model, const Present& present,
                       const std::filesystem::path& file);
std::string scene_text(const Scene& scene, const Simulation& simulation, const std::filesystem::path& file);

/// A document of the scene that `model` was built of, with the cuts that an object of it has now, and these pins.
std::string with_cuts_of(const Model& model, int object, std::span<const int> pins, const std::string& document);

/// The vertices of an object that its pins are now, and those that its attachments choose, by number in its file.
Chosen chosen_of(const Model& model, int object, std::span<const int> pins);

}  // namespace raycloth
