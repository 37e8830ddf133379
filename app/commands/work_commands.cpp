// Commands for takes, and for tables over runs.
#include <GLFW/glfw3.h>

#include "app/commands/command_groups.h"

namespace raycloth {

using List = std::vector<UserCommand>;

void add_takes(List& list) {
  const char* const group = "Takes";
  list.push_back(
      {group, "takes: show, hide", {{GLFW_KEY_J}}, "their tree, with pictures, names and notes", [](const Desk& d) {
         d.panels.takes = !d.panels.takes;
       }});
  list.push_back({group,
                  "report of takes",
                  {},
                  "all of them, with pictures, settings and timings, in takes.html",
                  [](const Desk& d) { d.workbench.write_takes("takes.html", d.panels.budget_ms); }});
  list.push_back({group, "cancel what is under way", {}, "opening, an export, a video, a report", [](const Desk& d) {
                    d.workbench.cancel_task();
                  }});
}

void add_tables(List& list) {
  const char* const group = "Tables";
  list.push_back({group,
                  "CPU and CUDA: the same bits?",
                  {},
                  "from the present state; shown in the panel Timings",
                  [](const Desk& d) {
                    d.workbench.find_parity(d.panels.parity_frames);
                    d.panels.show(Tab::timings);
                  }});
  list.push_back({group,
                  "every handler",
                  {},
                  "what was done so far is done again under each; in the panel Timings",
                  [](const Desk& d) {
                    d.workbench.run_handlers();
                    d.panels.show(Tab::timings);
                  }});
}

}  // namespace raycloth
