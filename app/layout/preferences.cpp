#include "app/layout/preferences.h"

#include <nlohmann/json.hpp>
#include <span>

#include "app/run/output/whole_file.h"
#include "app/run/user/folders.h"
#include "device/error.h"
#include "sim/scene/json/json.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr int kMostPixels = 32768;
constexpr float kFar = 32768;          // points
constexpr float kMostBudget = 10'000;  // ms

std::vector<const char*> heat_words() {
  std::vector<const char*> words;
  for (const HeatInfo& heat : kHeats) words.push_back(heat.name);
  return words;
}

// What is missing stays as it is.

void read(const std::optional<JsonValue>& json, bool& value) {
  if (json) value = json->flag();
}

void read(const std::optional<JsonValue>& json, float& value, float min, float max) {
  if (json) value = json->number(min, max);
}

template <class Enum>
void read(const std::optional<JsonValue>& json, Enum& value, std::span<const char* const> words) {
  if (json) value = static_cast<Enum>(json->word(words));
}

void read_box(const JsonValue& json, PanelBox& box) {
  const std::vector<JsonValue> numbers = json.items();
  if (numbers.size() != 4) json.refuse("left, top, width, height");
  box.corner = {numbers[0].number(-kFar, kFar), numbers[1].number(-kFar, kFar)};
  box.size = {numbers[2].number(1, kFar), numbers[3].number(1, kFar)};
}

Json to_json(const PanelBox& box) { return {box.corner.x, box.corner.y, box.size.x, box.size.y}; }

/// Width and height.
std::pair<int, int> read_pair(const JsonValue& json, int least, int most) {
  const std::vector<JsonValue> numbers = json.items();
  if (numbers.size() != 2) json.refuse("width, height");
  return {numbers[0].whole(least, most), numbers[1].whole(least, most)};
}

void read_window(const JsonValue& json, Preferences& preferences) {
  json.allow({"size", "maximized"});
  if (const auto size = json.find("size")) {
    const auto [width, height] = read_pair(*size, 1, kMostPixels);
    preferences.window = {width, height};
  }
  read(json.find("maximized"), preferences.maximized);
}

void read_panels(const JsonValue& json, Preferences& preferences) {
  json.allow({"visible", "side", "width", "box", "tab", "taken_out", "takes"});
  PanelLayout& panels = preferences.panels;
  read(json.find("visible"), preferences.panels_visible);
  read(json.find("side"), panels.side, kPanelSideNames);
  read(json.find("width"), panels.width, PanelLayout::kLeastWidth, kFar);
  if (const auto box = json.find("box")) read_box(*box, panels.box);
  if (const auto takes = json.find("takes")) read_box(*takes, panels.takes.emplace());
  read(json.find("tab"), preferences.tab, kTabNames);
  if (const auto out = json.find("taken_out")) {
    for (const auto& [name, box] : out->members()) {
      const auto known = std::ranges::find(kTabNames, name);
      if (known == kTabNames.end()) out->refuse("names of tabs");
      read_box(box, panels.taken_out[static_cast<Tab>(known - kTabNames.begin())]);
    }
  }
}

void read_look(const JsonValue& json, WindowLook& look) {
  json.allow({"scale", "theme", "backdrop"});
  read(json.find("scale"), look.scale, WindowLook::kLeastScale, WindowLook::kMostScale);
  read(json.find("theme"), look.theme, kThemeNames);
  read(json.find("backdrop"), look.backdrop, kBackdropNames);
}

void read_switches(const JsonValue& json, ViewOptions& view) {
  for (const auto& [name, value] : json.members()) {
    const auto known = std::ranges::find(kViewSwitches, name, &ViewSwitch::name);
    if (known == std::end(kViewSwitches)) json.refuse("names of what can be shown");
    view.*known->option = value.flag();
  }
}

void read_view(const JsonValue& json, Preferences& preferences) {
  json.allow({"quality", "heat", "scale_bar", "shown", "orthographic", "count_crossings"});
  read(json.find("quality"), preferences.quality, kQualityNames);
  read(json.find("heat"), preferences.heat, heat_words());
  read(json.find("orthographic"), preferences.orthographic);
  read(json.find("count_crossings"), preferences.counting);
  ViewOptions view;
  read(json.find("scale_bar"), view.scale_bar);  // as earlier versions wrote it
  if (const auto shown = json.find("shown")) read_switches(*shown, view);
  preferences.shown = switches_of(view);
}

void read_film(const JsonValue& json, FilmFormat& film) {
  json.allow({"size", "every"});
  if (const auto size = json.find("size")) {
    const auto [width, height] = read_pair(*size, PictureSize::kLeast, PictureSize::kMost);
    film.size = {width, height};
  }
  if (const auto every = json.find("every")) film.every = every->whole(1, FilmFormat::kMostEvery);
}

Json to_json(const PanelLayout& panels, const Preferences& preferences) {
  Json json = {{"visible", preferences.panels_visible},
               {"side", kPanelSideNames[static_cast<int>(panels.side)]},
               {"width", panels.width},
               {"box", to_json(panels.box)},
               {"tab", kTabNames[static_cast<int>(preferences.tab)]},
               {"taken_out", Json::object()}};
  if (panels.takes) json["takes"] = to_json(*panels.takes);
  for (const auto& [tab, box] : panels.taken_out) json["taken_out"][kTabNames[static_cast<int>(tab)]] = to_json(box);
  return json;
}

}  // namespace

std::filesystem::path preferences_file() {
  const std::filesystem::path folder = config_folder();
  return folder.empty() ? folder : folder / "window.json";
}

Preferences read_preferences(const std::filesystem::path& file) {
  Preferences preferences;
  if (!std::filesystem::exists(file)) return preferences;
  const nlohmann::json parsed = parse_json(read_json_text(file.string()), file.string());
  const JsonValue json(parsed, file.string());
  json.allow({"raycloth_window", "window", "panels", "look", "view", "video", "budget_ms", "tour_seen"});
  json.at("raycloth_window").whole(kVersion, kVersion);
  if (const auto window = json.find("window")) read_window(*window, preferences);
  if (const auto panels = json.find("panels")) read_panels(*panels, preferences);
  if (const auto look = json.find("look")) read_look(*look, preferences.look);
  if (const auto view = json.find("view")) read_view(*view, preferences);
  if (const auto film = json.find("video")) read_film(*film, preferences.film);
  read(json.find("budget_ms"), preferences.budget_ms, 0, kMostBudget);
  read(json.find("tour_seen"), preferences.tour_seen);
  return preferences;
}

void write_preferences(const Preferences& preferences, const std::filesystem::path& file) {
  std::error_code failure;
  std::filesystem::create_directories(file.parent_path(), failure);
  check(!failure, file.parent_path().string() + ": cannot be made: " + failure.message());
  Json json = {{"raycloth_window", kVersion}};
  if (preferences.window.x > 0) json["window"]["size"] = {preferences.window.x, preferences.window.y};
  json["window"]["maximized"] = preferences.maximized;
  json["panels"] = to_json(preferences.panels, preferences);
  json["look"] = {{"scale", preferences.look.scale},
                  {"theme", kThemeNames[static_cast<int>(preferences.look.theme)]},
                  {"backdrop", kBackdropNames[static_cast<int>(preferences.look.backdrop)]}};
  json["view"] = {{"quality", kQualityNames[static_cast<int>(preferences.quality)]},
                  {"heat", kHeats[static_cast<int>(preferences.heat)].name},
                  {"orthographic", preferences.orthographic},
                  {"count_crossings", preferences.counting}};
  json["video"] = {{"size", {preferences.film.size.width, preferences.film.size.height}},
                   {"every", preferences.film.every}};
  for (size_t i = 0; i < preferences.shown.size(); ++i)
    json["view"]["shown"][kViewSwitches[i].name] = preferences.shown[i];
  json["budget_ms"] = preferences.budget_ms;
  json["tour_seen"] = preferences.tour_seen;
  WholeFile whole(file);
  whole.stream() << json.dump(2) << '\n';
  whole.commit();
}

}  // namespace raycloth
