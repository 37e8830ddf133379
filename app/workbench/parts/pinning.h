// Pins of the scene that is shown: vertices of cloth that stay where they are. Places are as Sight has them.
#pragma once

#include <vector>

#include "app/workbench/parts/comparison.h"
#include "app/workbench/parts/opening.h"
#include "app/workbench/parts/sight.h"

namespace raycloth {

class Pinning {
 public:
  Pinning(Shown& shown, const Opening& opening, const Comparison& comparison, const Sight& sight, EditHistory& edits)
      : shown_(shown), opening_(opening), comparison_(comparison), sight_(sight), edits_(edits) {}

  /// Ascending; as they were asked for, or are.
  const std::vector<int>& pins() const { return asked_.over(shown_.frame->pins, *shown_.frame); }
  /// The vertex nearest to where cloth is clicked becomes pinned, or is no more. False: there is no cloth.
  bool toggle(Vec2 place);
  /// All of the cloth's vertices within a box of the picture, also those behind others; hidden objects keep theirs.
  void put_box(Vec2 corner, Vec2 other, bool on);

  void change(const std::vector<int>& pins);

  /// What was changed before, taken back or done again.
  void amend(const PinAction& action);
  /// After another scene was opened.
  void forget() { asked_.forget(); }

 private:
  void ask(const std::vector<int>& pins);

  Shown& shown_;
  const Opening& opening_;
  const Comparison& comparison_;
  const Sight& sight_;
  EditHistory& edits_;
  Pending<std::vector<int>> asked_;
};

}  // namespace raycloth
