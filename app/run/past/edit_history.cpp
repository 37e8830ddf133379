#include "app/run/past/edit_history.h"

#include <set>

#include "sim/model/cuts.h"

namespace raycloth {
namespace {

int cuts_of(const Scene& scene) {
  size_t count = 0;
  for (const SceneObject& object : scene.objects) count += object.cut.cuts.size();
  return static_cast<int>(count);
}

}  // namespace

EditHistory::Gesture& EditHistory::present() {
  gestures_.resize(done_);
  if (!std::exchange(open_, true)) {
    gestures_.push_back({++numbers_});
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

void EditHistory::add_pins(const std::vector<int>& before, const std::vector<int>& after,
                           std::shared_ptr<const Scene> scene) {
  Gesture& gesture = present();
  if (!gesture.pins) gesture.pins = {before, after};
  gesture.pins->after = after;
  gesture.pinned = std::move(scene);
}

void EditHistory::add_cuts(int object, const std::vector<Cut>& before, const std::vector<Cut>& after) {
  present().cuts.try_emplace(object, Change<std::vector<Cut>>{before, after}).first->second.after = after;
}

void EditHistory::add_of_b(const Settings& before, const Settings& after) {
  auto& change = present().settings_of_b;
  if (!change) change = {before, after};
  change->before = with_environment_of(after, change->before);
  change->after = after;
}

void EditHistory::add_of_b(int object, const Material& before, const Material& after) {
  present().materials_of_b.try_emplace(object, Change<Material>{before, after}).first->second.after = after;
}

void EditHistory::forget_b() {
  for (size_t i = gestures_.size(); i-- > 0;) {
    Gesture& gesture = gestures_[i];
    if (!gesture.has_of_b()) continue;
    gesture.settings_of_b.reset();
    gesture.materials_of_b.clear();
    if (gesture.has_more_than_of_b()) continue;
    if (i + 1 == done_) open_ = false;
    if (i < done_) --done_;
    gestures_.erase(gestures_.begin() + static_cast<std::ptrdiff_t>(i));
  }
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
  const auto options = [&](const auto& settings, const auto& materials, std::vector<Action>& actions) {
    if (settings) {
      const auto [from, to] = ends(*settings);
      SettingsAction action = difference(*from, *to);
      if (!action.values.empty()) actions.emplace_back(std::move(action));
    }
    for (const auto& [object, change] : materials) {
      const auto [from, to] = ends(change);
      MaterialAction action = difference(object, *from, *to);
      if (!action.values.empty()) actions.emplace_back(std::move(action));
    }
  };
  Amends amends;
  options(gesture.settings, gesture.materials, amends.actions);
  options(gesture.settings_of_b, gesture.materials_of_b, amends.actions_of_b);
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

Amends EditHistory::next(bool forward) {
  end_gesture();
  if (forward) return can_redo() ? amends(gestures_[done_], true) : Amends{};
  return can_undo() ? amends(gestures_[done_ - 1], false) : Amends{};
}

std::optional<int> EditHistory::misfit(bool forward, const Scene& present) {
  end_gesture();
  if (forward ? !can_redo() : !can_undo()) return {};
  const Gesture& gesture = gestures_[forward ? done_ : done_ - 1];
  for (const auto& [object, change] : gesture.cuts) {
    const std::vector<Cut>& wanted = forward ? change.before : change.after;
    const std::vector<Cut>& there = present.objects[object].cut.cuts;
    if (wanted != there) return static_cast<int>(wanted.size()) - static_cast<int>(there.size());
  }
  if (!gesture.pins || cut_alike(gesture.pinned.get(), &present)) return {};
  return cuts_of(*gesture.pinned) - cuts_of(present);
}

const EditHistory::Gesture* EditHistory::last_of_scene() const {
  for (size_t i = done_; i-- > 0;)
    if (gestures_[i].has_more_than_of_b()) return &gestures_[i];
  return nullptr;
}

long long EditHistory::state() const {
  const Gesture* const last = last_of_scene();
  return last ? last->number : 0;
}

std::string EditHistory::state_words() const {
  const Gesture* const last = last_of_scene();
  if (!last) return "";
  Amends of_scene = amends(*last, true);
  of_scene.actions_of_b.clear();
  return words(*last, of_scene);
}

std::string EditHistory::words(const Gesture& gesture, const Amends& all) {
  std::set<std::string> keys;
  const auto add = [&](const std::vector<Action>& actions, const std::string& whose) {
    for (const Action& action : actions) {
      if (const auto* settings = std::get_if<SettingsAction>(&action))
        for (const auto& [key, value] : settings->values) keys.insert(key + whose);
      if (const auto* material = std::get_if<MaterialAction>(&action))
        for (const auto& [key, value] : material->values) keys.insert(key + whose);
      if (std::holds_alternative<PinAction>(action)) keys.insert("pins");
      if (std::holds_alternative<CutAction>(action)) keys.insert("cut");
    }
  };
  add(all.actions, "");
  add(all.actions_of_b, " of B");
  for (const auto& [object, look] : all.looks) {
    const Look& before = gesture.looks.at(object).before;
    if (before.name != look.name) keys.insert("name");
    if (before.color != look.color) keys.insert("color");
    if (before.hidden != look.hidden) keys.insert(look.hidden ? "hidden" : "shown");
  }
  if (all.document) keys.insert(gesture.words);
  std::string words;
  for (const std::string& key : keys) words += (words.empty() ? "" : ", ") + key;
  return words;
}

}  // namespace raycloth
