#include "sim/settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "device/error.h"
#include "sim/text.h"

namespace raycloth {
namespace {

constexpr const char* kRayTracerNames[] = {"auto", "bvh", "brute-force", "iterative"};
constexpr const char* kInversionNames[] = {"off", "last-step", "remembered"};

using S = Settings;
constexpr SettingInfo kSettings[] = {
    {"time_step", "solver", "s", 0.001f, 0.1f, "length of one step", &S::time_step},
    {"substeps", "solver", "", 1, 200, "solver steps per step; a multiple of detections", &S::substeps},
    {"detections", "solver", "", 1, 50, "collision detections per step", &S::detections},
    {"contact_iterations", "solver", "", 1, 50, "passes over the contacts per substep", &S::contact_iterations},
    {"push_out_speed", "solver", "m/s", 0, 10, "speed at which an existing overlap may be corrected",
     &S::push_out_speed},
    {"overlap_tolerance", "solver", "", 0, 1,
     "part of a contact's distance that overlaps undone slowly, not at push_out_speed", &S::overlap_tolerance},
    {"warm_start", "solver", "", 0, 1, "part of a contact's impulse that the next substep begins with", &S::warm_start},
    {"speed_limit", "solver", "m/s", 0.1f, 1000, "no vertex moves faster", &S::speed_limit},
    {"damping", "solver", "1/s", 0, 100, "damping of all velocities", &S::damping},
    {"gravity", "environment", "m/s^2", -100, 100, "acceleration of free fall", &S::gravity},
    {"wind", "environment", "m/s", -100, 100, "velocity of the air", &S::wind},
    {"air_density", "environment", "kg/m^3", 0, 10, "1.2 is air at sea level", &S::air_density},
    {"drag_coefficient", "environment", "", 0, 10, "1.28 is a flat plate across the flow", &S::drag_coefficient},
    {"rigid_tracer", "collision", "", 0, 3, "ray tracer for targets that keep their shape", &S::rigid_tracer},
    {"deformable_tracer", "collision", "", 0, 3, "ray tracer for cloth and soft targets", &S::deformable_tracer},
    {"inversion", "collision", "", 0, 2, "what is remembered about the side of a contact", &S::inversion},
    {"reprojection", "collision", "", 0, 1, "measure rays along the normal of the triangle they hit", &S::reprojection},
    {"bent_rays", "collision", "", 0, 1, "bend rays toward the motion of their vertex as the target sees it",
     &S::bent_rays},
    {"predictions", "collision", "", 0, 1, "detect contacts before they happen", &S::predictions},
    {"response_uses_predictions", "collision", "", 0, 1, "let predictions act before they are violated",
     &S::response_uses_predictions},
    {"self_collision", "collision", "", 0, 1, "cloth against itself", &S::self_collision},
    {"prediction_distance", "collision", "m", 0, 1, "how far ahead contacts are predicted", &S::prediction_distance},
    {"edge_contacts", "collision", "", 0, 1, "edges against edges, where vertex rays see nothing", &S::edge_contacts},
    {"count_work", "collision", "", 0, 1, "add up rays, hierarchy nodes and triangle tests", &S::count_work},
};

std::string number_text(float value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;  // the shortest that reads back
  return {buffer, end};
}

[[noreturn]] void refuse(std::string_view key, std::string_view value, const std::string& expected) {
  throw InputError(std::string(key) + ": found '" + std::string(value) + "', expected " + expected);
}

std::string range_text(const SettingInfo& info) {
  return "in [" + number_text(info.min) + ", " + number_text(info.max) + "]" +
         (*info.unit ? std::string(" ") + info.unit : "");
}

std::string words_text(std::span<const char* const> words) { return "one of " + joined(words); }

bool is_blank(char c) { return c == ' ' || c == ',' || c == '\t'; }

/// The numbers of "0 -9.81 0" or "0,-9.81,0"; nothing when any part is not a finite number.
std::optional<std::vector<float>> parse_numbers(std::string_view text) {
  std::vector<float> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    while (at != end && is_blank(*at)) ++at;
    if (at == end) return numbers;
    float number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || !std::isfinite(number) || (next != end && !is_blank(*next))) return std::nullopt;
    numbers.push_back(number);
    at = next;
  }
}

bool within(const SettingInfo& info, const std::vector<float>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [&](float x) { return x >= info.min && x <= info.max; });
}

// One `assign` per type a setting can have.

void assign(Settings& s, const SettingInfo& info, float Settings::*member, std::string_view value) {
  const auto numbers = parse_numbers(value);
  if (!numbers || numbers->size() != 1 || !within(info, *numbers))
    refuse(info.key, value, "a number " + range_text(info));
  s.*member = numbers->front();
}

void assign(Settings& s, const SettingInfo& info, int Settings::*member, std::string_view value) {
  const auto numbers = parse_numbers(value);
  if (!numbers || numbers->size() != 1 || !within(info, *numbers) || std::floor((*numbers)[0]) != (*numbers)[0])
    refuse(info.key, value, "a whole number " + range_text(info));
  s.*member = static_cast<int>(numbers->front());
}

void assign(Settings& s, const SettingInfo& info, Vec3 Settings::*member, std::string_view value) {
  const auto numbers = parse_numbers(value);
  if (!numbers || numbers->size() != 3 || !within(info, *numbers))
    refuse(info.key, value, "three numbers, each " + range_text(info));
  s.*member = Vec3((*numbers)[0], (*numbers)[1], (*numbers)[2]);
}

void assign(Settings& s, const SettingInfo& info, bool Settings::*member, std::string_view value) {
  const bool on = value == "on" || value == "true";
  if (!on && value != "off" && value != "false") refuse(info.key, value, "on or off");
  s.*member = on;
}

template <class Enum>
Enum word_value(const char* key, std::string_view value, std::span<const char* const> words) {
  const auto found = std::find(words.begin(), words.end(), value);
  if (found == words.end()) refuse(key, value, words_text(words));
  return static_cast<Enum>(found - words.begin());
}

void assign(Settings& s, const SettingInfo& info, RayTracer Settings::*member, std::string_view value) {
  s.*member = word_value<RayTracer>(info.key, value, kRayTracerNames);
}

void assign(Settings& s, const SettingInfo& info, Inversion Settings::*member, std::string_view value) {
  s.*member = word_value<Inversion>(info.key, value, kInversionNames);
}

std::string text_of(float value) { return number_text(value); }
std::string text_of(int value) { return std::to_string(value); }
std::string text_of(bool value) { return value ? "on" : "off"; }
std::string text_of(RayTracer value) { return kRayTracerNames[static_cast<int>(value)]; }
std::string text_of(Inversion value) { return kInversionNames[static_cast<int>(value)]; }
std::string text_of(const Vec3& v) { return number_text(v.x) + " " + number_text(v.y) + " " + number_text(v.z); }

const SettingInfo& find_setting(std::string_view key) {
  for (const SettingInfo& info : kSettings)
    if (key == info.key) return info;
  std::vector<const char*> keys;
  for (const SettingInfo& info : kSettings) keys.push_back(info.key);
  throw InputError(std::string(key) + ": no such setting, expected " + words_text(keys));
}

}  // namespace

std::span<const SettingInfo> setting_list() { return kSettings; }
std::span<const char* const> ray_tracer_names() { return kRayTracerNames; }
std::span<const char* const> inversion_names() { return kInversionNames; }

void set(Settings& settings, std::string_view key, std::string_view value) {
  if (key == "ray_tracer") {
    const auto tracer = word_value<RayTracer>("ray_tracer", value, kRayTracerNames);
    settings.rigid_tracer = settings.deformable_tracer = tracer;
    return;
  }
  const SettingInfo& info = find_setting(key);
  std::visit([&](auto member) { assign(settings, info, member, value); }, info.member);
}

std::string get(const Settings& settings, std::string_view key) {
  const SettingInfo& info = find_setting(key);
  return std::visit([&](auto member) { return text_of(settings.*member); }, info.member);
}

void fit(Settings& settings, std::string_view edited) {
  const auto nearest = [](int wanted, int last, auto fits) {
    for (int away = 0; away <= wanted + last; ++away)
      for (const int value : {wanted - away, wanted + away})
        if (value >= 1 && value <= last && fits(value)) return value;
    throw std::logic_error("no number of substeps and detections fits");
  };
  const int substeps = settings.substeps, detections = settings.detections;
  const auto last_of = [](std::string_view key) { return static_cast<int>(find_setting(key).max); };
  if (edited == "substeps")
    settings.substeps = nearest(substeps, last_of(edited), [&](int value) { return value % detections == 0; });
  if (edited == "detections")
    settings.detections = nearest(detections, last_of(edited), [&](int value) { return substeps % value == 0; });
}

void validate(const Settings& settings) {
  for (const SettingInfo& info : kSettings) {
    Settings copy = settings;  // values may have been written past `set`
    set(copy, info.key, get(settings, info.key));
  }
  check(settings.substeps % settings.detections == 0, "substeps: found " + std::to_string(settings.substeps) +
                                                          ", expected a multiple of detections (" +
                                                          std::to_string(settings.detections) + ")");
}

}  // namespace raycloth
