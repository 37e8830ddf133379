// What can be done with the objects of a scene, with thickness, with scissors and with the wind.
#include <GLFW/glfw3.h>

#include "app/commands/command_groups.h"
#include "app/panels/files/browser.h"
#include "app/panels/panels.h"

namespace raycloth {

int chosen_object(const Desk& desk) {
  const int object = desk.workbench.selected();
  if (object < 0) desk.workbench.message = {"no object is chosen: O chooses the next"};
  return object;
}

void add_objects(std::vector<UserCommand>& list) {
  const char* const group = "Objects";
  list.push_back({group,
                  "arrange objects",
                  {{GLFW_KEY_E}},
                  "with the left button, until the same key: choose one, move and turn it by its arrows and rings",
                  [](const Desk& d) {
                    const bool on = !d.workbench.arranging;
                    end_tools(d.workbench, d.panels);
                    d.workbench.arranging = on;
                    if (d.workbench.arranging) d.panels.show(Tab::scene);
                  }});
  list.push_back({group, "choose the next object", {{GLFW_KEY_O}}, "", [](const Desk& d) {
                    const int count = static_cast<int>(d.workbench.model().objects.size());
                    if (count == 0) return;
                    d.workbench.select((d.workbench.selected() + 1) % count);
                    d.panels.show(Tab::scene);
                  }});
  list.push_back({group, "choose no object", {}, "", [](const Desk& d) { d.workbench.select(-1); }});
  list.push_back({group, "add a sheet", {}, "of cloth; its size, cells and place are asked then", [](const Desk& d) {
                    d.workbench.begin_adding_sheet();
                  }});
  list.push_back({group, "add the objects of a scene", {}, "asks which; they keep their places", [](const Desk& d) {
                    ask_for_scene_to_add(d.workbench, d.panels);
                  }});
  list.push_back({group, "remove the chosen object", {{GLFW_KEY_DELETE}}, "", [](const Desk& d) {
                    if (const int object = chosen_object(d); object >= 0) d.workbench.remove(object);
                  }});
  list.push_back({group, "hide the chosen object, show it", {}, "in pictures; it stays where it is", [](const Desk& d) {
                    const int object = chosen_object(d);
                    if (object < 0) return;
                    Look look = d.workbench.look(object);
                    look.hidden = !look.hidden;
                    d.workbench.change(object, look);
                  }});
}

void add_tools(std::vector<UserCommand>& list) {
  list.push_back({"Cloth",
                  "paint thickness",
                  {{GLFW_KEY_D}},
                  "with the left button, on cloth, until the same key; shift takes it back",
                  [](const Desk& d) {
                    const bool on = !d.workbench.brushing();
                    end_tools(d.workbench, d.panels);
                    d.workbench.brush(on);
                    if (d.workbench.brushing()) d.panels.show(Tab::cloth);
                  }});
  list.push_back({"Cloth", "clear the thickness map", {}, "of the chosen cloth", [](const Desk& d) {
                    const int object = chosen_object(d);
                    if (object < 0) return;
                    if (d.workbench.scene().objects[object].thickness_map.empty())
                      d.workbench.message = {d.workbench.look(object).name + " has no thickness map"};
                    else
                      d.workbench.clear_thickness(object);
                  }});
  list.push_back({"Cloth",
                  "cut",
                  {{GLFW_KEY_U}},
                  "with the left button, until the same key: what is seen of cloth under a stroke is cut",
                  [](const Desk& d) {
                    const bool on = !d.panels.cutting;
                    end_tools(d.workbench, d.panels);
                    d.panels.cutting = on;
                  }});
  list.push_back({"Wind", "wind arrow", {{GLFW_KEY_A}}, "its tip can be dragged", flip(&ViewOptions::wind)});
}

}  // namespace raycloth
