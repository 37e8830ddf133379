#include "app/cli/compare_drawn.h"

#include <optional>

#include "app/run/output/whole_file.h"
#include "app/view/windowless/picture.h"

namespace raycloth {
namespace {

std::string label(const char* side, const std::string& options) {
  return std::string(side) + ": " + (options.empty() ? "as the scene" : options);
}

}  // namespace

int compare_drawn(CompareDrawnOptions options) {
  if (!options.picture.empty()) const WholeFile probe(options.picture);  // throws when it cannot be written
  const Beside beside{label("A", options.text_a), label("B", options.text_b), options.divider};
  std::optional<VideoRecorder> video;
  ComparisonWatch watch;
  watch.begin = [&](Simulation& a, Simulation&, const Scene& scene) {
    find_boxes(a.model(), options.drawn);
    if (!options.video.file.empty()) video.emplace(options.video, options.drawn, scene, a, beside);
  };
  watch.step = [&](Simulation& a, Simulation& b) {
    if (video) video->add(a, &b);
  };
  watch.end = [&](Simulation& a, Simulation& b, const Scene& scene) {
    if (video) video->finish();
    video.reset();  // one drawing context at a time
    if (!options.picture.empty())
      save_pictures(a, b, scene, options.picture, options.drawn, options.picture_size, beside);
  };
  const int code = compare(options, watch);
  if (video) video->finish();  // numbers that are not finite ended it
  return code;
}

}  // namespace raycloth
