#include "app/view/camera_text.h"

#include "app/run/option_words.h"
#include "device/error.h"
#include "sim/text.h"

namespace raycloth {
namespace {

constexpr float kFarthest = 1000;                   // m, of a place
constexpr float kDegree = 0.0174532925f;            // rad
constexpr float kLeastField = 1, kMostField = 150;  // degrees

std::string text_of(const OrbitCamera::Free& free) {
  const std::string text = printed("eye=%.6g,%.6g,%.6g target=%.6g,%.6g,%.6g", free.eye.x, free.eye.y, free.eye.z,
                                   free.target.x, free.target.y, free.target.z);
  return free.field == OrbitCamera::kUsualField ? text : text + printed(" fov=%.6g", free.field / kDegree);
}

}  // namespace

OrbitCamera::Free parse_camera(const std::string& text) {
  const OptionWords words("camera", text, {"eye", "target", "fov"}, "");
  for (const char* key : {"eye", "target"})
    check(words.has(key), words.where() + ": where? Write eye=x,y,z target=x,y,z (m)");
  OrbitCamera::Free free{words.vector("eye", -kFarthest, kFarthest), words.vector("target", -kFarthest, kFarthest)};
  if (words.has("fov")) free.field = kDegree * words.number("fov", kLeastField, kMostField);
  const float distance = glm::distance(free.eye, free.target);
  if (distance < OrbitCamera::kNearest || distance > OrbitCamera::kFarthest)
    words.refuse("target", "a place 0.02 to 200 m from the eye");
  return free;
}

std::string camera_options(const OrbitCamera& camera) {
  return "--camera \"" + text_of(camera.free()) + '"' + (camera.orthographic() ? " --ortho" : "");
}

}  // namespace raycloth
