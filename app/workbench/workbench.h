// What the window works on: the newest frame of the scene that runs (app/run/live/runner.h), its drawing, the camera,
// and what has been asked for but is not done yet. Keys, panels and the frame loop all act through it, and none of it
// waits for the simulation. Knows neither GLFW nor Dear ImGui. Needs a current OpenGL context; one thread.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/run/live/runner.h"
#include "app/run/past/edit_history.h"
#include "app/run/scene_options.h"
#include "app/view/camera.h"
#include "app/view/lines.h"
#include "app/view/overlay.h"
#include "app/view/quality.h"
#include "app/workbench/grabbing.h"
#include "app/workbench/heat_view.h"
#include "app/workbench/inspector.h"
#include "app/workbench/pending.h"
#include "app/workbench/take_pictures.h"
#include "app/workbench/timing_history.h"
#include "render/renderer.h"

namespace raycloth {

class Workbench {
 public:
  /// Waits until the first scene is built, and plays. `wake` is called from any thread when there is something new to
  /// draw. Throws InputError for a session that does not fit.
  Workbench(LoadedScene first, const SceneOptions& options, std::function<void()> wake);
  ~Workbench();

  /// Takes the newest frame and its news; once per display frame, so that all that is drawn is of one state.
  void advance(double real_seconds);
  const Frame& frame() const { return *frame_; }
  const Scene& scene() const { return frame_->opened->scene; }
  const Model& model() const { return frame_->opened->model; }
  /// How long the step, or whatever else is under way, has taken so far, s.
  double busy_seconds() const { return runner_->busy_seconds(); }

  /// What takes a while, and is not a step: nothing while nothing is under way. Cancelled, it ends soon.
  std::optional<TaskView> task() const;
  void cancel_task();

  // Scenes. The present one stays until the other is built; a file that cannot be opened leaves a message.
  void open(const std::vector<std::filesystem::path>& files);
  void reset();

  // Time. What is told is what was asked for, from the moment that it was.
  void play(bool on);
  bool playing() const { return playing_.over(frame_->playing, *frame_); }
  void single_step();  // pauses; in the past, goes to the next frame of the take

  // The past (app/run/past/timeline.h). All of these pause, apart from play_session and repeat, which play.
  long long frame_number() const { return sought_.over(frame_->number, *frame_); }
  void seek(long long frame);
  void step_back(long long frames) { seek(frame_number() - frames); }
  void show_take(int number);
  void repeat();

  // Takes: the user's words about them, and a report of all of them as a page for a browser.
  void describe_take(int number, const std::string& name, const std::string& note);
  void write_takes(const std::filesystem::path& file, double budget_ms);
  TakePictures& take_pictures() { return take_pictures_; }

  // Sessions: what was done, in a file of the current directory, and done again.
  void toggle_session_recording();
  /// From a file; empty: the one that the scene names.
  void play_session(const std::filesystem::path& file);
  void stop_session();

  // Changes while it runs. What validate() refuses is not applied and leaves a message.
  // While A and B are compared: of the side that is chosen, but for what acts from outside on both.
  const Settings& settings() const { return edited().settings.over(edited_frame().settings, *frame_); }
  const Material& material(int object) const;
  void change(const Settings& settings);
  void change(int object, const Material& material);
  /// Vertices of cloth that stay where they are, ascending.
  const std::vector<int>& pins() const { return pins_.over(frame_->pins, *frame_); }
  void change_pins(const std::vector<int>& pins);
  /// The vertex nearest to where cloth is clicked becomes pinned, or is no more. False: there is no cloth.
  bool toggle_pin(Vec2 place);
  /// All of the cloth's vertices within a box of the picture, also those behind others; hidden objects keep theirs.
  void pin_box(Vec2 corner, Vec2 other, bool on);
  /// They can be taken back and done again, gesture by gesture; whatever time it is in the scene.
  void undo() { redo(edited().edits.undo()); }
  void redo() { redo(edited().edits.redo()); }
  void end_gesture() { edited().edits.end_gesture(); }
  const EditHistory& edits() const { return edited().edits; }
  /// The scene as it has been changed, into a file of the current directory.
  void save_scene();

  // A and B (app/run/live/twin.h): the present state, continued under two kinds of settings.
  bool comparing() const { return comparing_.over(frame_->comparison.b != nullptr, *frame_); }
  void compare(bool on);  // B begins as A is, and is the side that is chosen
  void compare_again();   // both from here
  void keep_b();          // A goes on with B's settings
  void move_b(DeviceChoice device);
  enum class Compared { a, b };
  /// Whose settings and materials are shown and changed.
  Compared chosen_side() const { return of_b() ? Compared::b : Compared::a; }
  void choose_side(Compared side) { side_ = side; }
  /// Of the picture's width: left of it is A, right of it B.
  float divider() const { return divider_; }
  void move_divider(float part) { divider_ = std::clamp(part, 0.0f, 1.0f); }

  // Mouse. Places are fractions of the picture from its left and upper edge.
  bool grab(Vec2 place);
  void drag(Vec2 place);
  void push(Vec2 place, float steps);  // along the view
  void release();
  /// What is pulled stays held when it is let go, or no more; while nothing is pulled, all that is held is let go.
  void hold_on() { grabber_.hold_on(*runner_); }
  /// Words at places of the picture, in fractions of it: how hard what is held is pulled.
  struct Label {
    Vec2 place;
    std::string text;
  };
  std::vector<Label> labels() const;

  // Looking closer.
  bool inspect(Vec2 place);  // the vertex there; nothing there: no more
  void stop_inspecting() { inspector_.close(*runner_); }
  const Inspector& inspector() const { return inspector_; }
  /// Goes to its frame, if that is known, flies there and shows the pair. Pauses.
  void visit(const Penetration& penetration);
  /// Crossing surfaces: count them; pause at the first.
  bool counting() const { return watched_.counting; }
  bool pausing_at_first() const { return watched_.pause_at_first; }
  void watch(bool counting, bool pause_at_first);

  /// Somebody looks at the frame's buffers while this is asked in every display frame.
  void look_at_buffers() { buffers_looked_at_ = true; }
  // Tables; they pause, and frames have what comes of them.
  void find_parity(int frames);
  void run_handlers();

  // Recorder of timings: a CSV in the current directory, one row a step.
  void toggle_recording();

  // The cloth for other programs; what came of it is a message.
  void export_frame(const std::filesystem::path& path);
  void export_frames(const std::filesystem::path& path, long long first, long long last);  // pauses

  // Drawing.
  void set_aspect(float aspect) { aspect_ = aspect; }
  void frame_view();
  bool can_show(Heat heat) const { return !kHeats[static_cast<int>(heat)].of_comparison || frame_->comparison.b; }
  void draw(const RenderTarget& target);
  /// What is written over the picture of `height` pixels.
  Overlay overlay(int height) const;
  /// Places of the camera, kept while the program runs.
  static constexpr int kBookmarks = 4;
  void keep_view(int bookmark) { bookmarks_[bookmark] = camera; }
  void recall_view(int bookmark);  // without one: a message
  OrbitCamera camera;
  ViewOptions view;
  QualityKeeper quality{draws_in_software()};

  const TimingHistory& timings() const { return timings_; }

  /// The last thing that went wrong or was written; empty when dismissed.
  Message message;

 private:
  struct Watched {
    bool counting = false, pause_at_first = false;
  };

  void take_frame();
  void take_news();
  void take_opened();
  void enter(std::unique_ptr<Runner> runner);
  void retire(std::unique_ptr<Runner> runner);
  void ask_wishes();
  void ask(const Settings& settings);
  void ask(int object, const Material& material);
  void ask(const std::vector<int>& pins);
  void redo(const std::vector<Action>& actions);
  void forget_comparison();
  void picture_take();
  void upload();
  void upload(Renderer& renderer, const Frame& frame, std::span<const uint32_t> colors);
  void draw_side(const RenderTarget& target, Renderer& renderer, const Frame& frame, float from, float to);

  /// What was asked of a side, and can be taken back.
  struct Edited {
    Pending<Settings> settings;
    std::map<int, Pending<Material>> materials;  // by object
    EditHistory edits;
  };
  bool of_b() const { return side_ == Compared::b && comparing(); }
  Edited& edited() { return of_b() ? edited_b_ : edited_a_; }
  const Edited& edited() const { return of_b() ? edited_b_ : edited_a_; }
  /// B begins as A is.
  const Frame& edited_frame() const { return of_b() && frame_->comparison.b ? *frame_->comparison.b : *frame_; }
  /// What is seen there: A's frame or B's.
  const Frame& seen_at(Vec2 place) const {
    return frame_->comparison.b && place.x > divider_ ? *frame_->comparison.b : *frame_;
  }

  LiveOptions options_;
  std::function<void()> wake_;

  std::unique_ptr<Runner> runner_;
  std::shared_ptr<const Frame> frame_;               // never null after the constructor
  std::unique_ptr<Renderer> renderer_, renderer_b_;  // B's while there is one
  bool uploaded_ = false;                            // the frame's vertices are in the renderer
  std::unique_ptr<Runner> opening_;                  // another scene on its way
  std::string opened_name_;                          // its file's
  std::vector<std::unique_ptr<Runner>> retired_;     // end by themselves

  Pending<bool> playing_;
  Pending<long long> sought_;
  Edited edited_a_, edited_b_;
  Pending<std::vector<int>> pins_;
  Pending<bool> comparing_;
  Compared side_ = Compared::a;
  float divider_ = 0.5f;
  Watched watched_;
  Wishes wished_;
  bool buffers_looked_at_ = false;
  std::vector<Ticket> steps_asked_;
  long long messages_seen_ = 0, visits_seen_ = 0;

  TimingHistory timings_;
  Grabber grabber_;
  Inspector inspector_;
  float aspect_ = 1.6f;
  std::array<std::optional<OrbitCamera>, kBookmarks> bookmarks_;

  HeatView heat_;
  TakePictures take_pictures_;
};

}  // namespace raycloth
