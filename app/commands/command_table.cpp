// The table itself. What the settings and the shipped scenes have to be done with them comes from their own tables.
#include <GLFW/glfw3.h>

#include <algorithm>

#include "app/commands/command_groups.h"
#include "app/panels/files/browser.h"
#include "app/panels/panels.h"
#include "app/run/shipped.h"
#include "sim/scene/fabrics.h"
#include "sim/text.h"

namespace raycloth {
namespace {

using List = std::vector<UserCommand>;

constexpr long long kFar = 60;  // frames

void add_time(List& list) {
  const char* const group = "Time";
  list.push_back({group, "play, pause", {{GLFW_KEY_SPACE}}, "", [](const Desk& d) {
                    d.workbench.player().play(!d.workbench.player().playing());
                  }});
  list.push_back({group,
                  "step",
                  {{GLFW_KEY_RIGHT}, {GLFW_KEY_S}},
                  "a single step, or to the next frame of the past",
                  [](const Desk& d) { d.workbench.player().single_step(); }});
  list.push_back({group, "step back", {{GLFW_KEY_LEFT}}, "to the frame before", [](const Desk& d) {
                    d.workbench.player().step_back(1);
                  }});
  list.push_back({group, "60 frames forward", {{GLFW_KEY_RIGHT, kShift}}, "in the past", [](const Desk& d) {
                    d.workbench.player().step_back(-kFar);
                  }});
  list.push_back({group, "60 frames back", {{GLFW_KEY_LEFT, kShift}}, "", [](const Desk& d) {
                    d.workbench.player().step_back(kFar);
                  }});
  list.push_back(
      {group, "reset", {{GLFW_KEY_R}}, "to the scene's beginning", [](const Desk& d) { d.workbench.reset(); }});
  list.push_back({group,
                  "do again from here",
                  {{GLFW_KEY_G}},
                  "from a past frame: what was done, with the present settings",
                  [](const Desk& d) { d.workbench.player().repeat(); }});
}

void add_edits(List& list) {
  const char* const group = "Changes";
  list.push_back({group,
                  "undo",
                  {{GLFW_KEY_Z, kCtrl}},
                  "of settings, materials, objects, pins, cuts and paint",
                  [](const Desk& d) { d.workbench.undo(); }});
  list.push_back({group, "redo", {{GLFW_KEY_Z, kCtrl | kShift}, {GLFW_KEY_Y, kCtrl}}, "", [](const Desk& d) {
                    d.workbench.redo();
                  }});
}

void add_hands(List& list) {
  list.push_back({"Hands",
                  "hold on, let all go",
                  {{GLFW_KEY_L}},
                  "while pulling: the point stays held when the button comes up, and another can be taken; else: let "
                  "go of all",
                  [](const Desk& d) { d.workbench.hands().hold_on(); }});
}

void add_pins(List& list) {
  const char* const group = "Pins";
  list.push_back({group,
                  "set and take pins",
                  {{GLFW_KEY_V}},
                  "with the left button, until the same key; pins hold vertices where they are",
                  [](const Desk& d) {
                    const bool on = !d.panels.pinning;
                    end_tools(d.workbench, d.panels);
                    d.panels.pinning = on;
                    if (d.panels.pinning) d.workbench.view.pins = true;
                  }});
  list.push_back({group, "take all pins", {}, "", [](const Desk& d) { d.workbench.pinning().change({}); }});
  list.push_back({group, "show pins", {}, "", flip(&ViewOptions::pins)});
}

std::vector<Key> setting_keys(std::string_view key) {
  if (key == "inversion") return {{GLFW_KEY_I}};
  if (key == "predictions") return {{GLFW_KEY_P}};
  return {};
}

/// The next word of a choice, the other state of a switch.
struct Turning {
  Settings& settings;

  void operator()(bool Settings::*member) const { settings.*member = !(settings.*member); }
  void operator()(const Choice& choice) const {
    choice.set(settings, (choice.get(settings) + 1) % static_cast<int>(choice.words.size()));
  }
  template <class Other>
  void operator()(const Other&) const {}
};

bool can_turn(const SettingInfo& row) {
  return std::holds_alternative<bool Settings::*>(row.member) || std::holds_alternative<Choice>(row.member);
}

/// A setting's panel has its group's name, but for the environment, which is the solver's.
Tab tab_of(const SettingInfo& row) {
  const std::string_view group = row.group;
  return group == "solver" || group == "environment" ? Tab::solver : Tab::collision;
}

void add_settings(List& list) {
  for (const SettingInfo& row : setting_list()) {
    std::string name = spoken(row.key);
    if (!can_turn(row)) {
      list.push_back({"Settings", name + ": type", {}, row.help, [&row, name](const Desk& d) {
                        d.panels.show(tab_of(row));
                        d.panels.type_into(name);
                        if (is_idle(row.group, d.workbench.settings().handler))
                          d.workbench.message = {name + " is of the handler " + row.group + ", which is not at work"};
                      }});
      continue;
    }
    const bool choice = std::holds_alternative<Choice>(row.member);
    list.push_back(
        {"Settings", name + (choice ? ": next" : ": on, off"), setting_keys(row.key), row.help, [&row](const Desk& d) {
           Settings settings = d.workbench.settings();
           std::visit(Turning{settings}, row.member);
           d.workbench.change(settings);
         }});
  }
}

void add_comparison(List& list) {
  const char* const group = "A and B";
  list.push_back({group,
                  "compare A and B: on, off",
                  {{GLFW_KEY_B, kCtrl}},
                  "from the present state, side by side: A as it is, B with settings of its own",
                  [](const Desk& d) {
                    d.workbench.comparison().turn(!d.workbench.comparison().on());
                    if (d.workbench.comparison().on()) d.panels.show(Tab::compare);
                  }});
  list.push_back({group, "settings shown and changed: of A, of B", {}, "while both are compared", [](const Desk& d) {
                    using enum Comparison::Side;
                    d.workbench.comparison().choose(d.workbench.comparison().chosen() == a ? b : a);
                  }});
  list.push_back({group, "compare again from here", {}, "with the settings that B has", [](const Desk& d) {
                    d.workbench.comparison().begin_again();
                  }});
  constexpr const char* kDevices[] = {"auto", "CPU", "CUDA"};
  for (int i = 0; i < static_cast<int>(std::size(kDevices)); ++i)
    list.push_back(
        {group, std::string("device of B: ") + kDevices[i], {}, "while both are compared", [i](const Desk& d) {
           if (!d.workbench.comparison().on()) d.workbench.message = {"there is no B: compare A and B first"};
           d.workbench.comparison().move_b(static_cast<DeviceChoice>(i));
         }});
  list.push_back({group, "keep the settings of B", {}, "A goes on with them, and B ends", [](const Desk& d) {
                    d.workbench.comparison().keep_b();
                  }});
}

/// What asks, and the palette, hear of the key themselves.
void close_what_is_open(const Desk& d) {
  if (d.panels.asks() || d.panels.palette) return;
  end_tools(d.workbench, d.panels);
  d.panels.help = d.panels.browser.open = false;
  d.panels.tour.reset();
  if (d.workbench.adding()) d.workbench.stop_adding();
}

void add_panels(List& list) {
  const char* const group = "Panels";
  list.push_back({group, "commands", {{GLFW_KEY_P, kCtrl}}, "all of them, by name", [](const Desk& d) {
                    d.panels.palette = !d.panels.palette;
                  }});
  list.push_back({group, "help", {{GLFW_KEY_F1}, {GLFW_KEY_H}}, "keys and mouse", [](const Desk& d) {
                    d.panels.help = !d.panels.help;
                  }});
  list.push_back(
      {group, "tour", {}, "what the window can do, in five steps", [](const Desk& d) { d.panels.tour = 0; }});
  list.push_back({group,
                  "close, cancel",
                  {{GLFW_KEY_ESCAPE}},
                  "what is asked, help, browser, tour; ends pins, arranging, painting",
                  close_what_is_open});
  list.push_back({group, "dismiss the message", {}, "", [](const Desk& d) { d.workbench.message = {}; }});
  list.push_back(
      {group, "panels on, off", {{GLFW_KEY_TAB}}, "", [](const Desk& d) { d.panels.visible = !d.panels.visible; }});
  for (int i = 0; i < static_cast<int>(Tab::count); ++i)
    list.push_back({group, std::string("panel ") + kTabNames[i], {{GLFW_KEY_1 + i}}, "", [i](const Desk& d) {
                      d.panels.show(static_cast<Tab>(i));
                    }});
}

void add_fabrics(List& list) {
  for (const Fabric& fabric : fabric_list())
    list.push_back({"Fabrics", "fabric of all cloth: " + fabric.name, {}, fabric.description, [&fabric](const Desk& d) {
                      const auto& objects = d.workbench.model().objects;
                      for (int i = 0; i < static_cast<int>(objects.size()); ++i) {
                        if (objects[i].kind != ObjectKind::cloth) continue;
                        Material material = d.workbench.material(i);
                        put(fabric, material);
                        d.workbench.change(i, material);
                      }
                    }});
}

void add_scenes(List& list) {
  for (const std::filesystem::path& file : shipped_scenes())
    list.push_back({"Scenes", "open " + file.stem().string(), {}, "", [file](const Desk& d) {
                      open_files(d.workbench, d.panels, {file});
                    }});
}

constexpr Gesture kGestures[] = {
    {"left drag on cloth", "pull it; the wheel pulls nearer and farther; L holds on"},
    {"left drag beside it, right drag", "turn the view"},
    {"alt + left drag", "turn the view, also over cloth"},
    {"middle drag, shift + right drag", "move the view"},
    {"wheel", "zoom"},
    {"ctrl + left click", "inspect the vertex there: its rays, verdicts and contacts"},
    {"after V: left click on cloth", "pin the vertex there, or let it go"},
    {"after V: left drag, with shift", "pin all vertices in a box; let them go"},
    {"after E: left click, drag of an arrow or a ring", "choose an object; move it, turn it"},
    {"after D: left drag on cloth, with shift", "paint its thickness; take that back"},
    {"after U: left drag over cloth", "cut it there when the button comes up; a ring where the drag ends as it began"},
    {"after A: drag of the arrow's tip", "the wind"},
    {"gamepad: sticks, triggers",
     "two hands; a trigger takes hold of the cloth, and pulls the harder the farther it is"},
    {"gamepad: bumper, D-pad", "hold on, let go of that; farther away, nearer"},
    {"drop a scene, meshes, a session",
     "open the scene, or add its objects; meshes are added, as you say then; a session is played"},
};

constexpr const char* kRepeated[] = {"step", "step back", "60 frames forward", "60 frames back",
                                     "undo", "redo",      "larger letters",    "smaller letters"};

List make_list() {
  List list;
  for (const auto add : {add_time,   add_takes,  add_tables, add_files,     add_edits,      add_objects, add_hands,
                         add_pins,   add_tools,  add_fields, add_crossings, add_comparison, add_view,    add_quality,
                         add_camera, add_panels, add_layout, add_settings,  add_fabrics,    add_scenes})
    add(list);
  for (UserCommand& command : list) command.repeats = std::ranges::count(kRepeated, command.name) > 0;
  return list;
}

}  // namespace

const std::vector<UserCommand>& command_list() {
  static const List list = make_list();
  return list;
}

std::span<const Gesture> gesture_list() { return kGestures; }

}  // namespace raycloth
