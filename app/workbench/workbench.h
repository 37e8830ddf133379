// What the window works on: the open scene with its simulation and its drawing, play and pause, the mouse's
// hold on the cloth, the recorder, and the last message. Keys, panels and the frame loop all act through it.
// Knows neither GLFW nor Dear ImGui. Needs a current OpenGL context.
#pragma once

#include <memory>
#include <string>

#include "app/run/penetrations.h"
#include "app/run/scene_options.h"
#include "app/run/timeline.h"
#include "app/run/timings_csv.h"
#include "app/view/camera.h"
#include "app/view/lines.h"
#include "app/workbench/clock.h"
#include "app/workbench/grabbing.h"
#include "app/workbench/inspector.h"
#include "app/workbench/timing_history.h"
#include "render/renderer.h"
#include "sim/scene/scene.h"
#include "sim/simulation.h"

namespace raycloth {

class Workbench {
 public:
  /// `authored`: of the scene before the command line changed it. Throws InputError for a session that does not fit.
  Workbench(Scene scene, Authored authored, const SceneOptions& options);

  // Scenes. A file that cannot be opened leaves the present scene as it is, and a message.
  void open(const std::vector<std::filesystem::path>& files);
  void reset();
  const Scene& scene() const { return open_->scene; }
  Simulation& simulation() { return *open_->simulation; }

  // Time.
  void play(bool on);
  bool playing() const { return playing_; }
  void single_step();  // pauses; in the past, goes to the next frame of the take
  /// Steps as far as `real_seconds` ask for and a frame can bear; a failed step pauses and leaves a message.
  void advance(double real_seconds);
  double real_time_factor() const { return clock_.real_time_factor(); }

  // The past (app/run/timeline.h). All of these pause, apart from play_session and repeat, which play.
  const Timeline& timeline() const { return *open_->timeline; }
  void seek(long long frame);
  void step_back(long long frames) { seek(timeline().frame() - frames); }
  void show_take(int index);
  void repeat();

  // Sessions: what was done, in a file of the current directory, and done again.
  void toggle_session_recording();
  /// From a file; empty: the one that the scene names.
  void play_session(const std::filesystem::path& file);
  void stop_session();

  // Changes while it runs. What validate() refuses is not applied and leaves a message.
  void change(const Settings& settings);
  void change(int object, const Material& material);

  // Mouse. Places are fractions of the picture from its left and upper edge.
  bool grab(Vec2 place);
  void drag(Vec2 place);
  void push(Vec2 place, float steps);  // along the view
  void release();
  bool grabbing() const { return grabber_.active(); }

  // Looking closer.
  bool inspect(Vec2 place);  // the vertex there; nothing there: no more
  /// Goes to its frame, if that is known, flies there and shows the pair. Pauses.
  void visit(const Penetration& penetration);
  Inspector inspector;

  // Recorder of timings: a CSV in the current directory, one row a step.
  void toggle_recording();
  const TimingsCsv* recorder() const { return recorder_.get(); }

  // Drawing.
  void set_aspect(float aspect) { aspect_ = aspect; }
  void frame_view();
  void draw(const RenderTarget& target);
  OrbitCamera camera;
  ViewOptions view;

  const TimingHistory& timings() const { return timings_; }

  /// The last thing that went wrong or was written; empty when dismissed.
  struct Message {
    std::string text;
    bool error = false;
  };
  Message message;

 private:
  /// The simulation comes after the renderer: it may hold on to its buffers, and goes first.
  struct OpenScene {
    Scene scene;
    std::unique_ptr<Renderer> renderer;
    std::unique_ptr<Simulation> simulation;
    std::optional<Timeline> timeline;
  };

  std::unique_ptr<OpenScene> make_open(Scene scene, Authored authored) const;
  Timeline& past() { return *open_->timeline; }
  void enter(std::unique_ptr<OpenScene> next);
  Session load_session(const std::filesystem::path& file);
  void step_once();
  void another_state();
  void watch_penetrations();
  void upload();

  /// Runs `action`; an exception becomes the message. False when there was one.
  template <class Action>
  bool guarded(Action action);

  DeviceChoice device_;
  int threads_;
  std::unique_ptr<OpenScene> open_;
  bool playing_ = true;
  ViewClock clock_;
  TimingHistory timings_;
  Grabber grabber_;
  std::unique_ptr<TimingsCsv> recorder_;
  float aspect_ = 1.6f;

 public:
  PenetrationWatch penetrations;  // last: its thread looks at the scene
};

}  // namespace raycloth
