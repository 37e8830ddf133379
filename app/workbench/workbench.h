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
#include "app/run/output/scene_home.h"
#include "app/run/past/edit_history.h"
#include "app/run/scene_options.h"
#include "app/run/user/autosave.h"
#include "app/view/camera.h"
#include "app/view/lines.h"
#include "app/view/overlay.h"
#include "app/view/quality.h"
#include "app/view/view_switches.h"
#include "app/view/windowless/film_painter.h"
#include "app/workbench/asked.h"
#include "app/workbench/carried.h"
#include "app/workbench/display_history.h"
#include "app/workbench/kept_views.h"
#include "app/workbench/pending.h"
#include "app/workbench/saved_changes.h"
#include "app/workbench/take_pictures.h"
#include "app/workbench/takes_question.h"
#include "app/workbench/timing_history.h"
#include "app/workbench/tools/adding.h"
#include "app/workbench/tools/arranger.h"
#include "app/workbench/tools/grabbing.h"
#include "app/workbench/tools/heat_view.h"
#include "app/workbench/tools/inspector.h"
#include "app/workbench/tools/pad_hands.h"
#include "app/workbench/tools/painter.h"
#include "app/workbench/tools/wind_handle.h"
#include "render/renderer.h"

namespace raycloth {

class FilmRoll;

class Workbench {
 public:
  /// Words at places of the picture, in fractions of it.
  struct Label {
    Vec2 place;
    std::string text;
  };

  /// Of the first scene, which `options` speak of. `wake` is called from any thread when there is something new to
  /// draw.
  static std::unique_ptr<Runner> begin(Runner::Loader loader, const SceneOptions& options, std::function<void()> wake);

  /// Plays the first scene as soon as it is built; until then, and where that is cancelled, an empty one is shown.
  /// Throws what went wrong with it by now.
  Workbench(std::unique_ptr<Runner> first, const SceneOptions& options, std::function<void()> wake);
  ~Workbench();

  /// Takes the newest frame and its news; once per display frame, so that all that is drawn is of one state. Throws
  /// what went wrong with the first scene.
  void advance(double real_seconds);
  /// Whether the first scene is still on its way.
  bool starting() const { return starting_; }
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
  /// What an earlier run of the program left behind, as unsaved changes of its scene.
  void open(const AutosavedScene& left);
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
  void record_session(const std::filesystem::path& file);  // there
  void play_session();                                     // the one that the scene names
  void play_session(const std::filesystem::path& file);    // one that was recorded, as it was
  void stop_session();

  // Changes while it runs. What validate() refuses is not applied and leaves a message.
  // While A and B are compared: of the side that is chosen, but for what acts from outside on both, which is A's.
  const Settings& settings() const { return settings_of(chosen_side()); }
  const Material& material(int object) const { return material_of(chosen_side(), object); }
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
  void undo();
  void redo();
  void end_gesture() { edits_.end_gesture(); }
  const EditHistory& edits() const { return edits_; }
  /// The scene as it has been changed, into usual_scene_file(), unless another program has changed that since; or into
  /// a file that may replace what is there. It is saved there again from then on.
  void save_scene();
  void save_scene_as(const std::filesystem::path& file);
  /// Where it was saved last, or its own file; of what came with the program, or is a mesh, a new one in the current
  /// directory.
  std::filesystem::path usual_scene_file() const;
  /// Whether the scene is another than its file and than what was saved last.
  bool unsaved() const { return !model().objects.empty() && saved_.lack(edits_.state()); }
  /// They need not be kept any more: the program ends.
  void give_up_unsaved() { autosave_.drop(); }
  /// What was changed last of that.
  std::string unsaved_words() const;

  // Objects. Looks change at once; what else changes builds the scene anew, from its first frame, on a thread of its
  // own.
  int selected() const { return selected_; }  // -1: none
  void select(int object);
  bool select_at(Vec2 place);  // false: there is none
  Look look(int object) const;
  void change(int object, const Look& look);
  void place(int object, const Placement& placement);
  void remove(int object);
  /// Whether one of these waits for an answer: other takes would be lost.
  bool asks_about_takes() const { return takes_question_.asked(); }
  void answer_about_takes(bool goes_on, bool never_again);
  /// Whether a changed scene is being built, or what is cut.
  bool building() const { return (opening_ && opening_edited_) || cut_asked_ > frame_->done; }
  /// A mesh of several, and what it shall be; the others follow when that was said.
  void begin_adding(const std::vector<std::filesystem::path>& meshes);
  void begin_adding_sheet(const NewSheet& sheet = {});
  void resize(const NewSheet& sheet);  // while a sheet is being added
  Adding* adding() { return adding_ ? &*adding_ : nullptr; }
  void become(const Becoming& what);
  void finish_adding();                              // adds it, where its arranger has it
  std::vector<std::filesystem::path> stop_adding();  // the meshes that were not added
  /// All objects of another scene, placed as they are there; a message says what of that scene is left out.
  void add_scene(const std::filesystem::path& file);
  /// The chosen object's, or that of what is being added.
  Arranger arranger;
  void hover(Vec2 place);
  bool take_handle(Vec2 place) {
    return arranger.take(camera.view(aspect_), place, aspect_, camera.ray(place, aspect_));
  }
  void drag_handle(Vec2 place) { arranger.drag(camera.ray(place, aspect_)); }
  void let_handle_go();
  /// Whether arrows and rings are drawn; what is added has them in any case.
  bool arranging = false;
  /// Where its handles are seen, by name, in fractions of the picture.
  std::vector<Label> handles() const;

  // A and B (app/run/live/twin.h): the present state, continued under two kinds of settings.
  bool comparing() const { return comparing_.over(frame_->comparison.b != nullptr, *frame_); }
  void compare(bool on);  // B begins as A is, and is the side that is chosen
  void compare_again();   // both from here
  void keep_b();          // A goes on with B's settings
  void move_b(DeviceChoice device);
  enum class Compared { a, b };
  /// Whose settings and materials are shown and changed.
  Compared chosen_side() const { return comparing() ? side_ : Compared::a; }
  void choose_side(Compared side) { side_ = side; }
  /// Of the picture's width: left of it is A, right of it B.
  float divider() const { return divider_; }
  void move_divider(float part) { divider_ = std::clamp(part, 0.0f, 1.0f); }

  // Wind, by the tip of its arrow while that is shown.
  bool take_wind(Vec2 place);
  void drag_wind(Vec2 place);
  void let_wind_go();

  // Thickness, painted on cloth with a round brush. A stroke is in the scene once it has ended, which builds
  // it anew.
  void brush(bool on);  // the left button paints; a heat map shows what, meanwhile
  bool brushing() const { return heat_before_.has_value(); }
  Painter painter;
  bool paint(Vec2 place, bool erase);  // false: nothing there can be painted; while A and B are compared: a message
  void end_stroke();
  void clear_thickness(int object);
  /// Whether a drag in the picture is a gesture that goes on.
  bool in_gesture() const { return wind_handle_.held(); }

  /// Cuts what is seen of cloth under a stroke through these places; the simulation goes on. A stroke that comes back
  /// to where it began, as near as `near` of the picture's height, is a ring.
  void cut(std::span<const Vec2> places, float near);

  // Mouse. Places are fractions of the picture from its left and upper edge.
  bool grab(Vec2 place);
  void drag(Vec2 place);
  void push(Vec2 place, float steps);  // along the view
  void release();
  /// What is pulled stays held when it is let go, or no more; while nothing is pulled, all that is held is let go.
  void hold_on();
  /// A gamepad in this display frame, s after the last; nothing: there is none. Its hands pull beside the mouse.
  void follow(const std::optional<PadState>& pad, double seconds);
  const PadHands& pad() const { return pad_; }
  bool pulls(Puller puller) const { return grabber_.active(puller); }
  /// How hard what is held is pulled.
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

  // Recorder of timings: a .csv or .json file in the current directory, one row a step.
  void toggle_recording(const std::string& ending = ".csv");
  void record_timings(const std::filesystem::path& file);  // there

  // The cloth for other programs; what came of it is a message.
  void export_frame(const std::filesystem::path& path);
  void export_frames(const std::filesystem::path& path, long long first, long long last);  // pauses
  /// Frames of the take as they are seen from here, in full quality; by its ending as app/video/video_file.h. Of A
  /// alone: what went before a comparison is not B's. Pauses.
  void record_video(const std::filesystem::path& file, long long first, long long last);
  void record_video();  // all, into the usual file
  /// In the current directory, as the scene is called; no other's.
  std::filesystem::path usual_video() const;
  /// Of videos; and so large are pictures of the scene.
  FilmFormat film_format;
  /// The scene alone, as it is seen from here, A beside B where they are compared, in full quality, as a PNG file in
  /// the current directory: in the next display frame, and what came of it is a message.
  void ask_for_picture() { picture_asked_ = true; }
  /// Any picture likewise. `words`: in its name, between that of the scene and the frame's number.
  void save_picture(const std::string& words, const std::function<Image()>& paint);

  // Drawing.
  void set_aspect(float aspect) { aspect_ = aspect; }
  void frame_view();
  bool can_show(Heat heat) const { return !kHeats[static_cast<int>(heat)].of_comparison || frame_->comparison.b; }
  void draw(const RenderTarget& target);
  /// What is written over the picture of `height` pixels.
  Overlay overlay(int height) const;
  /// Places of the camera, kept for the scene's file.
  static constexpr int kBookmarks = KeptViews::kPlaces;
  void keep_view(int bookmark) { kept_views_.keep(scene().path, bookmark, camera); }
  void recall_view(int bookmark);  // without one: a message
  OrbitCamera camera;
  ViewOptions view = usual_view();
  QualityKeeper quality{draws_in_software()};

  const TimingHistory& timings() const { return timings_; }
  DisplayHistory display;

  /// The last thing that went wrong or was written; empty when dismissed.
  Message message;

 private:
  struct Watched {
    bool counting = true, pause_at_first = false;
  };

  void take_frame();
  void tell_of_forgotten(const PastView& past);
  void take_news();
  void recolor(const Model& model);
  void take_opened();
  void enter(std::unique_ptr<Runner> runner, bool edited = false);
  void begin_scene();
  void retire(std::unique_ptr<Runner> runner);
  void ask_wishes();
  void act(const PadHand& hand, float seconds);
  void ask(Compared side, const Settings& settings);
  void ask(Compared side, int object, const Material& material);
  void ask(const std::vector<int>& pins);
  void ask(int object, const Look& look);
  void hide_as_looks_say();
  void ask(const std::map<int, std::vector<Cut>>& cuts);
  void follow_cuts(const Frame& newest);
  void go_through_edits(bool forward);
  void tell_where_it_fits(bool forward, int more_cuts);
  bool tells_what_is_too_far_apart(const Amends& next);
  void amend(const Amends& amends);
  void amend(const Action& action, Compared side);
  void save(const std::filesystem::path& file, bool replaces);
  void settle_home(const AutosavedScene* left);
  void keep_safe();
  void take_over(const AutosavedScene& left);
  std::string present_document() const;
  bool can_build();
  bool asks_first(std::function<void()> act);
  void show_arranged();
  void begin_adding_again();
  void take_painted();
  void settle_painted();
  void edit_document(const std::string& words, const std::function<std::string(const std::string&)>& change);
  void build(const Document& document);
  void wait_for_first(std::unique_ptr<Runner> first, const SceneOptions& options);
  void begin_opening(const std::string& words, Runner::Loader loader);
  void stop_opening();
  Carried what_is_carried() const;
  void carry_over(const Carried& from);
  void forget_comparison();
  void picture_take();
  void draw_film();
  void picture_scene();
  void upload();
  void upload(Renderer& renderer, const Frame& frame, std::vector<uint32_t> colors);
  void draw_side(const RenderTarget& target, Renderer& renderer, const Frame& frame, float from, float to);

  bool shows_wind() const { return view.wind && !model().objects.empty(); }

  Asked& asked(Compared side) { return side == Compared::b ? asked_b_ : asked_a_; }
  const Asked& asked(Compared side) const { return side == Compared::b ? asked_b_ : asked_a_; }
  /// B begins as A is.
  const Frame& frame_of(Compared side) const {
    return side == Compared::b && frame_->comparison.b ? *frame_->comparison.b : *frame_;
  }
  const Settings& settings_of(Compared side) const {
    return asked(side).settings.over(frame_of(side).settings, *frame_);
  }
  const Material& material_of(Compared side, int object) const {
    return asked(side).material(object, frame_of(side).materials[object], *frame_);
  }
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
  std::unique_ptr<Runner> opening_;                  // another scene on its way,
  std::string opening_words_;                        // as a user calls that
  bool opening_edited_ = false;                      // it is the present one, changed
  bool starting_ = false;                            // it is the first
  std::optional<AutosavedScene> opening_left_;       // it was left behind
  std::vector<std::unique_ptr<Runner>> retired_;     // end by themselves

  Pending<bool> playing_;
  Pending<long long> sought_;
  Asked asked_a_, asked_b_;
  EditHistory edits_;
  EditHistory edits_before_build_;      // should what is built be refused
  std::map<int, Pending<Look>> looks_;  // by object
  int selected_ = -1;
  std::optional<Adding> adding_;
  std::vector<std::filesystem::path> to_add_;  // that one first
  std::string added_, added_words_;            // what the scene that is built has more, and what is told of that
  Pending<std::vector<int>> pins_;
  Pending<bool> comparing_;
  Compared side_ = Compared::a;
  float divider_ = 0.5f;
  Watched watched_;
  Wishes wished_;
  bool buffers_looked_at_ = false;
  Ticket cut_asked_ = 0;  // the last
  std::vector<Ticket> steps_asked_;
  long long messages_seen_ = 0, visits_seen_ = 0;
  SavedChanges saved_;
  std::shared_ptr<SceneHome> home_;  // never null
  bool changed_by_options_;          // the first scene: its document is another than its file
  Autosave autosave_;

  TimingHistory timings_;
  Grabber grabber_;
  PadHands pad_;
  Inspector inspector_;
  float aspect_ = 1.6f;
  KeptViews kept_views_;

  WindHandle wind_handle_;
  std::optional<Heat> heat_before_;  // while thickness is painted
  std::optional<Vec2> hovered_;      // likewise
  HeatView heat_;
  TakePictures take_pictures_;
  TakesQuestion takes_question_;
  std::weak_ptr<FilmRoll> film_;  // the runner's, while it goes through its frames
  std::optional<FilmPainter> film_painter_;
  bool picture_asked_ = false;
};

}  // namespace raycloth
