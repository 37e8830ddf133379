// Commands that give the keyboard to a field, so that a number or words can be typed at once.
#include "app/commands/command_groups.h"
#include "app/panels/panels.h"
#include "sim/text.h"

namespace raycloth {
namespace {

using List = std::vector<UserCommand>;
using Act = std::function<void(const Desk&)>;

/// A widget of a tab, by its name in the panels.
struct Field {
  const char *group, *name, *help;
  Tab tab;
  const char* widget;
};

constexpr Field kFields[] = {
    {"Files", "path to open", "of a scene or of meshes", Tab::scene, "path"},
    {"Files", "path of exports", "its ending says what is written; without one, a folder", Tab::scene, "export"},
    {"Files", "first frame of exports", "and of videos", Tab::scene, "first frame"},
    {"Files", "last frame of exports", "and of videos", Tab::scene, "last frame"},
    {"Files", "path of videos", "its ending says what is written", Tab::scene, "video"},
    {"Files", "width of videos", "pixels; and of pictures of the scene", Tab::scene, "video width"},
    {"Files", "height of videos", "pixels; and of pictures of the scene", Tab::scene, "video height"},
    {"Files", "steps a picture of videos", "more: a smaller file", Tab::scene, "video every"},
    {"Cloth", "half thickness of all cloth", "", Tab::cloth, "half thickness, all"},
    {"Timings", "budget of a step", "ms: the line in the plot", Tab::timings, "budget"},
    {"Timings", "compare recordings", "a file of timings, against the last steps or another", Tab::timings,
     "recording"},
    {"Timings", "compare recordings, with which", "none: the last steps", Tab::timings, "second recording"},
    {"Tables", "frames of CPU and CUDA", "for which the devices are compared", Tab::timings, "parity frames"},
};

/// Fields that show only where an object is chosen.
constexpr Field kOfObject[] = {
    {"Objects", "name of the chosen object", "", Tab::scene, "name of the object"},
    {"Objects", "colour of the chosen object", "red, green, blue, from 0 to 255; Tab goes on", Tab::scene, "colour"},
    {"Objects", "place of the chosen object", "m, x; Tab goes on to y and z", Tab::scene, "place x"},
    {"Objects", "turn of the chosen object", "degrees about x; Tab goes on to y and z", Tab::scene, "turn x"},
    {"Objects", "size of the chosen object", "of its longest side, or of its file's units", Tab::scene,
     "size of the object"},
};

constexpr Field kOfBrush[] = {
    {"Cloth", "brush radius", "of the fabric, as it lies at rest", Tab::cloth, "brush radius"},
    {"Cloth", "brush factor", "of the half thickness, towards which a stroke goes", Tab::cloth, "brush factor"},
    {"Cloth", "brush strength", "part of the way, at a touch", Tab::cloth, "brush strength"},
};

constexpr Field kOfTake[] = {
    {"Takes", "name of the take", "the present one", Tab::count, "name of take"},
    {"Takes", "note on the take", "the present one", Tab::count, "note of take"},
    {"Takes", "path of the report of takes", "", Tab::count, "report"},
};

void add(List& list, const Field& field, const Act& before) {
  list.push_back({field.group, field.name + std::string(": type"), {}, field.help, [&field, before](const Desk& d) {
                    if (before) before(d);
                    if (field.tab != Tab::count) d.panels.show(field.tab);
                    d.panels.type_into(field.widget);
                  }});
}

void take_the_brush(const Desk& d) {
  if (d.workbench.brushing()) return;
  end_tools(d.workbench, d.panels);
  d.workbench.brush(true);
}

}  // namespace

void add_fields(List& list) {
  for (const Field& field : kFields) add(list, field, {});
  for (const Field& field : kOfObject) add(list, field, [](const Desk& d) { chosen_object(d); });
  for (const Field& field : kOfBrush) add(list, field, take_the_brush);
  for (const Field& field : kOfTake) add(list, field, [](const Desk& d) { d.panels.takes = true; });
  list.push_back(
      {"Time", "go to a frame: type", {}, "of the past", [](const Desk& d) { d.panels.type_into("frame"); }});
  list.push_back({"View", "level of hierarchy boxes: type", {}, "0 is the box around all", [](const Desk& d) {
                    d.workbench.view.boxes = true;
                    d.panels.show(Tab::view);
                    d.panels.type_into("level");
                  }});
  for (const MaterialInfo& info : material_list())
    if (info.owners & matter::cloth)
      list.push_back({"Cloth",
                      spoken(info.key) + " of a cloth: type",
                      {},
                      std::string(info.help) + "; of the chosen cloth, else of the first",
                      [widget = spoken(info.key) + " of the cloth"](const Desk& d) {
                        d.panels.show(Tab::cloth);
                        d.panels.type_into(widget);
                      }});
}

}  // namespace raycloth
