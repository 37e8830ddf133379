// What a user changed of settings, materials, pins, cuts and objects, gesture by gesture, so that it can be taken back
// and done again without end. A slider that is drawn on, or one that moves many objects at once, is one gesture. Knows
// neither window nor simulation: what it hands out is to be applied.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/run/past/session.h"
#include "sim/scene/document.h"

namespace raycloth {

/// A scene's document (sim/scene/document.h), shared: a long history has many.
using Document = std::shared_ptr<const std::string>;

/// What takes a gesture back, or does it again.
struct Amends {
  std::vector<Action> actions;              // settings, materials, pins and cuts
  std::vector<Action> actions_of_b;         // settings and materials
  std::vector<std::pair<int, Look>> looks;  // by object
  Document document;                        // of the scene, which is to be built anew; nullptr: it stays

  bool empty() const { return actions.empty() && actions_of_b.empty() && looks.empty() && !document; }
};

class EditHistory {
 public:
  /// Something was changed. What was undone before is forgotten.
  void add(const Settings& before, const Settings& after);
  void add(int object, const Material& before, const Material& after);
  void add(int object, const Look& before, const Look& after);
  /// All of them, ascending. `scene`: of the model that has these vertices, where cloth may be cut.
  void add_pins(const std::vector<int>& before, const std::vector<int>& after,
                std::shared_ptr<const Scene> scene = nullptr);
  void add_cuts(int object, const std::vector<Cut>& before, const std::vector<Cut>& after);  // all of them
  /// Of B of a comparison (app/run/live/twin.h) alone; what acts from outside is left out, for it is of both.
  void add_of_b(const Settings& before, const Settings& after);
  void add_of_b(int object, const Material& before, const Material& after);
  /// There is no B any more, or another one: nothing of it can be taken back.
  void forget_b();
  /// A gesture of its own, in words: "ball moved".
  void add(Document before, Document after, std::string words);
  /// The next change begins another gesture. One that came back to where it began was none.
  void end_gesture();

  bool can_undo() const { return done_ > 0; }
  bool can_redo() const { return done_ < gestures_.size(); }
  /// What takes the last gesture back, or does again what was taken back last. Nothing where there is none.
  Amends undo();
  Amends redo();
  /// What undo() or, `forward`, redo() would hand out.
  Amends next(bool forward);
  /// How many cuts its cloth has more than that of `present`, where they are others and it cannot be applied.
  std::optional<int> misfit(bool forward, const Scene& present);
  /// Keys of the gesture that undo() or redo() would be of: "substeps, half_thickness"; empty where there is none.
  std::string undo_words() const { return can_undo() ? words(gestures_[done_ - 1]) : ""; }
  std::string redo_words() const { return can_redo() ? words(gestures_[done_]) : ""; }

  /// Tells states of the scene apart, which is A's: the same number, the same changes are done. 0: none is.
  long long state() const;
  /// Keys of the last of those changes; empty where there is none.
  std::string state_words() const;

 private:
  template <class State>
  struct Change {
    State before, after;
  };
  struct Gesture {
    long long number;
    std::optional<Change<Settings>> settings{}, settings_of_b{};
    std::map<int, Change<Material>> materials{}, materials_of_b{};  // by object
    std::map<int, Change<Look>> looks{};                            // likewise
    std::optional<Change<std::vector<int>>> pins{};
    std::shared_ptr<const Scene> pinned{};           // what of
    std::map<int, Change<std::vector<Cut>>> cuts{};  // by object
    std::optional<Change<Document>> document{};
    std::string words{};  // of the document's change

    bool has_of_b() const { return settings_of_b || !materials_of_b.empty(); }
    bool has_more_than_of_b() const {
      return settings || pins || document || !materials.empty() || !looks.empty() || !cuts.empty();
    }
  };

  Gesture& present();
  const Gesture* last_of_scene() const;
  static Amends amends(const Gesture& gesture, bool forward);
  static std::string words(const Gesture& gesture, const Amends& all);
  static std::string words(const Gesture& gesture) { return words(gesture, amends(gesture, true)); }

  std::vector<Gesture> gestures_;  // the first done_ of them are done, the rest undone
  size_t done_ = 0;
  long long numbers_ = 0;
  bool open_ = false;  // the last one goes on
};

}  // namespace raycloth
