// Commands for takes, and for tables over runs.
#include <GLFW/glfw3.h>

#include <algorithm>

#include "app/commands/command_groups.h"

namespace raycloth {

using List = std::vector<UserCommand>;

namespace {

void visit_next(const Desk& d) {
  const PenetrationsView& found = d.workbench.frame().penetrations;
  if (found.bookmarks.empty()) return static_cast<void>(d.workbench.message = {"no penetration was found yet"});
  const auto next = std::ranges::find_if(
      found.bookmarks, [&](const Penetration& bookmark) { return found.shown && bookmark.frame > found.shown->frame; });
  d.workbench.examining().visit(next == found.bookmarks.end() ? found.bookmarks.front() : *next);
}

}  // namespace

void add_takes(List& list) {
  const char* const group = "Takes";
  list.push_back(
      {group, "takes: show, hide", {{GLFW_KEY_J}}, "their tree, with pictures, names and notes", [](const Desk& d) {
         d.panels.takes = !d.panels.takes;
       }});
  list.push_back({group, "next take", {}, "the first after the last", [](const Desk& d) {
                    const PastView& past = d.workbench.frame().past;
                    const size_t next = (static_cast<size_t>(past.present_take) + 1) % past.takes.size();
                    d.workbench.player().show_take(past.takes[next].number);
                  }});
  list.push_back({group,
                  "report of takes",
                  {},
                  "all of them, with pictures, settings and timings, in takes.html or what is typed there",
                  [](const Desk& d) { d.workbench.takes().write_report(d.panels.report_file(), d.panels.budget_ms); }});
  list.push_back({group, "cancel what is under way", {}, "opening, an export, a video, a report", [](const Desk& d) {
                    d.workbench.cancel_task();
                  }});
}

void add_crossings(List& list) {
  const char* const group = "Crossings";
  list.push_back({group, "count crossing pairs: on, off", {}, "exactly, beside the steps", [](const Desk& d) {
                    d.workbench.examining().watch(!d.workbench.examining().counting(),
                                                  d.workbench.examining().pausing_at_first());
                  }});
  list.push_back({group, "pause at the first penetration: on, off", {{GLFW_KEY_X}}, "", [](const Desk& d) {
                    d.workbench.examining().watch(d.workbench.examining().counting(),
                                                  !d.workbench.examining().pausing_at_first());
                  }});
  list.push_back(
      {group, "visit the next penetration", {}, "of those that were found, its frame and place", visit_next});
  list.push_back(
      {group, "stop inspecting", {}, "the vertex", [](const Desk& d) { d.workbench.examining().stop_inspecting(); }});
}

void add_tables(List& list) {
  const char* const group = "Tables";
  list.push_back({group,
                  "CPU and CUDA: the same bits?",
                  {},
                  "from the present state; shown in the panel Timings",
                  [](const Desk& d) {
                    d.workbench.examining().find_parity(d.panels.parity_frames);
                    d.panels.show(Tab::timings);
                  }});
  list.push_back({group,
                  "every handler",
                  {},
                  "what was done so far is done again under each; in the panel Timings",
                  [](const Desk& d) {
                    d.workbench.examining().run_handlers();
                    d.panels.show(Tab::timings);
                  }});
}

}  // namespace raycloth
