// Everything by key: commands give the keyboard to fields, and every widget has a command or a reason to have none.
#include <GLFW/glfw3.h>

#include <set>

#include "app/commands/commands.h"
#include "sim/scene/fabrics.h"
#include "sim/text.h"
#include "tests/window/walk.h"

namespace raycloth {
namespace {

constexpr int kReturn = 1;  // of the keys that these tests press

class Fields : public walk::PanelsWalk {
 protected:
  void SetUp() override {
    PanelsWalk::SetUp();
    if (!workbench_) return;
    begin_at_rest();
    step(3);
    set_look({1280, 720}, 1);
    ImGui::GetIO().KeyMap[ImGuiKey_Enter] = kReturn;
    settle();
  }

  const UserCommand& command(const std::string& name) const {
    const auto& list = command_list();
    const auto found = std::ranges::find(list, name, &UserCommand::name);
    if (found == list.end()) throw std::runtime_error("no command '" + name + "'");
    return *found;
  }
  void act(const std::string& name) {
    command(name).act({*workbench_, panels_});
    for (int i = 0; i < 10; ++i) draw();
  }
  /// Whether a field has the keyboard.
  static bool typing() { return ImGui::GetActiveID() != 0 && ImGui::GetIO().WantTextInput; }
  void type(const char* text) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    settle();
    for (const bool down : {true, false}) {
      ImGui::GetIO().KeysDown[kReturn] = down;
      settle();
    }
  }
  void leave_field() {
    ImGui::ClearActiveID();
    settle();
  }
};

TEST_F(Fields, EachThatACommandNamesCanBeTypedIntoAtOnce) {
  int fields = 0;
  for (const UserCommand& command : command_list()) {
    if (!command.name.ends_with(": type")) continue;
    workbench_->select(0);
    panels_.show(Tab::scene);
    workbench_->message = {};
    settle();
    ASSERT_FALSE(typing()) << command.name;
    act(command.name);
    EXPECT_NE(typing(), workbench_->message.text.ends_with("not at work")) << command.name;
    EXPECT_TRUE(panels_.wish.empty()) << command.name;
    EXPECT_FALSE(workbench_->message.error) << command.name << ": " << workbench_->message.text;
    leave_field();
    ++fields;
  }
  EXPECT_GT(fields, 40);
}

TEST_F(Fields, WhatIsTypedArrives) {
  ASSERT_NE(workbench_->settings().substeps, 24);
  act("substeps: type");
  type("24");
  EXPECT_EQ(panels_.tab, Tab::solver);
  EXPECT_EQ(workbench_->settings().substeps, 24);
  EXPECT_FALSE(typing()) << "the keys are commands again";

  act("gravity: type");  // three numbers: x
  type("1.5");
  EXPECT_FLOAT_EQ(workbench_->settings().gravity.x, 1.5f);

  int cloth = 0;
  while (workbench_->model().objects[cloth].kind != ObjectKind::cloth) ++cloth;
  workbench_->select(cloth);
  act("areal density of a cloth: type");
  type("0.5");
  EXPECT_FLOAT_EQ(workbench_->material(cloth).areal_density, 0.5f);

  act("colour of the chosen object: type");
  type("255");
  EXPECT_FLOAT_EQ(workbench_->look(cloth).color.x, 1);

  act("path of exports: type");
  type("a/b.obj");
  EXPECT_STREQ(panels_.export_path.data(), "a/b.obj");

  act("go to a frame: type");
  type("1");
  wait_for([&] { return workbench_->frame().number == 1; }, "frame 1");
}

TEST_F(Fields, WithoutAnObjectItIsSaidWhichToChoose) {
  workbench_->select(-1);
  act("name of the chosen object: type");
  EXPECT_EQ(workbench_->message.text, "no object is chosen: O chooses the next");
  EXPECT_FALSE(typing());
  EXPECT_TRUE(panels_.wish.empty()) << "nor is the keyboard taken when one is chosen later";
}

TEST_F(Fields, ExportsByNameAskForAPathFirst) {
  act("export this frame");
  EXPECT_TRUE(typing());
  type("frame.obj");
  act("export this frame");
  wait_for([&] { return std::filesystem::exists("frame.obj"); }, "the file");
  put_text(panels_.export_path, "frames.usda");
  act("export frames");
  wait_for([&] { return std::filesystem::exists("frames.usda"); }, "the file");
}

TEST_F(Fields, ObjectsAreHiddenBoxesMovedAndBPutOnADeviceByName) {
  workbench_->select(1);
  act("hide the chosen object, show it");
  EXPECT_TRUE(workbench_->look(1).hidden);
  const int boxes = workbench_->view.boxes_object;
  act("hierarchy boxes: of the next object");
  EXPECT_NE(workbench_->view.boxes_object, boxes);
  EXPECT_TRUE(workbench_->view.boxes);
  act("device of B: CPU");
  EXPECT_EQ(workbench_->message.text, "there is no B: compare A and B first");
  workbench_->comparison().turn(true);
  wait_for([&] { return workbench_->frame().comparison.b != nullptr; }, "B");
  act("device of B: CPU");
  wait_for([&] { return workbench_->frame().comparison.choice == DeviceChoice::cpu; }, "the device");
}

/// The command that does what a widget does, or in brackets why there is none.
struct Row {
  const char *widget, *command;
};

constexpr Row kRows[] = {
    {"Play", "play, pause"},
    {"Pause", "play, pause"},
    {"Step", "step"},
    {"Reset", "reset"},
    {"Help", "help"},
    {"panel grip", "panels: left"},
    {"panel border", "(a width, which the mouse draws)"},
    {"path", "path to open: type"},
    {"Open", "path to open: type"},
    {"Browse", "browse scenes and files"},
    {"name of the object", "name of the chosen object: type"},
    {"place y", "place of the chosen object: type"},
    {"place z", "place of the chosen object: type"},
    {"place x", "place of the chosen object: type"},
    {"turn x", "turn of the chosen object: type"},
    {"turn y", "turn of the chosen object: type"},
    {"turn z", "turn of the chosen object: type"},
    {"size", "size of the chosen object: type"},
    {"scale", "size of the chosen object: type"},
    {"arrange with the mouse", "arrange objects"},
    {"Remove", "remove the chosen object"},
    {"export", "path of exports: type"},
    {"This frame", "export this frame"},
    {"Frames", "export frames"},
    {"first frame", "first frame of exports: type"},
    {"last frame", "last frame of exports: type"},
    {"video", "path of videos: type"},
    {"Record video", "record video"},
    {"Undo", "undo"},
    {"Redo", "redo"},
    {"Save scene", "save scene"},
    {"half thickness, all", "half thickness of all cloth: type"},
    {"cut cloth", "cut"},
    {"paint thickness", "paint thickness"},
    {"brush radius", "brush radius: type"},
    {"brush factor", "brush factor: type"},
    {"brush strength", "brush strength: type"},
    {"fabric", "fabric of all cloth: cotton"},
    {"Clear", "clear the thickness map"},
    {"quality", "quality: low"},
    {"heat map", "heat map: strain"},
    {"what the net did", "what the net did"},
    {"pins", "show pins"},
    {"wind", "wind arrow"},
    {"of object", "hierarchy boxes: of the next object"},
    {"level", "level of hierarchy boxes: type"},
    {"orthographic", "orthographic, perspective"},
    {"Frame the scene", "frame the scene"},
    {"size of letters", "larger letters"},
    {"colours", "colours: dark, light"},
    {"background", "background: grey, white"},
    {"panels", "panels: left"},
    {"Layout as at first", "layout as at first"},
    {"Record to", "record timings, stop"},
    {"Add a sheet", "add a sheet"},
    {"Camera as text", "camera as text"},
    {"Picture of the scene", "picture of the scene"},
    {"Play recorded", "play a recorded session"},
    {"Record as", "record session as"},
    {"Save as", "save scene as"},
    {"place of recording", "record timings as"},
    {"place of export", "path of exports: type"},
    {"place of report", "path of the report of takes: type"},
    {"place of video", "path of videos: type"},
    {"video width", "width of videos: type"},
    {"video height", "height of videos: type"},
    {"video every", "steps a picture of videos: type"},
    {"Stop recording", "record timings, stop"},
    {"kind of recording", "kind of recording: CSV, JSON"},
    {"budget", "budget of a step: type"},
    {"recording", "compare recordings: type"},
    {"second recording", "compare recordings, with which: type"},
    {"Compare", "compare recordings: type"},
    {"parity frames", "frames of CPU and CUDA: type"},
    {"CPU and CUDA: the same bits?", "CPU and CUDA: the same bits?"},
    {"Every handler", "every handler"},
    {"count intersecting pairs", "count crossing pairs: on, off"},
    {"pause at the first penetration", "pause at the first penetration: on, off"},
    {"contacts of others", "(folds lines that are read)"},
    {"Stop inspecting", "stop inspecting"},
    {"Compare A and B", "compare A and B: on, off"},
    {"Stop comparing", "compare A and B: on, off"},
    {"Again from here", "compare again from here"},
    {"Keep B's settings", "keep the settings of B"},
    {"device of B", "device of B: CPU"},
    {"side A", "settings shown and changed: of A, of B"},
    {"side B", "settings shown and changed: of A, of B"},
    {"distances as colours on B", "heat map: distance"},
    {"divider", "(a place in the picture, which the mouse draws)"},
    {"frame", "go to a frame: type"},
    {"Record session", "record session, stop"},
    {"Stop", "record session, stop"},
    {"Takes", "takes: show, hide"},
    {"take", "next take"},
    {"Take over", "take over from the session"},
    {"Play session", "play session"},
    {"Go on from here", "play, pause"},
    {"Do again from here", "do again from here"},
    {"name of take", "name of the take: type"},
    {"note of take", "note on the take: type"},
    {"report", "path of the report of takes: type"},
    {"Write a report", "report of takes"},
    {"Dismiss", "dismiss the message"},
    {"Cancel", "cancel what is under way"},
    {"status device", "panel Scene"},
    {"status method", "panel Collision"},
    {"status pace", "play, pause"},
    {"status vertices", "panel Scene"},
    {"status contacts", "panel Timings"},
    {"status crossings", "count crossing pairs: on, off"},
    {"status net", "panel Collision"},
    {"status untangling", "panel Collision"},
    {"status memory", "panel Timings"},
    {"status more", "panel Timings"},
    {"status gamepad", "help"},
};

/// What has the name of an object, a number or a place in it.
constexpr Row kBeginnings[] = {
    {"tab ", "panel Scene"},
    {"object ", "choose the next object"},
    {"eye of ", "hide the chosen object, show it"},
    {"material of ", "areal density of a cloth: type"},
    {"picture of take ", "next take"},
    {"frame ", "visit the next penetration"},
    {"gauge of ", "(only looked at)"},
    {"row of ", "(only looked at)"},
    {"label ", "(only looked at)"},
};

std::string command_for(const std::string& widget) {
  for (const Row& row : kRows)
    if (row.widget == widget) return row.command;
  for (const Row& row : kBeginnings)
    if (widget.starts_with(row.widget)) return row.command;
  for (const SettingInfo& info : setting_list())
    if (spoken(info.key) == widget)
      for (const char* ending : {": type", ": next", ": on, off"})
        for (const UserCommand& command : command_list())
          if (command.name == widget + ending) return command.name;
  for (const MaterialInfo& info : material_list())
    if (spoken(info.key) == widget) return widget + " of a cloth: type";
  for (const UserCommand& command : command_list())
    if (command.name == widget + " of the chosen object: type" || command.name == widget) return command.name;
  return "";
}

class EveryWidget : public Fields {
 protected:
  void note_all() {
    for (int i = 0; i < static_cast<int>(Tab::count); ++i) {
      panels_.show(static_cast<Tab>(i));
      settle();
      for (const WidgetMap::Widget& widget : widgets_.take())
        if (widget.id != 0 || widget.name.starts_with("status ")) seen_.insert(widget.name);
    }
  }
  std::set<std::string> seen_;
};

TEST_F(EveryWidget, HasACommandOrAReason) {
  set_look({2560, 6000}, 1);  // whole tabs
  note_all();
  ViewOptions& view = workbench_->view;
  view.wireframe = view.normals = view.rays = view.contacts = view.boxes = view.pins = view.crossings = view.net = true;
  workbench_->select(0);
  workbench_->brush(true);
  workbench_->examining().watch(true, false);
  workbench_->recordings().toggle_session();
  workbench_->recordings().toggle_timings();
  workbench_->player().seek(1);
  Settings settings = workbench_->settings();
  settings.damping += 1;
  workbench_->change(settings);
  workbench_->set_aspect(1.6f);
  workbench_->player().play(true);
  wait_for([&] { return workbench_->frame().past.takes.size() == 2 && workbench_->frame().penetrations.pairs > 0; },
           "takes and crossings");
  workbench_->player().play(false);
  workbench_->examining().inspect({0.5f, 0.5f});
  panels_.takes = true;
  workbench_->message = {"a message"};
  note_all();
  workbench_->brush(false);
  workbench_->comparison().turn(true);
  wait_for([&] { return workbench_->frame().comparison.b != nullptr; }, "B");
  note_all();
  EXPECT_GT(seen_.size(), 120u);
  std::set<std::string> names;
  for (const UserCommand& command : command_list()) names.insert(command.name);
  for (const std::string& widget : seen_) {
    const std::string answer = command_for(widget);
    EXPECT_FALSE(answer.empty()) << "'" << widget << "' has neither a command nor a reason";
    EXPECT_TRUE(answer.empty() || answer[0] == '(' || names.contains(answer))
        << "'" << widget << "': there is no command '" << answer << "'";
  }
}

}  // namespace
}  // namespace raycloth
