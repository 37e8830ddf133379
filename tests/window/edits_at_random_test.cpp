// Two hundred edits of every kind that a person has, through the workbench: taken back, the scene is what it was, bit
// by bit; done again, it is what it was then; saved and loaded by another program, it goes on to the same state.
#include <fstream>
#include <random>
#include <sstream>

#include "app/run/output/whole_file.h"
#include "tests/window/walk.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

constexpr int kFrames = 3;

class EditsAtRandom : public walk::PanelsWalk {
 protected:
  std::string scene_name() const override { return "pennant"; }

  void SetUp() override {
    PanelsWalk::SetUp();
    if (!workbench_) return;
    workbench_->set_aspect(1.6f);
    begin_at_rest();
  }

  float between(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_); }
  int below(int count) { return static_cast<int>(random_() % count); }
  Vec2 somewhere() { return {between(0.35f, 0.65f), between(0.2f, 0.8f)}; }
  int any_object() { return below(static_cast<int>(workbench_->model().objects.size())); }

  void change_settings(const std::function<void(Settings&)>& change) {
    Settings settings = workbench_->settings();
    change(settings);
    workbench_->change(settings);
  }

  void change_material() {
    const int object = any_object();
    for (int i = 0; i < 4; ++i) {  // a slider that is drawn
      Material material = workbench_->material(object);
      material.bend_stiffness = between(1e-6f, 1e-4f);
      workbench_->change(object, material);
    }
  }

  void change_look() {
    const int object = any_object();
    Look look = workbench_->look(object);
    look.color = {between(0, 1), between(0, 1), between(0, 1)};
    look.hidden = object > 0 && below(2) == 0;
    if (below(3) == 0) look.name = "named " + std::to_string(below(1000));
    workbench_->change(object, look);
  }

  void place() {
    const int object = any_object();
    Placement placement = workbench_->scene().objects[object].placement;
    placement.translation += 0.01f * Vec3(between(-1, 1), between(-1, 1), between(-1, 1));
    workbench_->place(object, placement);
  }

  void paint() {
    workbench_->brush(true);
    workbench_->painter.brush.radius = between(0.02f, 0.06f);
    const bool erase = below(3) == 0;
    for (int i = 0; i < 3; ++i) workbench_->paint(somewhere(), erase);
    workbench_->end_stroke();
    workbench_->brush(false);
  }

  void cut() {
    if (cuts_ == 4) return;
    const float height = between(0.3f, 0.7f);
    workbench_->cut(std::vector<Vec2>{{0.3f, height}, {between(0.45f, 0.7f), height + between(-0.1f, 0.1f)}}, 0.02f);
    ++cuts_;
  }

  void pin() {
    if (below(2) == 0) return static_cast<void>(workbench_->pinning().toggle(somewhere()));
    workbench_->pinning().put_box(somewhere(), somewhere(), below(2) == 0);
  }

  void add_or_remove() {
    const int count = static_cast<int>(workbench_->model().objects.size());
    if (count > 2 && below(2) == 0) return workbench_->remove(1 + below(count - 1));
    if (count > 3) return;
    workbench_->begin_adding({RAYCLOTH_SOURCE_DIR "/tests/data/box.obj"});
    workbench_->become(kBecomings[below(2)]);
    Placement placement = workbench_->arranger.placement();
    placement.fit = 0.2f;
    placement.translation = {between(-1, 1), between(0, 1), -2 + between(-0.3f, 0.3f)};  // behind the sheet
    workbench_->arranger.set(placement);
    workbench_->finish_adding();
    workbench_->frame_view();
  }

  void edit() {
    switch (below(11)) {
      case 0:
        return change_settings([](Settings& s) { s.predictions = !s.predictions; });
      case 1:
        return change_settings([&](Settings& s) { s.gravity.y = -10 * between(0.1f, 1); });
      case 2:
        return change_settings([&](Settings& s) { s.wind = {between(-5, 5), 0, between(-5, 5)}; });
      case 3:
        return change_settings([&](Settings& s) { s.substeps = 2 * (1 + below(9)); });
      case 4:
        return change_material();
      case 5:
        return change_look();
      case 6:
        return place();
      case 7:
        return paint();
      case 8:
        return cut();
      case 9:
        return pin();
      case 10:
        return add_or_remove();
    }
  }

  /// Whether the frame has what was asked for, but for settings and looks: those may be on their way when a scene is
  /// built anew.
  bool shows_what_was_asked() const {
    const Frame& frame = workbench_->frame();
    bool shown = frame.pins == workbench_->pinning().pins();
    for (int i = 0; i < static_cast<int>(frame.materials.size()); ++i)
      shown &= difference(i, frame.materials[i], workbench_->material(i)).values.empty();
    return shown;
  }

  /// Whatever was asked for is done.
  void rest() {
    workbench_->end_gesture();
    wait_for([&] { return !workbench_->building() && shows_what_was_asked(); }, workbench_->message.text.c_str());
    ASSERT_FALSE(workbench_->takes().question().asked());
  }

  /// So many that change something.
  void edit(int count) {
    states_ = {state()};
    while (static_cast<int>(states_.size()) <= count && !HasFatalFailure()) {
      const long long before = workbench_->edits().state();
      edit();
      rest();
      if (workbench_->edits().state() == before) continue;
      states_.push_back(state());
      said_ += workbench_->edits().undo_words() + "\n";
    }
    for (const char* kind : {"predictions", "gravity", "wind", "substeps", "bend_stiffness", "color", "placed",
                             "thickness of", "cut", "pins", "added", "removed"})
      EXPECT_NE(said_.find(kind), std::string::npos) << "no " << kind << " in\n" << said_;
  }

  /// What an edit may change.
  struct State {
    std::vector<Vec4> positions;
    std::vector<int> pins;
    Settings settings;
    std::vector<Material> materials;
    std::vector<Look> looks;

    /// Empty: all is alike.
    std::string difference_from(const State& other) const {
      std::string words;
      if (positions != other.positions) words += " positions";
      if (pins != other.pins) words += " pins";
      if (looks != other.looks) words += " looks";
      if (!difference(settings, other.settings).values.empty()) words += " settings";
      if (materials.size() != other.materials.size()) return words + " objects";
      for (int i = 0; i < static_cast<int>(materials.size()); ++i)
        for (const auto& [key, value] : difference(i, materials[i], other.materials[i]).values)
          words += " " + key + " of object " + std::to_string(i);
      return words;
    }
  };

  State state() const {
    State now{workbench_->frame().positions, workbench_->pinning().pins(), workbench_->settings(), {}, {}};
    for (int i = 0; i < static_cast<int>(workbench_->model().objects.size()); ++i) {
      now.materials.push_back(workbench_->material(i));
      now.looks.push_back(workbench_->look(i));
    }
    return now;
  }

  /// Each of them, and every state on the way is the one that was there.
  void take_back_all() {
    for (size_t i = states_.size() - 1; i-- > 0;) {
      const std::string words = workbench_->edits().undo_words();
      workbench_->undo();
      rest();
      ASSERT_EQ(state().difference_from(states_[i]), "") << "before edit " << i << ", " << words;
    }
    EXPECT_FALSE(workbench_->edits().can_undo());
  }

  void do_all_again() {
    for (size_t i = 1; i < states_.size(); ++i) {
      workbench_->redo();
      rest();
      ASSERT_EQ(state().difference_from(states_[i]), "")
          << "after edit " << i << ", " << workbench_->edits().undo_words();
    }
    EXPECT_FALSE(workbench_->edits().can_redo());
  }

  /// The file that is written.
  fs::path save() {
    const long long saves = workbench_->frame().saves;
    const fs::path file = unused_file("saved", ".json");
    workbench_->saving().save_as(file);
    wait_for([&] { return workbench_->frame().saves > saves; }, workbench_->message.text.c_str());
    return file;
  }

  static std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }

  /// Bits of the state after some frames from here.
  std::vector<Vec4> go_on() {
    step(kFrames);
    return workbench_->frame().positions;
  }

  /// The same, of a file, by another simulation.
  static std::vector<Vec4> go_on_from(const fs::path& file) {
    const Scene scene = load_scene({file});
    const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu);
    for (int i = 0; i < kFrames; ++i) simulation->step();
    return {simulation->positions().begin(), simulation->positions().end()};
  }

  std::mt19937 random_{11};
  int cuts_ = 0;
  std::vector<State> states_;
  std::string said_;  // of each, what it changed
};

TEST_F(EditsAtRandom, TwoHundredAreTakenBackToTheSameBits) {
  const std::string scene = text_of(save());
  edit(200);
  take_back_all();
  EXPECT_EQ(text_of(save()), scene);
  EXPECT_EQ(go_on(), go_on_from(RAYCLOTH_SOURCE_DIR "/tests/window/scenes/pennant.json"));
}

TEST_F(EditsAtRandom, TwoHundredAreDoneAgainAndSavedToTheSameBits) {
  edit(200);
  const std::string scene = text_of(save());
  take_back_all();
  do_all_again();
  const fs::path saved = save();
  EXPECT_EQ(text_of(saved), scene);
  EXPECT_EQ(go_on(), go_on_from(saved));
}

}  // namespace
}  // namespace raycloth
