#include "app/window/preferences_keeper.h"

namespace raycloth {
namespace {

constexpr double kPause = 1;  // s without a change before the file is written: a border that is dragged is one change

}  // namespace

PreferencesKeeper::PreferencesKeeper(const WindowOptions& options)
    : file_(preferences_file()), asked_scale_(options.ui_scale), asked_quality_(options.quality) {
  if (file_.empty()) return;
  try {
    kept_ = written_ = read_preferences(file_);
  } catch (const std::exception& error) {
    complaint_ = std::string(error.what()) + "; the layout is as at first";
  }
}

void PreferencesKeeper::restore(Workbench& workbench, PanelState& panels) const {
  panels.visible = kept_.panels_visible;
  panels.layout = kept_.panels;
  panels.look = kept_.look;
  if (asked_scale_) panels.look.scale = *asked_scale_;
  panels.show_first(kept_.tab);
  panels.budget_ms = kept_.budget_ms;
  if (!kept_.tour_seen) panels.tour = 0;
  workbench.quality.choose(asked_quality_.value_or(kept_.quality));
  workbench.view.heat = workbench.can_show(kept_.heat) ? kept_.heat : Heat::off;
  workbench.filming().format = kept_.film;
  put(kept_.shown, workbench.view);
  workbench.camera.set_orthographic(kept_.orthographic);
  workbench.examining().watch(kept_.counting, workbench.examining().pausing_at_first());
  if (!complaint_.empty()) workbench.message = {complaint_, true};
}

Preferences PreferencesKeeper::present(const WindowSurface& surface, const Workbench& workbench,
                                       const PanelState& panels) const {
  Preferences now = kept_;
  now.maximized = surface.maximized();
  if (!now.maximized) now.window = surface.units();
  now.panels = panels.layout;
  now.panels_visible = panels.visible;
  now.tab = panels.tab;
  now.budget_ms = panels.budget_ms;
  now.tour_seen = kept_.tour_seen || !panels.tour;
  now.look = panels.look;
  if (panels.look.scale == asked_scale_) now.look.scale = kept_.look.scale;
  now.quality = workbench.quality.chosen();
  if (now.quality == asked_quality_) now.quality = kept_.quality;
  now.heat = workbench.view.heat;
  now.film = workbench.filming().format;
  now.shown = switches_of(workbench.view);
  now.orthographic = workbench.camera.orthographic();
  now.counting = workbench.examining().counting();
  return now;
}

void PreferencesKeeper::follow(const WindowSurface& surface, Workbench& workbench, const PanelState& panels,
                               double now) {
  Preferences present = this->present(surface, workbench, panels);
  if (present != kept_) {
    kept_ = std::move(present);
    changed_at_ = now;
    return;
  }
  if (refused_ || kept_ == written_ || now < changed_at_ + kPause) return;
  try {
    save();
  } catch (const std::exception& error) {
    refused_ = true;
    workbench.message = {error.what(), true};
  }
}

void PreferencesKeeper::save() {
  if (file_.empty() || refused_ || kept_ == written_) return;
  write_preferences(kept_, file_);
  written_ = kept_;
}

}  // namespace raycloth
