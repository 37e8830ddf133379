#include "app/run/output/naming.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "device/error.h"
#include "sim/text.h"

namespace raycloth {
namespace {

std::optional<int> number_of(const std::string& words) {
  int number = 0;
  const char* const end = words.data() + words.size();
  const auto [stopped, error] = std::from_chars(words.data(), end, number);
  if (error != std::errc() || stopped != end) return {};
  return number;
}

std::string all_names(const Model& model) {
  return joined(model.objects, [](const ModelObject& object) { return object.name; });
}

int object_called(const Model& model, const std::string& name, const std::string& where) {
  const auto found = std::ranges::find(model.objects, name, &ModelObject::name);
  check(found != model.objects.end(), where + ": no object '" + name + "'; there are " + all_names(model));
  return static_cast<int>(found - model.objects.begin());
}

/// What a number alone belongs to.
const ModelObject& only_object(const Model& model, const std::string& where) {
  if (model.objects.size() == 1) return model.objects.front();
  const auto cloths = std::ranges::count(model.objects, ObjectKind::cloth, &ModelObject::kind);
  check(cloths == 1, where + ": a vertex of which object? Write OBJECT:NUMBER; there are " + all_names(model));
  return *std::ranges::find(model.objects, ObjectKind::cloth, &ModelObject::kind);
}

}  // namespace

std::string object_name(const Model& model, int object) { return "'" + model.objects[object].name + "'"; }

std::string vertex_name(const Model& model, int vertex) {
  return "vertex " + std::to_string(model.file_vertex[vertex]) + " of " +
         object_name(model, model.vertex_object[vertex]);
}

std::string edge_name(const Model& model, int a, int b) {
  return "edge " + std::to_string(model.file_vertex[a]) + "-" + std::to_string(model.file_vertex[b]) + " of " +
         object_name(model, model.vertex_object[a]);
}

std::string triangle_name(const Model& model, int triangle) {
  return "triangle " + std::to_string(model.file_face[triangle]) + " of " +
         object_name(model, model.triangle_object[triangle]);
}

std::string crossing_name(const Model& model, const Crossing& crossing) {
  return edge_name(model, crossing.edge.x, crossing.edge.y) + " and " + triangle_name(model, crossing.triangle);
}

std::string state_name(uint64_t hash) { return printed("%016llx", static_cast<unsigned long long>(hash)); }

ObjectLevel find_level(const Model& model, const std::string& words, const std::string& option) {
  const std::string where = option + " " + words;
  const size_t colon = words.rfind(':');  // names may hold colons, numbers do not
  const int level = colon == words.npos ? -1 : number_of(words.substr(colon + 1)).value_or(-1);
  check(level >= 0, where + ": write OBJECT:LEVEL, level 0 being the object's bounds");
  return {object_called(model, words.substr(0, colon), where), level};
}

int find_vertex(const Model& model, const std::string& words, const std::string& option) {
  const std::string where = option + " " + words;
  const size_t colon = words.rfind(':');  // names may hold colons, numbers do not
  const bool alone = colon == words.npos;
  const std::optional<int> number = number_of(alone ? words : words.substr(colon + 1));
  check(number.has_value(), where + ": write OBJECT:NUMBER, or a number alone for the only cloth");
  const ModelObject& object =
      alone ? only_object(model, where) : model.objects[object_called(model, words.substr(0, colon), where)];
  int last = 0;
  for (int v = object.vertices.begin; v < object.vertices.end; ++v) {
    if (model.file_vertex[v] == *number) return v;
    last = std::max(last, model.file_vertex[v]);
  }
  check(*number < 0 || *number > last,
        where + ": in '" + object.name + "' no face has this vertex, or it lies where another does and is one with it");
  throw InputError(where + ": '" + object.name + "' has vertices 0 to " + std::to_string(last));
}

}  // namespace raycloth
