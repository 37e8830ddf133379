// A camera as text of a command line, so that a view that was found by hand can be given to a command.
#pragma once

#include <string>

#include "app/view/camera.h"

namespace raycloth {

/// What `--camera` takes: "eye=0.5,1,2 target=0,0.4,0 fov=37.8", metres and degrees; without `fov` as usual. Throws
/// InputError.
OrbitCamera::Free parse_camera(const std::string& text);

/// The options that show the same: --camera "..." and, where it is so, --ortho.
std::string camera_options(const OrbitCamera& camera);

}  // namespace raycloth
