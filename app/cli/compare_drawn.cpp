#include "app/cli/compare_drawn.h"

#include "app/run/output/whole_file.h"
#include "app/view/windowless/picture.h"

namespace raycloth {
namespace {

std::string label(const char* side, const std::string& options) {
  return std::string(side) + ": " + (options.empty() ? "as the scene" : options);
}

}  // namespace

int compare_drawn(CompareDrawnOptions options) {
  if (options.picture.empty()) return compare(options);
  { const WholeFile probe(options.picture); }  // throws when it cannot be written
  const auto begin = [&](Simulation& a, Simulation&, const Scene&) { find_boxes(a.model(), options.drawn); };
  const auto end = [&](Simulation& a, Simulation& b, const Scene& scene) {
    save_pictures(a, b, scene, options.picture, options.drawn, options.picture_size, label("A", options.text_a),
                  label("B", options.text_b));
  };
  return compare(options, {begin, end});
}

}  // namespace raycloth
