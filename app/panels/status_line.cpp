// The line at the foot of the window: what runs, where, and how it fares. A click goes where more of it is.
#include <algorithm>
#include <utility>

#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/run/machine.h"
#include "sim/text.h"

namespace raycloth {
namespace {

struct Item {
  const char* name;  // of the widget map
  std::string text, help;
  std::function<void(Workbench&, PanelState&)> act;
  ImVec4 color = ImGui::GetStyle().Colors[ImGuiCol_Text];
};

auto shows(Tab tab) {
  return [tab](Workbench&, PanelState& state) { state.show(tab); };
}

/// "11,012"
std::string grouped(long long number) {
  std::string text = std::to_string(number);
  for (int place = static_cast<int>(text.size()) - 3; place > 0; place -= 3) text.insert(place, ",");
  return text;
}

Item device_item(const OpenedScene& opened) {
  return {"status device", opened.on_cuda ? "CUDA" : "CPU", opened.device, shows(Tab::scene)};
}

Item method_item(const Settings& settings) {
  return {"status method", get(settings, "handler") + ", " + get(settings, "inversion"),
          "who finds contacts, and what is remembered of their sides", shows(Tab::collision)};
}

Item pace_item(const Workbench& workbench) {
  const auto act = [](Workbench& bench, PanelState&) { bench.player().play(!bench.player().playing()); };
  if (!workbench.player().playing()) return {"status pace", "paused", "click: play", act, kWarningText};
  if (workbench.frame().counters.of("asleep") > 0)
    return {"status pace", "asleep", "all is still: steps cost nothing until something changes; click: pause", act,
            kGoodText};
  return {"status pace", printed("%.2f x real time", workbench.frame().real_time_factor),
          "simulated over real time in the last second; click: pause", act};
}

Item crossings_item(const Workbench& workbench) {
  const auto act = [](Workbench& bench, PanelState&) {
    bench.examining().watch(!bench.examining().counting(), bench.examining().pausing_at_first());
  };
  const PenetrationsView& found = workbench.frame().penetrations;
  const bool counting = workbench.examining().counting() || workbench.examining().pausing_at_first();
  if (!counting) return {"status crossings", "crossings: not counted", "click: count, beside the steps", act};
  if (found.frame < 0) return {"status crossings", "crossings: counting", "click: no more", act};
  std::string text = grouped(found.pairs) + (found.pairs == 1 ? " pair crosses" : " pairs cross");
  if (found.frame != workbench.frame().number) text += " at frame " + std::to_string(found.frame);
  return {"status crossings", text,
          "an edge and a triangle each, counted exactly; steps do not wait for that, and it has a tenth of the time: "
          "frames between are left out; click: no more",
          act, found.pairs > 0 ? kErrorText : kGoodText};
}

std::string megabytes(size_t bytes) { return printed("%.0f MB", static_cast<double>(bytes) / 1e6); }

Item memory_item(const std::optional<MemoryInUse>& device) {
  const auto act = shows(Tab::timings);
  const std::string own = megabytes(resident_bytes());
  const std::string help = "of main memory that the program takes, past frames included";
  if (!device) return {"status memory", own, help, act};
  return {"status memory", own + ", device " + megabytes(device->bytes),
          own + " " + help + "; " + megabytes(device->bytes) + " of the device's " + megabytes(device->of) +
              ", with what other programs take there",
          act};
}

/// What there is no room for, told under the mouse.
Item more_item(const std::vector<Item>& left) {
  std::string help;
  for (const Item& item : left) help += (help.empty() ? "" : "\n") + item.text + ": " + item.help;
  return {"status more", "+ " + std::to_string(left.size()), help, shows(Tab::timings)};
}

/// What works where something crosses or would: `word` off, idle, or with how much it has to do.
Item guard_item(const char* name, const std::string& word, const char* help, bool on, long long work) {
  const auto act = shows(Tab::collision);
  if (!on) return {name, word + " off", help, act};
  if (work == 0) return {name, word + " idle", help, act};
  return {name, word + ": " + grouped(work), help, act, kWarningText};
}

/// Without a pad: nothing.
std::vector<Item> pad_item(const PadHands& pad) {
  if (!pad.connected()) return {};
  return {{"status gamepad", "gamepad", pad.name() + ": sticks move two hands, triggers pull, bumpers hold on",
           [](Workbench&, PanelState& state) { state.help = true; }, kGoodText}};
}

std::vector<Item> make_items(Workbench& workbench) {
  const Frame& frame = workbench.frame();
  const StepCounters& counters = frame.counters;
  const Settings& settings =
      workbench.comparison().on() ? frame.settings : workbench.settings();  // A's, as all else here
  std::vector<Item> items = {
      device_item(*frame.opened),
      method_item(settings),
      pace_item(workbench),
      {"status vertices", grouped(frame.positions.size()) + " vertices", "of all objects", shows(Tab::scene)},
      {"status contacts", grouped(counters.collisions + counters.predictions) + " contacts",
       "of the last detection, those that it predicts as well", shows(Tab::timings)},
      crossings_item(workbench),
      guard_item("status net", "net", "the safety net: pairs that met in the last step, and were kept apart",
                 settings.safety_net, counters.of("net_met")),
      guard_item("status untangling", "untangling", "contours along which surfaces cross, that it takes apart",
                 settings.untangling, counters.of("untangled_contours")),
      memory_item(frame.device_memory)};
  const std::vector<Item> pad = pad_item(workbench.hands().pad());
  items.insert(items.begin() + 3, pad.begin(), pad.end());
  return items;
}

void draw_item(const Item& item, Workbench& workbench, PanelState& state) {
  ImGui::TextColored(item.color, "%s", item.text.c_str());
  note_item(item.name);
  tell(item.help.c_str());
  if (ImGui::IsItemClicked()) item.act(workbench, state);
}

float width_of(const Item& item) { return ImGui::CalcTextSize(item.text.c_str()).x; }

/// As many as there is room for, and what the others say at the end.
std::vector<Item> as_fits(std::vector<Item> items, float gap) {
  const float room = ImGui::GetWindowContentRegionMax().x - ImGui::GetStyle().WindowPadding.x;
  const auto width = [&] {
    float sum = -gap;
    for (const Item& item : items) sum += gap + width_of(item);
    return sum;
  };
  std::vector<Item> left;
  while (items.size() > 1 && width() > room) {
    if (!left.empty()) items.pop_back();  // that tells of those left out so far
    left.insert(left.begin(), items.back());
    items.back() = more_item(left);
  }
  return items;
}

}  // namespace

float status_height() { return ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().FramePadding.y; }

void draw_status_line(Workbench& workbench, PanelState& state) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::SetNextWindowPos({0, window.y - status_height()});
  ImGui::SetNextWindowSize({window.x, status_height()});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.WindowPadding.x, style.FramePadding.y));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style.Colors[ImGuiCol_PopupBg]);
  ImGui::Begin("Status", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  const float gap = 1.2f * ImGui::GetFontSize();
  bool first = true;
  for (const Item& item : as_fits(make_items(workbench), gap)) {
    if (!std::exchange(first, false)) ImGui::SameLine(0, gap);
    draw_item(item, workbench, state);
  }
  ImGui::End();
}

}  // namespace raycloth
