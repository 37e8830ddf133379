#include "sim/scene/json/json.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "device/error.h"
#include "sim/text.h"

namespace raycloth {
namespace {

std::string short_text(const nlohmann::json& json) {
  constexpr size_t kLongest = 60;
  const std::string text = json.dump();
  return text.size() <= kLongest ? text : text.substr(0, kLongest - 3) + "...";
}

std::string range_text(double min, double max) {
  std::ostringstream text;
  text << "in [" << min << ", " << max << "]";
  return text.str();
}

std::string line_and_column(const std::string& text, size_t byte) {
  const size_t end = std::min(byte > 0 ? byte - 1 : 0, text.size());
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
  const size_t newline = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const size_t column = newline == std::string::npos ? end + 1 : end - newline;
  return std::to_string(line) + ":" + std::to_string(column);
}

/// The library's message without its own account of the place.
std::string reason(const std::string& what) {
  const size_t at = what.find("syntax error");
  return at == std::string::npos ? what : what.substr(at);
}

template <class Json>
Json parse(const std::string& text, const std::string& name) {
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    throw InputError(name + ":" + line_and_column(text, error.byte) + ": not valid JSON: " + reason(error.what()));
  } catch (const nlohmann::json::exception& error) {
    throw InputError(name + ": not valid JSON: " + error.what());
  }
}

}  // namespace

std::string read_json_text(const std::string& file) {
  check(std::filesystem::exists(file), file + ": no such file");
  check(!std::filesystem::is_directory(file), file + ": found a folder, expected a scene file");
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream read;
  read << stream.rdbuf();
  check(stream.good(), file + ": cannot be read, expected a scene file");
  return read.str();
}

nlohmann::json parse_json(const std::string& text, const std::string& name) {
  return parse<nlohmann::json>(text, name);
}

nlohmann::ordered_json parse_ordered_json(const std::string& text, const std::string& name) {
  return parse<nlohmann::ordered_json>(text, name);
}

void JsonValue::refuse(const std::string& expected) const {
  throw InputError(place() + ": found " + short_text(*json_) + ", expected " + expected);
}

void JsonValue::allow(std::initializer_list<const char*> keys) const {
  if (!json_->is_object()) refuse("an object");
  for (const auto& [key, value] : json_->items()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    throw InputError(file_ + ": " + path_ + "/" + key + ": unknown key, expected one of " + joined(keys));
  }
}

std::optional<JsonValue> JsonValue::find(const char* key) const {
  if (!json_->is_object()) refuse("an object");
  const auto found = json_->find(key);
  if (found == json_->end()) return std::nullopt;
  return JsonValue(*found, file_, path_ + "/" + key);
}

JsonValue JsonValue::at(const char* key) const {
  const auto found = find(key);
  check(found.has_value(), place() + ": '" + key + "' is missing");
  return *found;
}

std::vector<JsonValue> JsonValue::items() const {
  if (!json_->is_array()) refuse("a list");
  std::vector<JsonValue> values;
  for (const auto& item : *json_) values.emplace_back(item, file_, path_ + "/" + std::to_string(values.size()));
  return values;
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members() const {
  if (!json_->is_object()) refuse("an object");
  std::vector<std::pair<std::string, JsonValue>> values;
  for (const auto& [key, value] : json_->items()) values.emplace_back(key, JsonValue(value, file_, path_ + "/" + key));
  return values;
}

float JsonValue::number(float min, float max) const {
  const auto expected = [&] { return "a number " + range_text(min, max); };
  if (!json_->is_number()) refuse(expected());
  const float value = json_->get<float>();
  if (!(value >= min && value <= max)) refuse(expected());
  return value;
}

int JsonValue::whole(int min, int max) const {
  const auto expected = [&] { return "a whole number " + range_text(min, max); };
  if (!json_->is_number_integer()) refuse(expected());
  const auto value = json_->get<double>();  // holds what would not fit an int
  if (value < min || value > max) refuse(expected());
  return static_cast<int>(value);
}

Vec3 JsonValue::vec3(float min, float max) const {
  if (!json_->is_array() || json_->size() != 3) refuse("three numbers " + range_text(min, max));
  const auto parts = items();
  return {parts[0].number(min, max), parts[1].number(min, max), parts[2].number(min, max)};
}

bool JsonValue::flag() const {
  if (json_->is_boolean()) return json_->get<bool>();
  if (*json_ == "on") return true;
  if (*json_ == "off") return false;
  refuse("true or false");
}

std::string JsonValue::text() const {
  if (!json_->is_string()) refuse("a text");
  return json_->get<std::string>();
}

int JsonValue::word(std::span<const char* const> words) const {
  const auto found =
      json_->is_string() ? std::find(words.begin(), words.end(), json_->get<std::string>()) : words.end();
  if (found != words.end()) return static_cast<int>(found - words.begin());
  std::string known;
  for (const char* word : words) known += (known.empty() ? "\"" : ", \"") + std::string(word) + "\"";
  refuse("one of " + known);
}

}  // namespace raycloth
