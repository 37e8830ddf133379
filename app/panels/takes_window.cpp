// The takes as a tree, with their pictures: where each left which, what was changed, the user's words; and a report of
// them.
#include <algorithm>

#include "app/panels/files/asking.h"
#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/run/past/take_facts.h"

namespace raycloth {
namespace {

std::string changes_text(const TakeView& take) {
  if (take.changes.empty()) return take.parent ? "nothing is changed" : "";
  return joined(take.changes, [](const auto& change) { return spoken(change.first) + " " + change.second; });
}

/// A picture that a click shows, or its place. True when it was clicked.
bool draw_picture(Workbench& workbench, const TakeView& take, bool present) {
  const float height = 5 * ImGui::GetFontSize();
  const ImVec2 size(height * TakePictures::kWidth / TakePictures::kHeight, height);
  const ImVec2 corner = ImGui::GetCursorScreenPos(), end(corner.x + size.x, corner.y + size.y);
  const bool clicked = ImGui::InvisibleButton("picture", size);
  note_item("picture of take " + std::to_string(take.number));
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  if (const unsigned texture = workbench.takes().pictures().texture(take.number))
    canvas.AddImage(reinterpret_cast<ImTextureID>(static_cast<uintptr_t>(texture)), corner, end);
  else
    canvas.AddRectFilled(corner, end, ImGui::GetColorU32(ImGuiCol_FrameBg), 4);
  if (present || ImGui::IsItemHovered())
    canvas.AddRect(corner, end, ImGui::GetColorU32(ImGuiCol_CheckMark), 0, 0, present ? 3.0f : 1.5f);
  return clicked;
}

/// Fields for the words of the present take; what is typed is told when a field is left.
void draw_words(Workbench& workbench, PanelState& state, const TakeView& take) {
  TakeWords& words = state.take_words;
  if (words.take != take.number) {
    words.take = take.number;
    put_text(words.name, take.name);
    put_text(words.note, take.note);
  }
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##name", "name", words.name.data(), words.name.size());
  bool told = ImGui::IsItemDeactivatedAfterEdit();
  note_item("name of take");
  ImGui::InputTextMultiline("##note", words.note.data(), words.note.size(), {-1, 3.2f * ImGui::GetFontSize()});
  told |= ImGui::IsItemDeactivatedAfterEdit();
  offer_item("note of take", ImGui::GetID("##note"));  // of several lines, it is no single item
  note_item("note of take");
  if (told) workbench.takes().describe(take.number, words.name.data(), words.note.data());
}

void draw_take(Workbench& workbench, PanelState& state, const TakeView& take, bool present) {
  if (draw_picture(workbench, take, present) && !present) workbench.player().show_take(take.number);
  if (ImGui::IsItemHovered() && !present) ImGui::SetTooltip("show it, in the frame that is shown now");
  ImGui::SameLine();
  ImGui::BeginGroup();
  ImGui::TextWrapped("%s", title_of(take.number, take.name).c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, kFaintText);
  ImGui::TextWrapped("frames %lld to %lld", take.from, take.last);
  if (const std::string text = changes_text(take); !text.empty()) ImGui::TextWrapped("%s", text.c_str());
  if (take.distance) ImGui::TextWrapped("%.1f mm from what is shown", 1000 * *take.distance);
  ImGui::PopStyleColor();
  if (present)
    draw_words(workbench, state, take);
  else if (!take.note.empty())
    ImGui::TextWrapped("%s", take.note.c_str());
  ImGui::EndGroup();
  ImGui::Spacing();
}

/// Those that left take `parent`, and theirs; 0: those whose beginning is not known.
void draw_branches(Workbench& workbench, PanelState& state, int parent, int depth) {
  const PastView& past = workbench.frame().past;
  const float step = std::min(1.5f * ImGui::GetFontSize(), 0.06f * ImGui::GetWindowWidth());
  for (size_t i = 0; i < past.takes.size(); ++i) {
    const TakeView& take = past.takes[i];
    const bool known = std::ranges::count(past.takes, take.parent, &TakeView::number) > 0;
    if (take.parent != parent && !(parent == 0 && !known)) continue;
    ImGui::PushID(take.number);
    if (depth > 0) ImGui::Indent(step);
    draw_take(workbench, state, take, static_cast<int>(i) == past.present_take);
    draw_branches(workbench, state, take.number, depth + 1);
    if (depth > 0) ImGui::Unindent(step);
    ImGui::PopID();
  }
}

void draw_forgotten(const std::vector<int>& numbers) {
  if (numbers.empty()) return;
  ImGui::TextWrapped("%d takes are kept; forgotten: %s. Those with a name or a note go last.", Timeline::kMostTakes,
                     joined(numbers, [](int number) { return std::to_string(number); }).c_str());
}

void draw_report(Workbench& workbench, PanelState& state) {
  const float right = room_beside("Write a report");
  const Place place{"Write a report of takes to", "takes.html", "Pages | *.html", ".html"};
  const bool entered = place_field(workbench, state, "report", "takes.html", state.report_path, place, right);
  ImGui::SameLine();
  if (!button("Write a report") && !entered) return;
  workbench.takes().write_report(state.report_file(), state.budget_ms);
}

/// At the right, until it is moved.
PanelBox proposed_box(Vec2 room) {
  const Vec2 size(std::min(460.0f, 0.9f * room.x), std::min(520.0f, 0.7f * room.y));
  return {{room.x - size.x - 20, 0.08f * room.y}, size};
}

void begin_window(PanelState& state, float scale) {
  constexpr float kMoved = 1;  // points
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const Vec2 room(window.x / scale, window.y / scale);
  const PanelBox wanted = state.layout.takes.value_or(proposed_box(room)), inside = fitted(wanted, room);
  const ImGuiCond when = state.laid_anew || inside != wanted ? ImGuiCond_Always : ImGuiCond_Appearing;
  ImGui::SetNextWindowPos({scale * inside.corner.x, scale * inside.corner.y}, when);
  ImGui::SetNextWindowSize({scale * inside.size.x, scale * inside.size.y}, when);
  ImGui::SetNextWindowSizeConstraints({std::min(300 * scale, 0.9f * window.x), 200 * scale}, window);
  begin_over("Takes", &state.takes, ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse);
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const PanelBox now{{at.x / scale, at.y / scale}, {size.x / scale, size.y / scale}};
  const bool moved = glm::length(now.corner - inside.corner) + glm::length(now.size - inside.size) > kMoved;
  if (moved && !ImGui::IsWindowAppearing()) state.layout.takes = now;
}

}  // namespace

void draw_takes_window(Workbench& workbench, PanelState& state, float scale) {
  workbench.takes().pictures().look();
  begin_window(state, scale);
  draw_report(workbench, state);
  ImGui::Separator();
  ImGui::BeginChild("tree");
  draw_branches(workbench, state, 0, 0);
  ImGui::PushStyleColor(ImGuiCol_Text, kFaintText);
  ImGui::TextWrapped("Going on from a past frame begins another take; the old one stays, to be shown again here.");
  draw_forgotten(workbench.frame().past.forgotten);
  ImGui::PopStyleColor();
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace raycloth
