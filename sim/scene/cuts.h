// Cuts of an object: what of it goes with its mesh, and how a scene file says them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "sim/scene/json/json.h"
#include "sim/scene/scene.h"

namespace raycloth {

/// Gives cloth these cuts and no others: its mesh, its thickness map, and what its pins and attachments choose by
/// number; both sides of a cut are chosen where the vertex was. Throws InputError where it is no cloth, and for paths
/// that do not lie on it, with the number of the cut from 0.
void change_cuts(SceneObject& object, const std::vector<Cut>& cuts);

/// `cuts` of a scene file's object, and of a session: [{"splits": [[from, to, t], ...], "paths": [[v, v, ...], ...]},
/// ...] as sim/mesh/cut.h has them.
std::vector<Cut> read_cuts(const JsonValue& json);
nlohmann::ordered_json cuts_json(const std::vector<Cut>& cuts);

}  // namespace raycloth
