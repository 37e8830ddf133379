#include "app/cli/inspect.h"

#include <charconv>
#include <cstdio>

#include "app/run/inspect_text.h"
#include "device/error.h"
#include "sim/simulation.h"

namespace raycloth {
namespace {

bool read_number(const std::string& words, int& number) {
  const char* const end = words.data() + words.size();
  const auto [stopped, error] = std::from_chars(words.data(), end, number);
  return error == std::errc() && stopped == end;
}

int vertex_of_object(const Model& model, const std::string& name, int source, const std::string& words) {
  std::string names;
  for (const ModelObject& object : model.objects) {
    names += (names.empty() ? "" : ", ") + object.name;
    if (object.name != name) continue;
    for (int v = object.vertices.begin; v < object.vertices.end; ++v)
      if (model.source_vertex[v] == source) return v;
    throw InputError("--vertex " + words + ": '" + name + "' has vertices 0 to " +
                     std::to_string(object.vertices.size() - 1));
  }
  throw InputError("--vertex " + words + ": no object '" + name + "'; there are " + names);
}

}  // namespace

int named_vertex(const Model& model, const std::string& words) {
  const size_t colon = words.rfind(':');  // names may hold colons, numbers do not
  int number = 0;
  check(read_number(colon == words.npos ? words : words.substr(colon + 1), number),
        "--vertex " + words + ": write a number of the model, or OBJECT:NUMBER for a vertex of an object's mesh");
  if (colon != words.npos) return vertex_of_object(model, words.substr(0, colon), number, words);
  const int last = static_cast<int>(model.positions.size()) - 1;
  check(number >= 0 && number <= last, "--vertex " + words + ": the scene has vertices 0 to " + std::to_string(last));
  return number;
}

int inspect_vertex(const InspectOptions& options) {
  const Scene scene = prepare_scene(options.scene);
  const Model model = build_model(scene);
  const int vertex = named_vertex(model, options.vertex);
  const auto simulation = create(model, scene.settings, options.scene.device, options.scene.threads);
  for (int frame = 0; frame < options.frame; ++frame) simulation->step();
  const VertexInspection record = simulation->inspect(vertex).value();
  const InspectionContext context{scene.path.string(), simulation->device_name(), simulation->frame(),
                                  Vec3(simulation->positions()[vertex])};
  const auto print = options.json ? inspection_json : inspection_text;
  return std::fputs(print(model, record, context).c_str(), stdout) < 0 ? 1 : 0;
}

}  // namespace raycloth
