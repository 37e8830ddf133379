// A closer look at the scene that is shown: a vertex, crossing surfaces, how full buffers are, and tables. What is
// shown beside the surfaces is wished for here.
#pragma once

#include <optional>
#include <utility>

#include "app/workbench/parts/comparison.h"
#include "app/workbench/parts/opening.h"
#include "app/workbench/parts/player.h"
#include "app/workbench/parts/sight.h"
#include "app/workbench/tools/inspector.h"

namespace raycloth {

class Examining {
 public:
  Examining(const Shown& shown, const Opening& opening, const Comparison& comparison, Player& player, Sight& sight)
      : shown_(shown), opening_(opening), comparison_(comparison), player_(player), sight_(sight) {}

  bool inspect(Vec2 place);  // the vertex there; nothing there: no more
  void stop_inspecting() { inspector_.close(*shown_.runner); }
  const Inspector& inspector() const { return inspector_; }

  /// Crossing surfaces: count them; pause at the first.
  bool counting() const { return counting_; }
  bool pausing_at_first() const { return pause_at_first_; }
  void watch(bool counting, bool pause_at_first);
  /// Goes to its frame, if that is known, flies there and shows the pair. Pauses.
  void visit(const Penetration& penetration);

  /// Somebody looks at the frame's buffers while this is asked in every display frame.
  void look_at_buffers() { buffers_looked_at_ = true; }

  // Tables; they pause, and frames have what comes of them.
  void find_parity(int frames);
  void run_handlers();

  /// In every display frame.
  void ask_wishes();
  /// Another frame is there: flies to where the run has paused.
  void follow();
  /// The model is cut otherwise.
  void forget_vertex() { inspector_.forget(); }
  /// After another scene was opened.
  void begin_again();

 private:
  const Shown& shown_;
  const Opening& opening_;
  const Comparison& comparison_;
  Player& player_;
  Sight& sight_;
  Inspector inspector_;
  bool counting_ = true, pause_at_first_ = false;
  bool buffers_looked_at_ = false;
  Wishes wished_;
  long long visits_seen_ = 0;
};

}  // namespace raycloth
