// Does a session again: before every step, what was done in that frame. Without a session it only steps.
#pragma once

#include <filesystem>

#include "app/run/past/session.h"
#include "device/error.h"

namespace raycloth {

class SessionPlayer {
 public:
  SessionPlayer() = default;
  explicit SessionPlayer(Session session) : session_(std::move(session)) {}

  /// Hands `act` what is due after `frame` steps, in order. Where that throws an InputError, it says the frame.
  template <class Act>
  void play(long long frame, Act act) {
    for (; next_ < session_.events.size() && session_.events[next_].frame <= frame; ++next_) {
      const Action& action = session_.events[next_].action;
      try {
        act(action);
      } catch (const InputError& error) {
        throw InputError("session: frame " + std::to_string(session_.events[next_].frame) + ": " + error.what());
      }
      if (!std::holds_alternative<ResetAction>(action)) continue;
      frame = 0;
      part_ = next_ + 1;
    }
  }

  /// What is due, then a step.
  void step(Simulation& simulation) {
    play(simulation.frame(), [&](const Action& action) { apply(action, simulation); });
    simulation.step();
  }

  /// To before what is due after `frame` steps; back no farther than the last reset that was played.
  void seek(long long frame) {
    const auto later = [&](const SessionEvent& event) { return event.frame >= frame; };
    for (next_ = part_; next_ < session_.events.size() && !later(session_.events[next_]);) ++next_;
  }
  void restart() { next_ = part_ = 0; }

  bool finished() const { return next_ == session_.events.size(); }

 private:
  Session session_;
  size_t next_ = 0, part_ = 0;  // the next event; the first since the last reset
};

/// The player for `scene`: of `replay`, else of the session that the scene names, else of nothing; of nothing where
/// `replay` is "none". Throws InputError.
SessionPlayer make_player(const std::filesystem::path& replay, const Scene& scene, const Model& model);

}  // namespace raycloth
