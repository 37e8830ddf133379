#include "sim/scene/thickness.h"

#include <nlohmann/json.hpp>

#include "device/error.h"

namespace raycloth {
namespace {

constexpr const char* kChannels[] = {"red", "green", "blue"};
constexpr float kThinnest = 0.05f, kThickest = 20;  // factors

/// A number for every vertex of the file that the mesh comes from; a sheet is its own file.
std::vector<float> from_values(const JsonValue& json, const Mesh& mesh) {
  std::vector<float> values;
  for (const JsonValue& value : json.items()) values.push_back(value.number(kThinnest, kThickest));
  const bool from_file = !mesh.file_vertices.empty();
  const size_t vertices = from_file ? mesh.file_size : mesh.positions.size();
  check(values.size() == vertices, json.place() + ": found " + std::to_string(values.size()) +
                                       " numbers, expected one for each of the " + std::to_string(vertices) +
                                       " vertices of " + mesh.source);
  if (!from_file) return values;
  std::vector<float> factors;
  for (const int v : mesh.file_vertices) factors.push_back(values[v]);
  return factors;
}

std::vector<float> from_channel(const JsonValue& json, const Mesh& mesh) {
  json.allow({"channel", "from", "to"});
  const int channel = json.at("channel").word(kChannels);
  const float from = json.at("from").number(kThinnest, kThickest), to = json.at("to").number(kThinnest, kThickest);
  check(!mesh.colors.empty(),
        json.place() + ": " + mesh.source + " has no vertex colours, expected lines 'v x y z red green blue'");
  std::vector<float> factors;
  for (size_t v = 0; v < mesh.colors.size(); ++v) {
    const float share = mesh.colors[v][channel];
    check(share >= 0 && share <= 1, json.place() + ": found " + kChannels[channel] + " " + std::to_string(share) +
                                        " at vertex " + std::to_string(mesh.vertex_number(static_cast<int>(v))) +
                                        " of " + mesh.source + ", expected 0 to 1");
    factors.push_back(from + (to - from) * share);
  }
  return factors;
}

}  // namespace

std::vector<float> read_thickness_map(const JsonValue& json, const SceneObject& object) {
  if (object.kind == ObjectKind::solid) json.refuse("none: a solid has no thickness");
  return json.json().is_array() ? from_values(json, object.mesh) : from_channel(json, object.mesh);
}

}  // namespace raycloth
