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

using S = Settings;

template <class Enum>
Enum enum_of(Enum S::*);

/// The row's value for an enumeration and the words for its values.
template <auto member>
constexpr Choice choice(std::span<const char* const> words) {
  using Enum = decltype(enum_of(member));
  return {words, [](const S& s) { return static_cast<int>(s.*member); },
          [](S& s, int value) { s.*member = static_cast<Enum>(value); }};
}

constexpr SettingInfo kSettings[] = {
    {"time_step", "solver", "s", 0.001f, 0.1f, "length of one step", &S::time_step},
    {"substeps", "solver", "", 1, 200, "solver steps per step; a multiple of detections", &S::substeps},
    {"care_substeps", "solver", "", 1, 16,
     "times as many substeps, of 0.1 ms or more, where much would have met or wind drives hard, and for ten steps "
     "after; for strain alone four times at most",
     &S::care_substeps},
    {"detections", "solver", "", 0, 50,
     "collision detections per step; auto: one, two where what touches moves fast, more where things would meet",
     &S::detections, "auto"},
    {"contact_iterations", "solver", "", 1, kMostPasses, "passes over the contacts per substep, at most",
     &S::contact_iterations},
    {"contact_tolerance", "solver", "", 0, 0.1f,
     "passes end when none has moved a contact by more than this part of its distance", &S::contact_tolerance},
    {"push_out_speed", "solver", "m/s", 0, 10, "speed at which an overlap is undone; it is no velocity",
     &S::push_out_speed},
    {"overlap_tolerance", "solver", "", 0, 1,
     "part of a contact's distance that overlaps undone slowly, not at push_out_speed", &S::overlap_tolerance},
    {"warm_start", "solver", "", 0, 1, "part of a contact's impulse that the next substep begins with", &S::warm_start},
    {"speed_limit", "solver", "m/s", 0.1f, 1000, "no vertex moves faster", &S::speed_limit},
    {"damping", "solver", "1/s", 0, 100, "damping of all velocities", &S::damping},
    {"sleep", "solver", "", 0, 1, "what is still everywhere for half a second stays as it is until something changes",
     &S::sleep},
    {"gravity", "environment", "m/s^2", -100, 100, "acceleration of free fall", &S::gravity},
    {"wind", "environment", "m/s", -100, 100, "velocity of the air", &S::wind},
    {"wind_gust", "environment", "m/s", 0, 100, "what gusts add to the wind at most", &S::wind_gust},
    {"wind_gust_period", "environment", "s", 0.05f, 60, "from one gust to the next", &S::wind_gust_period},
    {"wind_turbulence", "environment", "", 0, 2, "part of a gust that blows in any direction", &S::wind_turbulence},
    {"air_density", "environment", "kg/m^3", 0, 10, "1.2 is air at sea level", &S::air_density},
    {"drag_coefficient", "environment", "", 0, 10, "1.28 is a flat plate across the flow", &S::drag_coefficient},
    {"handler", "collision", "", 0, 0, "who handles collisions; without a handler only the ground holds cloth",
     choice<&S::handler>(kHandlerNames)},
    {"self_collision", "collision", "", 0, 1, "cloth against itself", &S::self_collision},
    {"safety_net", "collision", "", 0, 1, "check every motion, and correct what would cross", &S::safety_net},
    {"untangling", "collision", "", 0, 1, "take apart what crosses", &S::untangling},
    {"count_work", "collision", "", 0, 1, "add up rays, hierarchy nodes and triangle tests", &S::count_work},
    {"rigid_tracer", "rays", "", 0, 0, "ray tracer for targets that keep their shape",
     choice<&S::rigid_tracer>(kRayTracerNames)},
    {"deformable_tracer", "rays", "", 0, 0, "ray tracer for cloth and soft targets",
     choice<&S::deformable_tracer>(kRayTracerNames)},
    {"inversion", "rays", "", 0, 0, "what is remembered about the side of a contact",
     choice<&S::inversion>(kInversionNames)},
    {"reprojection", "rays", "", 0, 1, "measure rays along the normal of the triangle they hit", &S::reprojection},
    {"bent_rays", "rays", "", 0, 1, "bend rays toward the motion of their vertex as the target sees it", &S::bent_rays},
    {"predictions", "rays", "", 0, 1, "detect contacts before they happen", &S::predictions},
    {"response_uses_predictions", "rays", "", 0, 1, "let predictions act before they are violated",
     &S::response_uses_predictions},
    {"prediction_distance", "rays", "m", 0, 1, "how far ahead contacts are predicted", &S::prediction_distance},
    {"edge_contacts", "rays", "", 0, 1, "edges against edges, where vertex rays see nothing", &S::edge_contacts},
    {"proximity", "bridson", "", 0, 1, "bridson: push apart what is nearer than the fabric is thick", &S::proximity},
    {"continuous", "bridson", "", 0, 1, "bridson: stop what would meet on its way, in at most five rounds",
     &S::continuous},
    {"impact_zones", "bridson", "", 0, 1, "bridson: move as one rigid body what would meet all the same",
     &S::impact_zones},
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
  if (info.zero && value == info.zero) return static_cast<void>(s.*member = 0);
  const auto numbers = parse_numbers(value);
  if (!numbers || numbers->size() != 1 || !within(info, *numbers) || std::floor((*numbers)[0]) != (*numbers)[0])
    refuse(info.key, value, "a whole number " + range_text(info) + (info.zero ? std::string(" or ") + info.zero : ""));
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

int place_of_word(const char* key, std::string_view value, std::span<const char* const> words) {
  const auto found = std::find(words.begin(), words.end(), value);
  if (found == words.end()) refuse(key, value, words_text(words));
  return static_cast<int>(found - words.begin());
}

void assign(Settings& s, const SettingInfo& info, const Choice& choice, std::string_view value) {
  choice.set(s, place_of_word(info.key, value, choice.words));
}

std::string text_of(float value) { return number_text(value); }
std::string text_of(int value) { return std::to_string(value); }
std::string text_of(bool value) { return value ? "on" : "off"; }
std::string text_of(const Vec3& v) { return number_text(v.x) + " " + number_text(v.y) + " " + number_text(v.z); }

template <class T>
std::string text_of(const S& s, T S::*member) {
  return text_of(s.*member);
}
std::string text_of(const S& s, const Choice& choice) { return choice.words[choice.get(s)]; }

const SettingInfo& find_setting(std::string_view key) {
  for (const SettingInfo& info : kSettings)
    if (key == info.key) return info;
  std::vector<const char*> keys;
  for (const SettingInfo& info : kSettings) keys.push_back(info.key);
  throw InputError(std::string(key) + ": no such setting, expected " + words_text(keys));
}

}  // namespace

std::span<const SettingInfo> setting_list() { return kSettings; }

void set(Settings& settings, std::string_view key, std::string_view value) {
  if (key == "ray_tracer") {
    const int tracer = place_of_word("ray_tracer", value, kRayTracerNames);
    settings.rigid_tracer = settings.deformable_tracer = static_cast<RayTracer>(tracer);
    return;
  }
  const SettingInfo& info = find_setting(key);
  std::visit([&](auto member) { assign(settings, info, member, value); }, info.member);
}

std::string get(const Settings& settings, std::string_view key) {
  const SettingInfo& info = find_setting(key);
  const std::string text = std::visit([&](auto member) { return text_of(settings, member); }, info.member);
  return info.zero && text == "0" ? info.zero : text;
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
  if (detections == 0) return;  // fits all
  if (edited == "substeps")
    settings.substeps = nearest(substeps, last_of(edited), [&](int value) { return value % detections == 0; });
  if (edited == "detections")
    settings.detections = nearest(detections, last_of(edited), [&](int value) { return substeps % value == 0; });
}

int detections_for(const Settings& settings, int wanted) {
  if (settings.detections > 0) return settings.detections;
  int detections = std::clamp(wanted, 1, settings.substeps);
  while (settings.substeps % detections != 0) ++detections;
  return detections;
}

void validate(const Settings& settings) {
  for (const SettingInfo& info : kSettings) {
    Settings copy = settings;  // values may have been written past `set`
    set(copy, info.key, get(settings, info.key));
  }
  if (settings.detections == 0) return;
  check(settings.substeps % settings.detections == 0, "substeps: found " + std::to_string(settings.substeps) +
                                                          ", expected a multiple of detections (" +
                                                          std::to_string(settings.detections) + ")");
}

}  // namespace raycloth
