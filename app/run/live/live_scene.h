// A scene that is worked on: its simulation with its past, who holds it, its recorders and the referee's watch. What a
// user can do to it is a member function; what is seen of it goes into a Frame. One thread at a time, save abandon():
// the Runner (app/run/live/runner.h) gives it one of its own.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run/live/clock.h"
#include "app/run/live/frame.h"
#include "app/run/live/penetrations.h"
#include "app/run/live/task.h"
#include "app/run/live/twin.h"
#include "app/run/output/timings_recorder.h"
#include "app/run/past/timeline.h"
#include "app/run/stopwatch.h"
#include "sim/model/watch.h"
#include "sim/scene/document.h"

namespace raycloth {

class Film;
struct FilmPlan;
class SceneHome;

/// A scene as it comes from its files and the command line.
struct LoadedScene {
  Scene scene;
  Authored authored;  // before the command line changed it
};

struct LiveOptions {
  DeviceChoice device = DeviceChoice::automatic;
  int threads = 0;               // 0: all
  std::filesystem::path replay;  // a session to begin with; empty or "none": none
  Watch watch{};                 // of the model that is built
};

/// The timings of the steps since they were last taken, oldest first.
struct StepNews {
  bool restarted = false;  // they are of another course than those before
  std::vector<StepTimings> steps;
};

class LiveScene {
 public:
  /// Paused at its beginning. Throws InputError for a model that cannot be built and a session that does not fit.
  LiveScene(LoadedScene loaded, const LiveOptions& options);

  // Time.
  void play(bool on);
  void single_step();  // pauses; in the past, goes to the next frame of the take, unless A and B are compared
  /// A step, if it plays and one is due. A step that fails pauses and leaves a message. True when there is something
  /// new to show.
  bool advance();
  /// How long advance() has nothing to do, s.
  double idle_seconds() const;
  void reset();

  // The past. All of these pause, apart from play_session and repeat.
  void seek(long long frame);
  void show_take(int number);
  void repeat();

  // Sessions: what was done, in a file of the current directory, and done again.
  void toggle_session_recording();
  void record_session(const std::filesystem::path& file);  // there
  /// The one that the scene names, under the present settings, materials and pins.
  void play_session();
  /// One that was recorded, to the bit: what it does not tell is as the scene's file has it. Throws InputError for one
  /// that is of another scene.
  void play_session(const std::filesystem::path& file);
  void stop_session();

  // Changes while it runs. Throw InputError for what validate() refuses.
  void change(const Settings& settings);
  void change(int object, const Material& material);
  void change_pins(const std::vector<int>& pinned);  // ascending
  /// All cuts of some objects. The state goes on; frames have another model from then on.
  void change_cuts(const std::map<int, std::vector<Cut>>& cuts);
  /// Name and colour of an object, and whether it is drawn; throws where a session is recorded, which knows objects by
  /// their names.
  void change_look(int object, const Look& look);
  // A, which is this, and B (app/run/live/twin.h). Going elsewhere in time begins the comparison again from there.
  void compare(DeviceChoice device);  // B begins as A is
  void compare_again();               // from here, B with the settings that it has
  void move_b(DeviceChoice device);   // the comparison goes on
  void stop_comparing();              // A is left as it is
  void keep_b();                      // A goes on with B's settings and materials, B ends
  void change_b(const Settings& settings);
  void change_b(int object, const Material& material);
  /// Writes the scene with its present settings, materials and pins (app/run/output/scene_home.h). Throws InputError.
  void save_scene(SceneHome& home, const std::filesystem::path& file, bool replaces);

  // Hands, by numbers of the caller's. A hand that holds nothing (any more) moves and releases nothing.
  void grab(int hand, int triangle, Vec3 barycentric, Vec3 target);
  void move_grab(int hand, Vec3 target, float strength = 1);
  void release(int hand);

  // Looking closer.
  void wish(const Wishes& wishes) { wishes_ = wishes; }
  void inspect(int vertex);
  void stop_inspecting();
  void watch(bool counting, bool pause_at_first);
  /// Goes to its frame, if that is known. Pauses.
  void visit(const Penetration& penetration);

  /// A recording of timings in the current directory, one row a step; `ending`: .csv or .json.
  void toggle_timings(const std::string& ending = ".csv");
  void record_timings(const std::filesystem::path& file);  // there

  /// The cloth for other programs (app/run/export/mesh_export.h), and what was written as a message. Throw InputError.
  void export_frame(const std::filesystem::path& path);
  /// Of the present take, made again where they are not kept. Pauses, and comes back to this frame.
  void export_frames(const std::filesystem::path& path, long long first, long long last);
  /// The same frames as a video; `path` is the film's. Those since A and B are compared have both.
  void film_frames(const std::filesystem::path& path, const FilmPlan& plan, Film& film);

  /// The user's words about a take.
  void describe_take(int number, std::string name, std::string note);
  /// A report of all takes (app/run/output/takes_html.h), with pictures of some by their numbers, as PNG files.
  void write_takes(const std::filesystem::path& file, const std::map<int, std::string>& pictures, double budget_ms);

  /// CPU and CUDA from the present state (app/run/tables/parity.h), and what was done so far under every handler
  /// (app/run/tables/handlers.h): frames have the results. Pause.
  void find_parity(int frames);
  void run_handlers();

  /// What takes a while: looked at and cancelled from any thread.
  Task& task() { return task_; }

  void tell(std::string text, bool error = false);
  /// Writes every member, save `done`.
  void fill(Frame& frame);
  StepNews take_news() { return std::exchange(news_, {}); }

  /// From any thread: a step under way ends soon, and what comes of it is not recorded. All that is left is to destroy
  /// this.
  void abandon();

  Simulation& simulation() { return *simulation_; }
  const Timeline& timeline() const { return *timeline_; }

 private:
  void step();
  void step_twin();
  void show_frame(long long frame);
  void come_back_to(const Snapshot& present);
  void another_state();
  void follow_cuts();
  Model first_model() const;
  bool take_counts();
  void ask_device_memory();
  void fill_past(PastView& past) const;
  void check_range(const std::filesystem::path& path, long long first, long long last) const;
  long long visit_frames(long long first, long long last, int every, const std::function<bool()>& seen);
  bool goes_on(double part) { return task_.go_on(part) && !abandoned_; }
  Session load_session(const std::filesystem::path& file) const;
  Session load_recorded(const std::filesystem::path& file) const;
  void session_begins();
  void use_session(const std::filesystem::path& file);

  int threads_;
  std::shared_ptr<const OpenedScene> built_;   // as it was opened: others point into it
  std::shared_ptr<const OpenedScene> opened_;  // with the looks and the cuts of now
  std::unique_ptr<Simulation> simulation_;
  std::optional<Timeline> timeline_;
  std::optional<Twin> twin_;  // from the constructor on
  std::unique_ptr<TimingsRecorder> timings_;

  bool playing_ = false;
  ViewClock clock_;
  Stopwatch since_;  // the clock was last told
  StepNews news_;

  std::map<int, int> hands_;  // -> grab
  Wishes wishes_;
  std::optional<MemoryInUse> device_memory_;
  Stopwatch since_asked_;  // for that
  int inspected_ = -1;
  Message message_;
  long long messages_ = 0, saves_ = 0;
  std::filesystem::path session_file_;
  long long session_files_ = 0;
  std::optional<Penetration> visit_;
  long long visits_ = 0;
  std::atomic<bool> abandoned_ = false;
  Task task_;
  std::shared_ptr<const ParityResult> parity_;
  std::shared_ptr<const HandlersTable> handlers_;

  PenetrationWatch penetrations_;  // last: its thread looks at the model
};

}  // namespace raycloth
