// A running scene with its past. Everything that is done to the simulation goes through here: it is noted down, frame
// by frame, states are kept, and so one can go back to any frame, go on from there in another way, and do again what
// was done. Knows neither mouse nor drawing.
//
// A take is one course of the run. Going on from a past frame leaves the take as it is and begins another, which has
// the same past; so two collision methods can be tried from one state.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/run/past/session_player.h"
#include "app/run/past/session_recorder.h"
#include "app/run/past/state_ring.h"

namespace raycloth {

/// What the scene's file says, before anything was changed: a session tells what differs from that.
struct Authored {
  explicit Authored(const Scene& scene);

  std::string name;
  Settings settings;
  std::vector<Material> materials;  // per object, likewise
  std::vector<VertexSelection> pins;
  std::vector<std::vector<Cut>> cuts;  // per object
};

class Timeline {
 public:
  static constexpr int kMostTakes = 12;  // the oldest without words is forgotten

  /// `simulation`, at its beginning, must outlive this.
  Timeline(Simulation& simulation, Authored authored);

  /// `follower` is told from now on what is done to the simulation, once it has been done; not of jumps in time.
  void tell(std::function<void(const Action&)> follower) { follower_ = std::move(follower); }

  // Now. From a past frame, any of these goes on in a new take.
  void step();
  void change(const Settings& settings);
  void change(int object, const Material& material);
  /// Vertices of cloth, ascending: they and no others are pinned.
  void change_pins(const std::vector<int>& pinned);
  /// All cuts of a cloth. The simulation's model is another one then, and again after a jump in time past that.
  void change_cuts(int object, const std::vector<Cut>& cuts);
  /// -1 when all grabs are in use. Ends a session that is being played: the user has taken over.
  int grab(int triangle, Vec3 barycentric);
  void move_grab(int id, Vec3 target, float strength = 1);
  void release(int id);
  void reset();  // a new beginning: takes are forgotten, a recording goes on

  // The past.
  long long frame() const { return simulation_.frame(); }
  long long last_frame() const { return take().last; }
  /// To the state after `frame` steps of the present take, with the contacts and timings of its last step.
  void seek(long long frame);
  /// From a past frame: goes on with the grabs that were made after it, under the present settings and materials.
  void repeat();
  bool can_repeat() const;
  /// Whether the present take has cuts or pins of later than this frame, which the state does not have.
  bool cut_or_pinned_later() const;

  /// What a step took when it was taken; what seek() makes again is not noted.
  struct StepRecord {
    long long frame;
    StepTimings timings;
  };
  static constexpr size_t kMostSteps = 20'000;  // of a take; the first are forgotten

  struct Take {
    int number;                  // from 1
    int parent = 0;              // the take that it left; 0: none that is known
    std::string name{}, note{};  // the user's
    long long from = 0;          // the first frame that is not another take's as well
    long long last = 0;
    Session log{};
    StateRing states{};
    std::vector<StepRecord> steps{};  // ascending
  };
  const Authored& authored() const { return authored_; }
  const std::vector<Take>& takes() const { return takes_; }
  int present_take() const { return present_; }
  /// Takes that there were too many of, by their numbers, since the beginning.
  const std::vector<int>& forgotten() const { return forgotten_; }
  /// Shows another take, in the same frame or its last.
  void show_take(int index);
  /// By its number; of one that is forgotten: nothing happens.
  void describe_take(int number, std::string name, std::string note);
  /// As they are at its end.
  Settings settings_of(const Take& take) const;
  std::vector<Material> materials_of(const Take& take) const;  // per object
  /// Largest distance of a vertex from where it is in `other` in this frame, in m; nothing where its state is not kept.
  std::optional<float> distance_to(const Take& other) const;

  // Sessions.
  void play(Session session);  // from the beginning: resets
  /// Likewise, with settings, materials and pins as the scene's file has them: what a session is told against.
  void play_as_recorded(Session session);
  bool session_plays() const { return session_.has_value(); }
  bool session_finished() const { return session_ && session_->finished(); }
  void stop_session();  // what it holds is released
  /// Writes what was done since the last reset, and from now on what is done, with the names of `model`'s objects,
  /// which is the one that the scene's file says: what was cut since is done in the session. Throws InputError.
  void record(const std::filesystem::path& file, std::shared_ptr<const Model> model);
  void record(const std::filesystem::path& file) {  // where nothing was cut
    record(file, std::make_shared<const Model>(simulation_.model()));
  }
  void stop_recording();
  const SessionRecorder* recorder() const { return recorder_ ? &*recorder_ : nullptr; }

 private:
  Take& take() { return takes_[present_]; }
  const Take& take() const { return takes_[present_]; }
  void begin();
  void begin(Session session);
  std::vector<int> authored_pins() const;
  void cut_as_first();
  bool cut_as_authored() const;
  std::vector<Action> lasting_actions() const;
  void act(const Action& action);
  void note(const Action& action);
  void told(const Action& action) const;
  void go_on();
  void release_held();
  void keep_state();
  void note_step();
  void forget_oldest_take();

  Simulation& simulation_;
  Authored authored_;
  std::function<void(const Action&)> follower_;
  std::vector<Take> takes_;
  int present_ = 0, numbers_ = 0;
  std::vector<int> forgotten_;
  bool past_ = false;               // the state is one of the past: what was done after it is not in it
  bool unattended_ = false;         // going on from the past: nobody holds what is held
  std::vector<SessionEvent> left_;  // what was done after the frame from which this take goes on
  std::optional<SessionPlayer> session_;
  std::optional<SessionRecorder> recorder_;
};

}  // namespace raycloth
