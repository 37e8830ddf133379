// A value of a JSON file that knows where it stands, so that everything that does not fit is refused with
// file and path ("ball.json: /objects/1/color: found 3, expected three numbers in [0, 1]"). Knows nothing of
// scenes.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/math.h"

namespace raycloth {

/// The text of a scene file. Throws InputError where it cannot be read.
std::string read_json_text(const std::string& file);

/// Of a text; `name` begins messages. Throws InputError with line and column where it is no JSON.
nlohmann::json parse_json(const std::string& text, const std::string& name);
/// With the members of objects in the order of the text.
nlohmann::ordered_json parse_ordered_json(const std::string& text, const std::string& name);

class JsonValue {
 public:
  /// `json` must outlive this and all values reached from it.
  JsonValue(const nlohmann::json& json, std::string file, std::string path = "")
      : json_(&json), file_(std::move(file)), path_(std::move(path)) {}

  const nlohmann::json& json() const { return *json_; }
  const std::string& file() const { return file_; }

  /// Refuses anything but an object whose keys are all among `keys`.
  void allow(std::initializer_list<const char*> keys) const;
  std::optional<JsonValue> find(const char* key) const;
  JsonValue at(const char* key) const;                             // refuses when it is missing
  std::vector<JsonValue> items() const;                            // of an array
  std::vector<std::pair<std::string, JsonValue>> members() const;  // of an object

  float number(float min, float max) const;
  int whole(int min, int max) const;
  Vec3 vec3(float min, float max) const;
  bool flag() const;  // true, false, "on", "off"
  std::string text() const;
  int word(std::span<const char* const> words) const;  // index of the text among `words`

  [[noreturn]] void refuse(const std::string& expected) const;
  /// "FILE: PATH", to begin a message with.
  std::string place() const { return file_ + ": " + (path_.empty() ? "/" : path_); }

 private:
  const nlohmann::json* json_;
  std::string file_, path_;
};

}  // namespace raycloth
