// What was changed, taken back and done again, whatever time it is in the scene; but vertices of cloth have other
// numbers before it is cut, so what is of them waits for a frame that has them.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "app/workbench/workbench.h"
#include "sim/model/cuts.h"
#include "sim/text.h"

namespace raycloth {

using Side = Comparison::Side;

namespace {

bool of_vertices(const Amends& amends) {
  return std::ranges::any_of(amends.actions, [](const Action& action) {
    return std::holds_alternative<PinAction>(action) || std::holds_alternative<CutAction>(action);
  });
}

/// Where a change of vertices can be taken back or done again; empty: nowhere. `more_cuts`: that its cloth has.
std::string where_it_fits(const Frame& frame, int more_cuts) {
  const PastView& past = frame.past;
  const TakeView& present = past.takes[past.present_take];
  const auto later = std::ranges::lower_bound(present.cuts, frame.number);
  if (later != present.cuts.end())
    return "frames after the cut of frame " + std::to_string(*later) + "; go there first";
  const auto may_fit = [&](const TakeView& other) {
    return more_cuts > 0 ? other.cuts.size() > present.cuts.size() : other.cuts.size() < present.cuts.size();
  };
  for (const TakeView& other : past.takes)
    if (may_fit(other)) return "take " + std::to_string(other.number) + "; show that first";
  if (more_cuts > 0 || present.cuts.empty()) return "";
  return "frames before the cut of frame " + std::to_string(present.cuts.back()) + "; go there first";
}

/// How far apart sides are that would be joined, if that is too far (m); 0 otherwise.
float too_far_apart(const Amends& amends, const Frame& frame) {
  float most = 0;
  for (const Action& action : amends.actions) {
    const auto* change = std::get_if<CutAction>(&action);
    if (!change) continue;
    const float apart = parted(frame.opened->model, change->object, change->cuts, frame.positions);
    if (apart > most_parted(frame.opened->model, change->object)) most = std::max(most, apart);
  }
  return most;
}

}  // namespace

void Workbench::undo() { go_through_edits(false); }

void Workbench::redo() { go_through_edits(true); }

/// What cannot be done now stays to be done.
void Workbench::go_through_edits(bool forward) {
  if (building()) return static_cast<void>(can_build());
  const Amends next = edits_.next(forward);
  if (next.document && (!can_build() || asks_first([=, this] { go_through_edits(forward); }))) return;
  if (of_vertices(next) && player_.frame_number() != frame().number) {
    message = {"frame " + std::to_string(player_.frame_number()) + " is on its way: a moment"};
    return;
  }
  if (const std::optional<int> more_cuts = edits_.misfit(forward, *model().scene))
    return tell_where_it_fits(forward, *more_cuts);
  if (tells_what_is_too_far_apart(next)) return;
  edits_before_build_ = edits_;
  amend(forward ? edits_.redo() : edits_.undo());
}

/// What fits nowhere any more does not stand in the way of others.
void Workbench::tell_where_it_fits(bool forward, int more_cuts) {
  const std::string what = "'" + spoken(forward ? edits_.redo_words() : edits_.undo_words()) + "' ";
  const std::string elsewhere = where_it_fits(frame(), more_cuts);
  if (elsewhere.empty()) {
    message = {what + "was of cloth that is not cut so any more, in any take"};
    static_cast<void>(forward ? edits_.redo() : edits_.undo());
  } else {
    message = {what + (forward ? "is not done again: it belongs to " : "is not taken back: it belongs to ") +
               elsewhere};
  }
}

/// A cut is taken back while its sides are near to each other.
bool Workbench::tells_what_is_too_far_apart(const Amends& next) {
  float apart = too_far_apart(next, frame());
  if (const auto& b = frame().comparison.b) apart = std::max(apart, too_far_apart(next, *b));
  if (apart == 0) return false;
  const std::vector<long long>& cuts = frame().past.takes[frame().past.present_take].cuts;
  std::ostringstream words;
  words << "'cut' is not taken back: its sides are " << std::lround(1000 * apart) << " mm apart by now";
  if (!cuts.empty()) words << "; go back to frame " << cuts.back() + 1 << " first";
  message = {words.str()};
  return true;
}

void Workbench::amend(const Amends& amends) {
  if (amends.document) build(amends.document);
  for (const auto& [object, look] : amends.looks) ask(object, look);
  for (const Action& action : amends.actions) amend(action, Side::a);
  for (const Action& action : amends.actions_of_b) amend(action, Side::b);
  std::map<int, std::vector<Cut>> cuts;
  for (const Action& action : amends.actions)
    if (const auto* change = std::get_if<CutAction>(&action)) cuts[change->object] = change->cuts;
  if (!cuts.empty()) ask(cuts);
}

void Workbench::amend(const Action& action, Side side) {
  if (const auto* change = std::get_if<SettingsAction>(&action)) {
    Settings settings = comparison_.settings(side);
    put(*change, settings);
    comparison_.ask(side, settings);
  } else if (const auto* change = std::get_if<MaterialAction>(&action)) {
    Material material = comparison_.material(side, change->object);
    put(*change, material);
    comparison_.ask(side, change->object, material);
  } else if (const auto* change = std::get_if<PinAction>(&action)) {
    pinning_.amend(*change);
  }
}

}  // namespace raycloth
