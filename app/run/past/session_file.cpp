// Sessions as JSON lines, read strictly.
#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/run/build_info.h"
#include "app/run/past/session.h"
#include "device/error.h"
#include "sim/model/cuts.h"
#include "sim/model/pins.h"
#include "sim/scene/cuts.h"
#include "sim/scene/json/json.h"
#include "sim/scene/read.h"
#include "sim/text.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr int kLastFrame = 1'000'000'000;
constexpr float kFar = 1e6f;  // m

Json numbers(Vec3 v) {
  return {v.x, v.y, v.z};  // as doubles, which hold every float
}

struct Writing {
  const Model& model;
  Json& line;

  void operator()(const GrabAction& grab) const {
    const int object = model.triangle_object[grab.triangle];
    line["grab"] = grab.id;
    line["object"] = model.objects[object].name;
    line["triangle"] = grab.triangle - model.objects[object].triangles.begin;
    line["barycentric"] = numbers(grab.barycentric);
  }
  void operator()(const MoveAction& move) const {
    line["move"] = move.id;
    line["target"] = numbers(move.target);
    if (move.strength != 1) line["strength"] = move.strength;
  }
  void operator()(const ReleaseAction& release) const { line["release"] = release.id; }
  void operator()(const SettingsAction& change) const {
    for (const auto& [key, value] : change.values) line["set"][key] = value;
  }
  void operator()(const MaterialAction& change) const {
    line["object"] = model.objects[change.object].name;
    for (const auto& [key, value] : change.values) line["material"][key] = value;
  }
  void operator()(const PinAction& change) const {
    Json& objects = line[change.on ? "pin" : "unpin"];
    for (const int v : change.vertices)
      objects[model.objects[model.vertex_object[v]].name].push_back(model.file_vertex[v]);
  }
  void operator()(const CutAction& change) const {
    line["object"] = model.objects[change.object].name;
    line["cuts"] = cuts_json(change.cuts);
  }
  void operator()(const ResetAction&) const { line["reset"] = true; }
};

/// Follows the session while it is read, so that every line can be held against what came before.
class Reader {
 public:
  Reader(const Model& model, const Settings& settings) : first_(model), settings_(settings) {
    for (const ModelObject& object : model.objects) materials_.push_back(object.material);
  }

  void header(const JsonValue& json) const {
    if (!json.find("raycloth_session")) json.refuse("a first line like {\"raycloth_session\": 1}");
    json.allow({"raycloth_session", "scene", "triangles", "commit"});
    const int version = json.at("raycloth_session").whole(0, kLastFrame);
    if (version != kVersion) json.at("raycloth_session").refuse("format " + std::to_string(kVersion));
    const auto count = json.find("triangles");
    if (count && count->whole(0, kLastFrame) != static_cast<int>(first_.triangles.size()))
      count->refuse(std::to_string(first_.triangles.size()) + ", as the scene has: was it recorded with another?");
  }

  SessionEvent event(const JsonValue& json) {
    json.allow({"frame", "grab", "object", "triangle", "barycentric", "rest", "move", "target", "strength", "release",
                "set", "material", "pin", "unpin", "cuts", "reset"});
    const int frame = json.at("frame").whole(0, kLastFrame);
    if (frame < frame_) json.at("frame").refuse("frame " + std::to_string(frame_) + " or a later one");
    frame_ = frame;
    return {frame, action(json)};
  }

 private:
  Action action(const JsonValue& json) {
    if (json.find("grab")) return grab(json);
    if (json.find("move")) return move(json);
    if (const auto id = json.find("release")) {
      const ReleaseAction release{held(*id)};
      held_[release.id] = false;
      return release;
    }
    if (const auto values = json.find("set")) return settings(*values);
    if (json.find("material")) return material(json);
    if (const auto objects = json.find("pin")) return PinAction{vertices(*objects), true};
    if (const auto objects = json.find("unpin")) return PinAction{vertices(*objects), false};
    if (json.find("cuts")) return cut(json);
    if (!json.find("reset")) json.refuse("one of grab, move, release, set, material, pin, unpin, cuts, reset");
    held_ = {};
    frame_ = 0;
    return ResetAction{};
  }

  MoveAction move(const JsonValue& json) const {
    const auto strength = json.find("strength");
    return {held(json.at("move")), json.at("target").vec3(-kFar, kFar), strength ? strength->number(0, 1) : 1};
  }

  int grab_id(const JsonValue& json) const { return json.whole(0, Simulation::kMaxGrabs - 1); }

  int held(const JsonValue& json) const {
    const int id = grab_id(json);
    if (!held_[id]) json.refuse("a grab that holds something in this frame");
    return id;
  }

  /// Grabs take the first free place, as Simulation::grab does.
  GrabAction grab(const JsonValue& json) {
    const int id = grab_id(json.at("grab"));
    const auto free = static_cast<int>(std::find(held_.begin(), held_.end(), false) - held_.begin());
    if (id != free) json.at("grab").refuse(std::to_string(free) + ", the first that is free");
    held_[id] = true;
    const ModelObject& object = model().objects[object_index(json)];
    if (object.kind != ObjectKind::cloth) json.at("object").refuse("a cloth");
    if (const auto rest = json.find("rest")) {
      const SurfacePoint point = nearest_point(model(), object.triangles, rest->vec3(-kFar, kFar));
      return {id, point.triangle, point.barycentric};
    }
    const int triangle = json.at("triangle").whole(0, object.triangles.size() - 1);
    const Vec3 barycentric = json.at("barycentric").vec3(0, 1);
    const float sum = barycentric.x + barycentric.y + barycentric.z;
    if (!(sum > 0.999f && sum < 1.001f)) json.at("barycentric").refuse("three numbers that add up to 1");
    return {id, object.triangles.begin + triangle, barycentric};
  }

  int object_index(const JsonValue& json) const { return object_named(json.at("object").text(), json.at("object")); }

  int object_named(const std::string& name, const JsonValue& json) const {
    for (size_t i = 0; i < model().objects.size(); ++i)
      if (model().objects[i].name == name) return static_cast<int>(i);
    json.refuse("the name of an object of the scene");
  }

  /// Of {"sheet": [0, 50]}, ascending.
  std::vector<int> vertices(const JsonValue& json) const {
    std::vector<int> chosen;
    for (const auto& [name, numbers] : json.members()) {
      const int object = object_named(name, json);
      if (model().objects[object].kind != ObjectKind::cloth) numbers.refuse("numbers of vertices of a cloth");
      VertexSelection selection;
      for (const JsonValue& number : numbers.items()) selection.numbers.push_back(number.whole(0, kLastFrame));
      const std::vector<int> found = chosen_of(object, selection, numbers);
      chosen.insert(chosen.end(), found.begin(), found.end());
    }
    if (chosen.empty()) json.refuse("objects with the numbers of their vertices");
    std::ranges::sort(chosen);
    return chosen;
  }

  std::vector<int> chosen_of(int object, const VertexSelection& selection, const JsonValue& json) const {
    try {
      return chosen_vertices(model(), object, selection);
    } catch (const InputError& error) {
      throw InputError(json.place() + ": " + error.what());
    }
  }

  SettingsAction settings(const JsonValue& json) {
    const Settings before = settings_;
    read_settings(json, settings_);
    return difference(before, settings_);
  }

  MaterialAction material(const JsonValue& json) {
    const int object = object_index(json);
    const Material before = materials_[object];
    const ModelObject& owner = model().objects[object];
    std::vector<std::string> news;  // of older words; sessions have nobody to tell
    read_material(json.at("material"), owner.name, matter_of(owner.kind, owner.motion), materials_[object], news);
    return difference(object, before, materials_[object]);
  }

  /// What comes after it is of the model that is cut.
  CutAction cut(const JsonValue& json) {
    CutAction change{object_index(json), read_cuts(json.at("cuts"))};
    try {
      cut_ = with_cuts(model(), change.object, change.cuts);
    } catch (const InputError& error) {
      throw InputError(json.at("cuts").place() + ": " + error.what());
    }
    return change;
  }

  const Model& model() const { return cut_ ? *cut_ : first_; }

  const Model& first_;
  std::optional<Model> cut_;
  Settings settings_;
  std::vector<Material> materials_;
  std::array<bool, Simulation::kMaxGrabs> held_{};
  int frame_ = 0;
};

nlohmann::json parse_line(const std::string& line, const std::string& place) {
  try {
    return nlohmann::json::parse(line);
  } catch (const nlohmann::json::parse_error& error) {
    throw InputError(place + ":" + std::to_string(error.byte) + ": not valid JSON, expected an object on one line");
  } catch (const nlohmann::json::exception& error) {
    throw InputError(place + ": not valid JSON: " + error.what());
  }
}

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

}  // namespace

bool is_session_file(const std::filesystem::path& file) { return ending_of(file) == ".jsonl"; }

Session read_session(const std::filesystem::path& file, const Model& model, const Settings& settings) {
  check(std::filesystem::exists(file), file.string() + ": no such file");
  check(!std::filesystem::is_directory(file), file.string() + ": found a folder, expected a session file");
  std::ifstream stream(file, std::ios::binary);
  check(stream.good(), file.string() + ": cannot be read, expected a session file");
  Reader reader(model, settings);
  Session session;
  std::string line;
  int number = 0;
  while (std::getline(stream, line)) {
    const std::string place = file.string() + ":" + std::to_string(++number);
    if (number > 1 && is_blank(line)) continue;
    const nlohmann::json json = parse_line(line, place);
    if (number == 1)
      reader.header({json, place});
    else
      session.events.push_back(reader.event({json, place}));
  }
  check(!stream.bad(), file.string() + ": reading failed after line " + std::to_string(number));
  check(number > 0, file.string() + ":1: found nothing, expected a first line like {\"raycloth_session\": 1}");
  return session;
}

std::string session_header(const std::string& scene, const Model& model) {
  return Json{{"raycloth_session", kVersion},
              {"scene", scene},
              {"triangles", model.triangles.size()},
              {"commit", build_commit()}}
      .dump();
}

std::string session_line(const SessionEvent& event, const Model& model) {
  Json line;
  line["frame"] = event.frame;
  std::visit(Writing{model, line}, event.action);
  return line.dump();
}

}  // namespace raycloth
