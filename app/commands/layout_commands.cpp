// Commands for where panels are and how they look.
#include <GLFW/glfw3.h>

#include "app/commands/command_groups.h"

namespace raycloth {

using List = std::vector<UserCommand>;

void add_layout(List& list) {
  const char* const group = "Layout";
  list.push_back({group,
                  "larger letters",
                  {{GLFW_KEY_EQUAL, kCtrl}, {GLFW_KEY_KP_ADD, kCtrl}},
                  "of all panels",
                  [](const Desk& d) { d.panels.look.enlarge(); }});
  list.push_back(
      {group, "smaller letters", {{GLFW_KEY_MINUS, kCtrl}, {GLFW_KEY_KP_SUBTRACT, kCtrl}}, "", [](const Desk& d) {
         d.panels.look.reduce();
       }});
  list.push_back({group, "letters as the display asks for", {{GLFW_KEY_0, kCtrl}}, "", [](const Desk& d) {
                    d.panels.look.scale = 1;
                  }});
  for (int i = 0; i < static_cast<int>(std::size(kPanelSideNames)); ++i)
    list.push_back({group,
                    std::string("panels: ") + kPanelSideNames[i],
                    {},
                    i < 2 ? "of the picture" : "over the picture",
                    [i](const Desk& d) { d.panels.layout.side = static_cast<PanelSide>(i); }});
  for (int i = 0; i < static_cast<int>(Tab::count); ++i)
    list.push_back({group,
                    std::string("take out, put back: ") + kTabNames[i],
                    {},
                    "the panel in a window of its own",
                    [tab = static_cast<Tab>(i)](const Desk& d) {
                      if (!d.panels.layout.is_out(tab)) return d.panels.layout.take_out(tab);
                      d.panels.layout.put_back(tab);
                      d.panels.show(tab);
                    }});
  list.push_back({group, "layout as at first", {}, "", [](const Desk& d) { d.panels.layout = {}; }});
  list.push_back({group, "colours: dark, light", {}, "of the panels", [](const Desk& d) {
                    Theme& theme = d.panels.look.theme;
                    theme = theme == Theme::dark ? Theme::light : Theme::dark;
                  }});
  list.push_back({group, "background: grey, white", {}, "behind the scene", [](const Desk& d) {
                    Backdrop& backdrop = d.panels.look.backdrop;
                    backdrop = backdrop == Backdrop::grey ? Backdrop::white : Backdrop::grey;
                  }});
}

}  // namespace raycloth
