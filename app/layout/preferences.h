// What a user has arranged and wants to find again: the window, the panels, how they look, how the picture is drawn.
// Kept in a file of the user's; nothing of it is a scene's. Knows neither GLFW nor Dear ImGui.
#pragma once

#include <filesystem>

#include "app/layout/panel_layout.h"
#include "app/view/heat.h"
#include "app/view/picture_size.h"
#include "app/view/quality.h"
#include "app/view/view_switches.h"
#include "app/view/window_look.h"

namespace raycloth {

struct Preferences {
  static constexpr float kUsualBudget = 1000.0f / 60;  // ms

  Int2 window{0};  // size in units of the mouse; 0: as at first
  bool maximized = false;
  PanelLayout panels;
  bool panels_visible = true;
  Tab tab = Tab::scene;
  WindowLook look;
  Quality quality = Quality::automatic;
  Heat heat = Heat::off;
  ViewSwitches shown = switches_of(usual_view());
  FilmFormat film;
  bool orthographic = false;
  bool counting = true;            // pairs that cross
  float budget_ms = kUsualBudget;  // for a step, a line in the timings
  bool tour_seen = false;

  bool operator==(const Preferences&) const = default;
};

/// window.json in config_folder(); empty where there is no such folder.
std::filesystem::path preferences_file();

/// What the file says; what it leaves out, or the file itself where there is none, is as at first. Throws InputError
/// with one line for what does not fit.
Preferences read_preferences(const std::filesystem::path& file);

/// As a whole or not at all; makes the folder. Throws InputError where it cannot be written.
void write_preferences(const Preferences& preferences, const std::filesystem::path& file);

}  // namespace raycloth
