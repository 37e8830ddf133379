#include "app/run/past/edit_history.h"

#include <set>

namespace raycloth {

EditHistory::Gesture& EditHistory::present() {
  gestures_.resize(done_);
  if (!std::exchange(open_, true)) {
    gestures_.emplace_back();
    ++done_;
  }
  return gestures_.back();
}

void EditHistory::add(const Settings& before, const Settings& after) {
  auto& change = present().settings;
  if (!change) change = {before, after};
  change->after = after;
}

void EditHistory::add(int object, const Material& before, const Material& after) {
  present().materials.try_emplace(object, Change<Material>{before, after}).first->second.after = after;
}

void EditHistory::add_pins(const std::vector<int>& before, const std::vector<int>& after) {
  auto& change = present().pins;
  if (!change) change = {before, after};
  change->after = after;
}

void EditHistory::end_gesture() {
  if (!std::exchange(open_, false)) return;
  if (!actions(gestures_.back(), true).empty()) return;
  gestures_.pop_back();
  --done_;
}

std::vector<Action> EditHistory::actions(const Gesture& gesture, bool forward) {
  const auto ends = [&](const auto& change) {
    return forward ? std::pair(&change.before, &change.after) : std::pair(&change.after, &change.before);
  };
  std::vector<Action> actions;
  if (gesture.settings) {
    const auto [from, to] = ends(*gesture.settings);
    SettingsAction action = difference(*from, *to);
    if (!action.values.empty()) actions.emplace_back(std::move(action));
  }
  for (const auto& [object, change] : gesture.materials) {
    const auto [from, to] = ends(change);
    MaterialAction action = difference(object, *from, *to);
    if (!action.values.empty()) actions.emplace_back(std::move(action));
  }
  if (gesture.pins) {
    const auto [from, to] = ends(*gesture.pins);
    for (PinAction& action : difference(*from, *to)) actions.emplace_back(std::move(action));
  }
  return actions;
}

std::vector<Action> EditHistory::undo() {
  end_gesture();
  return can_undo() ? actions(gestures_[--done_], false) : std::vector<Action>{};
}

std::vector<Action> EditHistory::redo() {
  end_gesture();
  return can_redo() ? actions(gestures_[done_++], true) : std::vector<Action>{};
}

std::string EditHistory::words(const Gesture& gesture) {
  std::set<std::string> keys;
  for (const Action& action : actions(gesture, true)) {
    if (const auto* settings = std::get_if<SettingsAction>(&action))
      for (const auto& [key, value] : settings->values) keys.insert(key);
    if (const auto* material = std::get_if<MaterialAction>(&action))
      for (const auto& [key, value] : material->values) keys.insert(key);
    if (std::holds_alternative<PinAction>(action)) keys.insert("pins");
  }
  std::string words;
  for (const std::string& key : keys) words += (words.empty() ? "" : ", ") + key;
  return words;
}

}  // namespace raycloth
