#include "app/run/past/session.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace raycloth {
namespace {

struct Applying {
  Simulation& simulation;

  void operator()(const GrabAction& grab) const {
    const int id = simulation.grab(grab.triangle, grab.barycentric);
    if (id != grab.id) {
      throw std::runtime_error("the session's grab " + std::to_string(grab.id) + " became grab " + std::to_string(id) +
                               ": something else holds the cloth as well");
    }
  }
  void operator()(const MoveAction& move) const { simulation.move_grab(move.id, move.target, move.strength); }
  void operator()(const ReleaseAction& release) const { simulation.release(release.id); }
  void operator()(const SettingsAction& change) const {
    Settings settings = simulation.settings();
    put(change, settings);
    simulation.change(settings);
  }
  void operator()(const MaterialAction& change) const {
    Material material = simulation.material(change.object);
    put(change, material);
    simulation.change(change.object, material);
  }
  void operator()(const PinAction& change) const {
    std::vector<int> pinned = simulation.model().pins;
    put(change, pinned);
    simulation.change_pins(pinned);
  }
  void operator()(const CutAction& change) const { simulation.change_cuts(change.object, change.cuts); }
  void operator()(const ResetAction&) const { simulation.reset(); }
};

/// Later values of the same keys win.
template <class Values>
void merge(Values& values, Values later) {
  for (auto& [key, value] : later) {
    const auto same = [&](const auto& old) { return old.first == key; };
    const auto old = std::find_if(values.begin(), values.end(), same);
    if (old != values.end())
      old->second = std::move(value);
    else
      values.emplace_back(std::move(key), std::move(value));
  }
}

/// Whether `last`, of the same frame, now says what `action` says as well.
struct Absorbing {
  Action& last;

  bool operator()(MoveAction& move) const {
    auto* old = std::get_if<MoveAction>(&last);
    if (!old || old->id != move.id) return false;
    *old = move;
    return true;
  }
  bool operator()(SettingsAction& change) const {
    auto* old = std::get_if<SettingsAction>(&last);
    if (old) merge(old->values, std::move(change.values));
    return old != nullptr;
  }
  bool operator()(MaterialAction& change) const {
    auto* old = std::get_if<MaterialAction>(&last);
    if (!old || old->object != change.object) return false;
    merge(old->values, std::move(change.values));
    return true;
  }
  template <class Other>
  bool operator()(Other&) const {
    return false;
  }
};

bool is_of_environment(std::string_view key) {
  return std::ranges::any_of(setting_list(), [&](const SettingInfo& row) {
    return key == row.key && std::string_view(row.group) == "environment";
  });
}

bool changes_nothing(const Action& action) {
  const auto* settings = std::get_if<SettingsAction>(&action);
  const auto* material = std::get_if<MaterialAction>(&action);
  return (settings && settings->values.empty()) || (material && material->values.empty());
}

}  // namespace

SettingsAction difference(const Settings& from, const Settings& to) {
  SettingsAction change;
  for (const SettingInfo& row : setting_list()) {
    const std::string value = get(to, row.key);
    if (value != get(from, row.key)) change.values.emplace_back(row.key, value);
  }
  return change;
}

MaterialAction difference(int object, const Material& from, const Material& to) {
  MaterialAction change{object, {}};
  for (const MaterialInfo& row : material_list()) {
    if (to.*row.member != from.*row.member) change.values.emplace_back(row.key, to.*row.member);
  }
  return change;
}

Settings with_environment_of(const Settings& from, Settings to) {
  SettingsAction change = difference(to, from);
  std::erase_if(change.values, [](const auto& value) { return !is_of_environment(value.first); });
  put(change, to);
  return to;
}

std::vector<PinAction> difference(const std::vector<int>& from, const std::vector<int>& to) {
  std::vector<PinAction> changes;
  for (const bool on : {false, true}) {
    PinAction change{{}, on};
    std::ranges::set_difference(on ? to : from, on ? from : to, std::back_inserter(change.vertices));
    if (!change.vertices.empty()) changes.push_back(std::move(change));
  }
  return changes;
}

void put(const PinAction& change, std::vector<int>& pinned) {
  std::vector<int> result;
  if (change.on)
    std::ranges::set_union(pinned, change.vertices, std::back_inserter(result));
  else
    std::ranges::set_difference(pinned, change.vertices, std::back_inserter(result));
  pinned = std::move(result);
}

void put(const SettingsAction& change, Settings& settings) {
  for (const auto& [key, value] : change.values) set(settings, key, value);
}

void put(const MaterialAction& change, Material& material) {
  for (const auto& [key, value] : change.values) {
    const auto rows = material_list();
    const auto row = std::ranges::find_if(rows, [&](const MaterialInfo& r) { return key == r.key; });
    if (row == rows.end()) throw std::runtime_error("'" + key + "' is changed, which no material has");
    material.*row->member = value;
  }
}

void apply(const Action& action, Simulation& simulation) { std::visit(Applying{simulation}, action); }

void add(Session& session, long long frame, Action action) {
  if (changes_nothing(action)) return;
  const bool same_frame = !session.events.empty() && session.events.back().frame == frame;
  if (same_frame && std::visit(Absorbing{session.events.back().action}, action)) return;
  session.events.push_back({frame, std::move(action)});
}

std::vector<int> held_after(const Session& session) {
  std::vector<int> held;
  for (const SessionEvent& event : session.events) {
    if (const auto* grab = std::get_if<GrabAction>(&event.action)) held.push_back(grab->id);
    if (const auto* release = std::get_if<ReleaseAction>(&event.action)) std::erase(held, release->id);
  }
  return held;
}

}  // namespace raycloth
