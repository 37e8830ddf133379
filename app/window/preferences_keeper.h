// Brings back what the user has arranged, and keeps what has changed in the file, a moment after it changed and at the
// end. What the command line asks for holds for this run and is not kept.
#pragma once

#include <optional>

#include "app/layout/preferences.h"
#include "app/panels/panel_state.h"
#include "app/window/surface.h"
#include "app/window/window.h"
#include "app/workbench/workbench.h"

namespace raycloth {

class PreferencesKeeper {
 public:
  /// Reads the file. What does not fit becomes a message, and all is as at first.
  explicit PreferencesKeeper(const WindowOptions& options);

  const Preferences& kept() const { return kept_; }

  void restore(Workbench& workbench, PanelState& panels) const;

  /// Once a frame; `now` in s. Where the file cannot be written, a message says so once.
  void follow(const WindowSurface& surface, Workbench& workbench, const PanelState& panels, double now);
  /// At the end; throws InputError.
  void save();

 private:
  Preferences present(const WindowSurface& surface, const Workbench& workbench, const PanelState& panels) const;

  std::filesystem::path file_;
  Preferences kept_, written_;
  std::string complaint_;
  std::optional<float> asked_scale_;
  std::optional<Quality> asked_quality_;
  double changed_at_ = 0;  // s
  bool refused_ = false;
};

}  // namespace raycloth
