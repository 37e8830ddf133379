#include "app/run/output/comparison_text.h"

#include <nlohmann/json.hpp>

#include "app/run/output/naming.h"
#include "sim/text.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;

std::string lines_of(const char* name, const ComparedRun& run) {
  return std::string(name) + ": " + (run.options.empty() ? "(as the scene)" : run.options) + "\n   " + run.device +
         ", state " + state_name(run.state) +
         printed(", median of a frame: detect %.3f ms, step %.3f ms\n", run.detect.median, run.step.median);
}

/// "first frame that differs: 14", or none.
std::string first_line(const char* what, std::optional<long long> frame) {
  return std::string(what) + ": " + (frame ? std::to_string(*frame) : "none") + "\n";
}

std::string deviation_line(const std::string& when, const Deviation& deviation, const Model& model) {
  const std::string where = deviation.distance > 0 ? " (" + vertex_name(model, deviation.vertex) + ")" : "";
  return when + printed(": %.9g m", deviation.distance) + where + "\n";
}

Json json_of(const ComparedRun& run) {
  return {{"options", run.options},
          {"device", run.device},
          {"step_ms", json_of(run.step)},
          {"detect_ms", json_of(run.detect)},
          {"state_hash", state_name(run.state)}};
}

Json json_of(const Deviation& deviation, const Model& model) {
  Json json = {{"frame", deviation.frame}, {"distance", deviation.distance}, {"vertex", nullptr}};
  if (deviation.distance > 0) json["vertex"] = vertex_name(model, deviation.vertex);
  return json;
}

Json json_of(std::optional<long long> frame) { return frame ? Json(*frame) : Json(nullptr); }

}  // namespace

std::string comparison_text(const ComparedRuns& runs, const Model& model) {
  const Divergence& divergence = runs.divergence;
  const std::string largest = "largest deviation of a position";
  const std::string when = divergence.largest.distance > 0 ? ", frame " + std::to_string(divergence.largest.frame) : "";
  return lines_of("a", runs.a) + lines_of("b", runs.b) + deviation_line(largest + when, divergence.largest, model) +
         deviation_line("at the last frame", divergence.now, model) +
         first_line("first frame that differs", divergence.differs) +
         first_line("first frame with a vertex over 1 mm apart", divergence.is_apart) + "states " +
         (runs.a.state == runs.b.state ? "equal" : "differ") + "\n";
}

std::string comparison_json(const ComparedRuns& runs, const Model& model) {
  const Divergence& divergence = runs.divergence;
  const Json json = {{"scene", runs.scene},
                     {"frames", runs.frames},
                     {"from_frame", runs.from_frame},
                     {"a", json_of(runs.a)},
                     {"b", json_of(runs.b)},
                     {"largest_deviation", json_of(divergence.largest, model)},
                     {"last_deviation", json_of(divergence.now, model)},
                     {"first_frame_that_differs", json_of(divergence.differs)},
                     {"first_frame_over_1_mm_apart", json_of(divergence.is_apart)},
                     {"states_equal", runs.a.state == runs.b.state}};
  return json.dump(2) + "\n";
}

}  // namespace raycloth
