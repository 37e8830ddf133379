// What the window works on: the newest frame of the scene that runs (app/run/live/runner.h), its drawing, the camera,
// and what has been asked for but is not done yet. Each part of it owns its state; what is here changes the scene, or
// needs several of them. Keys, panels and the frame loop act through it, and none of it waits for the simulation. Knows
// neither GLFW nor Dear ImGui. Needs a current OpenGL context; one thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/run/scene_options.h"
#include "app/view/overlay.h"
#include "app/workbench/carried.h"
#include "app/workbench/kept/display_history.h"
#include "app/workbench/kept/kept_views.h"
#include "app/workbench/kept/takes.h"
#include "app/workbench/kept/timing_history.h"
#include "app/workbench/parts/comparison.h"
#include "app/workbench/parts/examining.h"
#include "app/workbench/parts/filming.h"
#include "app/workbench/parts/hands.h"
#include "app/workbench/parts/opening.h"
#include "app/workbench/parts/pinning.h"
#include "app/workbench/parts/player.h"
#include "app/workbench/parts/recordings.h"
#include "app/workbench/parts/saving.h"
#include "app/workbench/parts/surfaces.h"
#include "app/workbench/tools/adding.h"
#include "app/workbench/tools/arranger.h"
#include "app/workbench/tools/wind_handle.h"

namespace raycloth {

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
  bool starting() const { return opening_.is(Opening::What::first); }
  const Frame& frame() const { return *shown_.frame; }
  const Scene& scene() const { return shown_.scene(); }
  const Model& model() const { return shown_.model(); }
  /// How long the step, or whatever else is under way, has taken so far, s.
  double busy_seconds() const { return shown_.runner->busy_seconds(); }

  // Its parts.
  Player& player() { return player_; }
  const Player& player() const { return player_; }
  Comparison& comparison() { return comparison_; }
  const Comparison& comparison() const { return comparison_; }
  Hands& hands() { return hands_; }
  const Hands& hands() const { return hands_; }
  Examining& examining() { return examining_; }
  const Examining& examining() const { return examining_; }
  Pinning& pinning() { return pinning_; }
  Takes& takes() { return takes_; }
  const Takes& takes() const { return takes_; }
  Saving& saving() { return saving_; }
  const Saving& saving() const { return saving_; }
  Recordings& recordings() { return recordings_; }
  Filming& filming() { return filming_; }
  const Filming& filming() const { return filming_; }

  /// What takes a while, and is not a step: nothing while nothing is under way. Cancelled, it ends soon.
  std::optional<TaskView> task() const;
  void cancel_task();

  // Scenes. The present one stays until the other is built; a file that cannot be opened leaves a message.
  void open(const std::vector<std::filesystem::path>& files);
  /// What an earlier run of the program left behind, as unsaved changes of its scene.
  void open(const AutosavedScene& left);

  // From frame 0 on. They end all takes: where there are several, that is asked about first.
  void reset();
  void play_session();                                   // (app/run/past/session.h) the one that the scene names
  void play_session(const std::filesystem::path& file);  // one that was recorded, as it was

  // Changes while it runs. What validate() refuses is not applied and leaves a message.
  // While A and B are compared: of the side that is chosen, but for what acts from outside on both, which is A's.
  const Settings& settings() const { return comparison_.settings(comparison_.chosen()); }
  const Material& material(int object) const { return comparison_.material(comparison_.chosen(), object); }
  void change(const Settings& settings);
  void change(int object, const Material& material);
  /// They can be taken back and done again, gesture by gesture; whatever time it is in the scene.
  void undo();
  void redo();
  void end_gesture() { edits_.end_gesture(); }
  const EditHistory& edits() const { return edits_; }

  // Objects. Looks change at once; what else changes builds the scene anew, from its first frame, on a thread of its
  // own.
  int selected() const { return selected_; }  // -1: none
  void select(int object);
  bool select_at(Vec2 place);  // false: there is none
  Look look(int object) const;
  void change(int object, const Look& look);
  void place(int object, const Placement& placement);
  void remove(int object);
  /// Whether a changed scene is being built, or what is cut.
  bool building() const { return opening_.builds(); }
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
  bool take_handle(Vec2 place) { return arranger.take(sight_.seen(), place, sight_.aspect, sight_.ray(place)); }
  void drag_handle(Vec2 place) { arranger.drag(sight_.ray(place)); }
  void let_handle_go();
  /// Whether arrows and rings are drawn; what is added has them in any case.
  bool arranging = false;
  /// Where its handles are seen, by name, in fractions of the picture.
  std::vector<Label> handles() const;

  // Wind, by the tip of its arrow while that is shown.
  bool take_wind(Vec2 place);
  void drag_wind(Vec2 place);
  void let_wind_go();

  // Thickness, painted on cloth with a round brush. A stroke that has ended builds the scene anew.
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

  /// How hard what is held is pulled.
  std::vector<Label> labels() const;

  // Drawing.
  void set_aspect(float aspect) { sight_.aspect = aspect; }
  void frame_view();
  bool can_show(Heat heat) const { return !kHeats[static_cast<int>(heat)].of_comparison || frame().comparison.b; }
  void draw(const RenderTarget& target);
  /// What is written over the picture of `height` pixels.
  Overlay overlay(int height) const;
  /// Places of the camera, kept for the scene's file.
  static constexpr int kBookmarks = KeptViews::kPlaces;
  void keep_view(int bookmark) { kept_views_.keep(scene().path, bookmark, camera); }
  void recall_view(int bookmark);  // without one: a message
  OrbitCamera& camera = sight_.camera;
  ViewOptions& view = sight_.view;
  QualityKeeper quality{draws_in_software()};

  const TimingHistory& timings() const { return timings_; }
  DisplayHistory display;
  /// The last thing that went wrong or was written; empty when dismissed.
  Message& message = shown_.message;

 private:
  void take_frame();
  void take_news();
  void take_opened();
  void enter(std::unique_ptr<Runner> runner, bool edited = false);
  void begin_scene();
  void ask(int object, const Look& look);
  void hide_as_looks_say();
  void ask(const std::map<int, std::vector<Cut>>& cuts);
  void follow_cuts(const Frame& newest);
  void go_through_edits(bool forward);
  void tell_where_it_fits(bool forward, int more_cuts);
  bool tells_what_is_too_far_apart(const Amends& next);
  void amend(const Amends& amends);
  void amend(const Action& action, Comparison::Side side);
  std::string present_document() const;
  bool can_build();
  bool asks_first(std::function<void()> act);
  void begin_session(const Runner::Command& command);
  void show_arranged();
  void begin_adding_again();
  void take_painted();
  void settle_painted();
  void edit_document(const std::string& words, const std::function<std::string(const std::string&)>& change);
  void build(const Document& document);
  void wait_for_first(std::unique_ptr<Runner> first, const SceneOptions& options);
  void begin_opening(Opening::What what, const std::string& words, Runner::Loader loader);
  void stop_opening();
  Carried what_is_carried() const;
  void carry_over(const Carried& from);
  void forget_comparison();
  void draw_side(const RenderTarget& target, Renderer& renderer, const Frame& frame, float from, float to);

  bool shows_wind() const { return view.wind && !model().objects.empty(); }

  Shown shown_;
  Sight sight_;
  EditHistory edits_;
  EditHistory edits_before_build_;  // should what is built be refused
  Opening opening_;
  std::optional<AutosavedScene> opening_left_;  // what is on its way was left behind
  Grabber grabber_;
  Surfaces surfaces_{painter};
  Player player_{shown_, grabber_};
  Comparison comparison_;
  Saving saving_;
  Recordings recordings_{shown_, player_};
  Filming filming_;
  Hands hands_{shown_, opening_, comparison_, sight_, grabber_};
  Pinning pinning_{shown_, opening_, comparison_, sight_, edits_};
  Takes takes_{shown_, sight_, quality, surfaces_};
  Examining examining_{shown_, opening_, comparison_, player_, sight_};

  std::map<int, Pending<Look>> looks_;  // by object
  int selected_ = -1;
  std::optional<Adding> adding_;
  std::vector<std::filesystem::path> to_add_;  // that one first
  std::string added_, added_words_;            // what the scene that is built has more, and what is told of that
  long long messages_seen_ = 0;

  TimingHistory timings_;
  KeptViews kept_views_;

  WindHandle wind_handle_;
  std::optional<Heat> heat_before_;  // while thickness is painted
  std::optional<Vec2> hovered_;      // likewise
};

}  // namespace raycloth
