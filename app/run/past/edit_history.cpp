#include "app/run/past/edit_history.h"

#include <set>

namespace raycloth {

EditHistory::Gesture& EditHistory::present() {
  gestures_.resize(done_);
  if (!std::exchange(open_, true)) {
    gestures_.push_back({++numbers_, {}, {}, {}, {}, {}, {}, {}});
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

void EditHistory::add(int object, const Look& before, const Look& after) {
  present().looks.try_emplace(object, Change<Look>{before, after}).first->second.after = after;
}

void EditHistory::add_pins(const std::vector<int>& before, const std::vector<int>& after) {
  auto& change = present().pins;
  if (!change) change = {before, after};
  change->after = after;
}

void EditHistory::add_cuts(int object, const std::vector<Cut>& before, const std::vector<Cut>& after) {
  present().cuts.try_emplace(object, Change<std::vector<Cut>>{before, after}).first->second.after = after;
}

void EditHistory::add(Document before, Document after, std::string words) {
  end_gesture();
  Gesture& gesture = present();
  gesture.document = {std::move(before), std::move(after)};
  gesture.words = std::move(words);
  end_gesture();
}

void EditHistory::end_gesture() {
  if (!std::exchange(open_, false)) return;
  if (!amends(gestures_.back(), true).empty()) return;
  gestures_.pop_back();
  --done_;
}

Amends EditHistory::amends(const Gesture& gesture, bool forward) {
  const auto ends = [&](const auto& change) {
    return forward ? std::pair(&change.before, &change.after) : std::pair(&change.after, &change.before);
  };
  Amends amends;
  if (gesture.settings) {
    const auto [from, to] = ends(*gesture.settings);
    SettingsAction action = difference(*from, *to);
    if (!action.values.empty()) amends.actions.emplace_back(std::move(action));
  }
  for (const auto& [object, change] : gesture.materials) {
    const auto [from, to] = ends(change);
    MaterialAction action = difference(object, *from, *to);
    if (!action.values.empty()) amends.actions.emplace_back(std::move(action));
  }
  if (gesture.pins) {
    const auto [from, to] = ends(*gesture.pins);
    for (PinAction& action : difference(*from, *to)) amends.actions.emplace_back(std::move(action));
  }
  for (const auto& [object, change] : gesture.cuts) {
    const auto [from, to] = ends(change);
    if (*from != *to) amends.actions.emplace_back(CutAction{object, *to});
  }
  for (const auto& [object, change] : gesture.looks) {
    const auto [from, to] = ends(change);
    if (*from != *to) amends.looks.emplace_back(object, *to);
  }
  if (gesture.document) {
    const auto [from, to] = ends(*gesture.document);
    if (**from != **to) amends.document = *to;
  }
  return amends;
}

Amends EditHistory::undo() {
  end_gesture();
  return can_undo() ? amends(gestures_[--done_], false) : Amends{};
}

Amends EditHistory::redo() {
  end_gesture();
  return can_redo() ? amends(gestures_[done_++], true) : Amends{};
}

std::string EditHistory::words(const Gesture& gesture) {
  std::set<std::string> keys;
  const Amends all = amends(gesture, true);
  for (const Action& action : all.actions) {
    if (const auto* settings = std::get_if<SettingsAction>(&action))
      for (const auto& [key, value] : settings->values) keys.insert(key);
    if (const auto* material = std::get_if<MaterialAction>(&action))
      for (const auto& [key, value] : material->values) keys.insert(key);
    if (std::holds_alternative<PinAction>(action)) keys.insert("pins");
    if (std::holds_alternative<CutAction>(action)) keys.insert("cut");
  }
  for (const auto& [object, look] : all.looks) {
    const Look& before = gesture.looks.at(object).before;
    if (before.name != look.name) keys.insert("name");
    if (before.color != look.color) keys.insert("color");
  }
  if (all.document) keys.insert(gesture.words);
  std::string words;
  for (const std::string& key : keys) words += (words.empty() ? "" : ", ") + key;
  return words;
}

}  // namespace raycloth
