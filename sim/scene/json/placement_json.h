// A placement in a scene file.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "sim/scene/json/json.h"
#include "sim/scene/placement.h"

namespace raycloth {

/// Of an object with `up`, `fit`, `scale`, `rotate` and `translate`, each of which may be missing. Throws InputError.
Placement read_placement(const JsonValue& object);

/// What is as it would be without a word is left out.
void put_placement(nlohmann::ordered_json& object, const Placement& placement);

}  // namespace raycloth
