// Commands for what the picture shows, how, and from where.
#include <GLFW/glfw3.h>

#include "app/commands/command_groups.h"
#include "app/panels/panels.h"

namespace raycloth {

using List = std::vector<UserCommand>;
using Side = OrbitCamera::Side;

namespace {

auto look_from(Side side) {
  return [side](const Desk& desk) { desk.workbench.camera.look_from(side); };
}

}  // namespace

void add_view(List& list) {
  const char* const group = "View";
  list.push_back({group, "wireframe", {{GLFW_KEY_W}}, "", flip(&ViewOptions::wireframe)});
  list.push_back({group, "normals", {{GLFW_KEY_N}}, "", flip(&ViewOptions::normals)});
  list.push_back({group, "rays", {{GLFW_KEY_Y}}, "", flip(&ViewOptions::rays)});
  list.push_back({group, "contacts", {{GLFW_KEY_C}}, "", flip(&ViewOptions::contacts)});
  list.push_back({group,
                  "crossings",
                  {{GLFW_KEY_Z}},
                  "contours along which surfaces cross, what they part, and the ways on which they are taken apart",
                  flip(&ViewOptions::crossings)});
  list.push_back({group,
                  "what the net did",
                  {{GLFW_KEY_Q}},
                  "in the last step: arrows to where it put vertices",
                  flip(&ViewOptions::net)});
  list.push_back({group, "hierarchy boxes", {{GLFW_KEY_B}}, "", flip(&ViewOptions::boxes)});
  list.push_back({group, "hierarchy boxes: of the next object", {}, "", [](const Desk& d) {
                    const int count = static_cast<int>(d.workbench.model().objects.size());
                    if (count > 0) d.workbench.view.boxes_object = (d.workbench.view.boxes_object + 1) % count;
                    d.workbench.view.boxes = true;
                  }});
  list.push_back({group, "scale bar", {}, "", flip(&ViewOptions::scale_bar)});
  list.push_back({group, "next heat map", {{GLFW_KEY_M}}, "", [](const Desk& d) {
                    Heat& heat = d.workbench.view.heat;
                    do heat = static_cast<Heat>((static_cast<int>(heat) + 1) % static_cast<int>(Heat::count));
                    while (!d.workbench.can_show(heat));
                  }});
  for (size_t i = 0; i < kHeats.size(); ++i)
    list.push_back({group, std::string("heat map: ") + kHeats[i].name, {}, kHeats[i].help, [i](const Desk& d) {
                      const Heat heat = static_cast<Heat>(i);
                      if (d.workbench.can_show(heat))
                        d.workbench.view.heat = heat;
                      else
                        d.workbench.message = {"of a comparison of A and B: begin one first"};
                    }});
}

void add_camera(List& list) {
  const char* const group = "Camera";
  list.push_back({group, "frame the scene", {{GLFW_KEY_F}}, "", [](const Desk& d) { d.workbench.frame_view(); }});
  list.push_back({group, "from the front", {{GLFW_KEY_KP_1}}, "", look_from(Side::front)});
  list.push_back({group, "from the back", {{GLFW_KEY_KP_1, kCtrl}}, "", look_from(Side::back)});
  list.push_back({group, "from the right", {{GLFW_KEY_KP_3}}, "", look_from(Side::right)});
  list.push_back({group, "from the left", {{GLFW_KEY_KP_3, kCtrl}}, "", look_from(Side::left)});
  list.push_back({group, "from above", {{GLFW_KEY_KP_7}}, "", look_from(Side::top)});
  list.push_back({group, "from below", {{GLFW_KEY_KP_7, kCtrl}}, "", look_from(Side::bottom)});
  list.push_back({group, "orthographic, perspective", {{GLFW_KEY_KP_5}}, "", [](const Desk& d) {
                    d.workbench.camera.set_orthographic(!d.workbench.camera.orthographic());
                  }});
  list.push_back({group,
                  "camera as text",
                  {},
                  "on the clipboard, to show the same without a window: --camera of run, compare and takes",
                  [](const Desk& d) { copy_camera(d.workbench, d.panels); }});
  for (int i = 0; i < Workbench::kBookmarks; ++i) {
    const std::string number = std::to_string(i + 1);
    list.push_back({group, "view " + number, {{GLFW_KEY_F5 + i}}, "one that was kept", [i](const Desk& d) {
                      d.workbench.recall_view(i);
                    }});
    list.push_back({group, "keep view " + number, {{GLFW_KEY_F5 + i, kShift}}, "the present one", [i](const Desk& d) {
                      d.workbench.keep_view(i);
                    }});
  }
}

void add_quality(List& list) {
  for (int i = 0; i < static_cast<int>(std::size(kQualityNames)); ++i)
    list.push_back({"View", std::string("quality: ") + kQualityNames[i], {}, "of the picture", [i](const Desk& d) {
                      d.workbench.quality.choose(static_cast<Quality>(i));
                    }});
}

}  // namespace raycloth
