#include "sim/scene/cuts.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "device/error.h"
#include "sim/scene/json/numbers.h"

namespace raycloth {
namespace {

constexpr int kMostVertices = 1'000'000'000;

/// What is chosen by number, where vertices with these births are new.
void choose_parts(const Mesh& mesh, int first, std::span<const std::vector<Birth>> births, std::vector<int>& numbers) {
  std::set<int> there, chosen;
  for (int v = 0; v < first; ++v) there.insert(mesh.vertex_number(v));
  std::ranges::copy_if(numbers, std::inserter(chosen, chosen.end()), [&](int n) { return there.contains(n); });
  int made = first;
  for (const std::vector<Birth>& cut : births)
    for (const Birth& birth : cut) {
      if (birth.parts && chosen.contains(mesh.vertex_number(birth.from))) chosen.insert(mesh.vertex_number(made));
      ++made;
    }
  numbers.assign(chosen.begin(), chosen.end());
}

EdgeSplit read_split(const JsonValue& json) {
  const std::vector<JsonValue> parts = json.items();
  if (parts.size() != 3) json.refuse("[vertex, vertex, part of the way between them]");
  return {parts[0].whole(0, kMostVertices), parts[1].whole(0, kMostVertices), parts[2].number(0, 1)};
}

Cut read_cut(const JsonValue& json) {
  json.allow({"splits", "paths"});
  Cut cut;
  if (const auto splits = json.find("splits"))
    for (const JsonValue& split : splits->items()) cut.splits.push_back(read_split(split));
  for (const JsonValue& vertices : json.at("paths").items()) {
    std::vector<int>& path = cut.paths.emplace_back();
    for (const JsonValue& vertex : vertices.items()) path.push_back(vertex.whole(0, kMostVertices));
  }
  return cut;
}

}  // namespace

void change_cuts(SceneObject& object, const std::vector<Cut>& cuts) {
  check(object.kind == ObjectKind::cloth || cuts.empty(), "found cuts of a solid or a shell, expected them of cloth");
  const auto common = static_cast<std::ptrdiff_t>(common_cuts(object.cut.cuts, cuts));
  const auto kept = std::span(object.cut.births).first(common);
  size_t first = object.cut.whole ? object.cut.whole->positions.size() : object.mesh.positions.size();
  for (const std::vector<Birth>& births : kept) first += births.size();
  change_cuts(object.mesh, object.cut, cuts);
  const auto born = std::span(std::as_const(object.cut.births)).subspan(common);
  std::vector<float>& factors = object.thickness_map;
  if (!factors.empty()) {
    factors.resize(first);
    for (const std::vector<Birth>& cut : born)
      for (const Birth& birth : cut) factors.push_back(value_at(birth, factors));
  }
  const int present = static_cast<int>(first);
  choose_parts(object.mesh, present, born, object.pins.numbers);
  for (AttachmentDesc& attachment : object.attachments)
    choose_parts(object.mesh, present, born, attachment.vertices.numbers);
}

std::vector<Cut> read_cuts(const JsonValue& json) {
  std::vector<Cut> cuts;
  for (const JsonValue& cut : json.items()) cuts.push_back(read_cut(cut));
  return cuts;
}

nlohmann::ordered_json cuts_json(const std::vector<Cut>& cuts) {
  auto json = nlohmann::ordered_json::array();
  for (const Cut& cut : cuts) {
    nlohmann::ordered_json& entry = json.emplace_back();
    for (const EdgeSplit& split : cut.splits)
      entry["splits"].push_back(nlohmann::ordered_json::array({split.from, split.to, number_json(split.t)}));
    entry["paths"] = cut.paths;
  }
  return json;
}

}  // namespace raycloth
