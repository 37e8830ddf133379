#include "app/panels/files/asking.h"

#include <algorithm>
#include <utility>

#include "app/panels/files/question.h"
#include "sim/text.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

constexpr const char* kChoose = "...";

/// With another ending than those of the filter: "sail" -> "sail.json".
fs::path completed(fs::path file, const std::string& filter, const std::string& ending) {
  const std::string has = ending_of(file);
  if (has.empty() || (filter + " ").find("*" + has + " ") == filter.npos) file += ending;
  return file;
}

void ask_in_panel(PanelState& state, const Place& place, const fs::path& proposed, WithFile then) {
  state.place = PlaceState{place.title, place.filter, place.ending, {}, std::move(then)};
  put_text(state.place->path, proposed.string());
}

}  // namespace

void ask_desktop(Workbench& workbench, PanelState& state, const FileQuestion& question, WithFile then) {
  try {
    state.desktop = {std::make_shared<DesktopDialog>(question), std::move(then)};
  } catch (const std::exception& error) {
    workbench.message = {error.what(), true};
  }
}

void ask_for_place(Workbench& workbench, PanelState& state, const Place& place, WithFile then) {
  if (!DesktopDialog::available()) return ask_in_panel(state, place, place.usual, std::move(then));
  ask_desktop(workbench, state, {place.title, place.usual, {place.filter}, true},
              [&state, place, then](const fs::path& chosen) {
                const fs::path file = completed(chosen, place.filter, place.ending);
                if (file != chosen && fs::exists(file))
                  ask_in_panel(state, place, file, then);  // the dialog asked about another name
                else
                  then(file);
              });
}

void ask_where_to_save(Workbench& workbench, PanelState& state) {
  ask_for_place(workbench, state, {"Save the scene as", workbench.saving().usual_file(), "Scenes | *.json", ".json"},
                [&workbench](const fs::path& file) { workbench.saving().save_as(file); });
}

void ask_where_to_record_session(Workbench& workbench, PanelState& state) {
  const std::string usual = workbench.scene().name + "_session.jsonl";
  ask_for_place(workbench, state, {"Record the session to", usual, "Sessions | *.jsonl", ".jsonl"},
                [&workbench](const fs::path& file) { workbench.recordings().begin_session(file); });
}

void ask_where_to_record_timings(Workbench& workbench, PanelState& state) {
  const std::string ending = state.recording_kind();
  ask_for_place(workbench, state,
                {"Record timings to", workbench.scene().name + "_timings" + ending, "Timings | *" + ending, ending},
                [&workbench](const fs::path& file) { workbench.recordings().begin_timings(file); });
}

float room_for_places() { return room_beside(kChoose); }

bool place_button(const char* name) {
  ImGui::PushID(name);
  const bool clicked = ImGui::Button(kChoose);
  ImGui::PopID();
  return note_item(std::string("place of ") + name), clicked;
}

bool place_field(Workbench& workbench, PanelState& state, const char* name, const char* hint, std::span<char> text,
                 const Place& place, float right) {
  const bool entered = text_field(name, hint, text, right + room_for_places());
  ImGui::SameLine();
  const bool there = DesktopDialog::available();
  ImGui::BeginDisabled(!there || state.desktop.dialog);
  const bool chooses = place_button(name);
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("%s", there ? "where it shall be, in the desktop's dialog" : "needs zenity on PATH");
  if (!chooses) return entered;
  Place asked = place;
  if (text[0]) asked.usual = text.data();
  ask_for_place(workbench, state, asked, [text](const fs::path& file) {
    const std::string path = file.string();
    std::ranges::fill(text, '\0');
    path.copy(text.data(), text.size() - 1);
  });
  return entered;
}

void draw_place(PanelState& state) {
  if (!state.place) return;
  PlaceState& place = *state.place;
  begin_question(place.title.c_str());
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  const bool entered = text_field("place", "a path", place.path);
  const fs::path file = completed(place.path.data(), place.filter, place.ending);
  std::error_code none;
  const bool named = place.path[0] != '\0', replaces = named && fs::exists(file, none);
  wrapped(replaces ? kWarningText : kFaintText,
          !named ? "a path, seen from the current folder"
                 : file.string() + (replaces ? " is there: it would be replaced" : ""));
  ImGui::Spacing();
  ImGui::BeginDisabled(!named);
  const bool done = button(replaces ? "Replace it" : "Save here") || (entered && named && !replaces);
  ImGui::EndDisabled();
  ImGui::SameLine();
  const bool stays = button("Cancel##place") || pressed(ImGuiKey_Escape);
  ImGui::End();
  if (!done && !stays) return;
  const WithFile then = std::move(place.then);
  state.place.reset();
  if (done) then(file);
}

void take_answer_of_desktop(PanelState& state) {
  if (!state.desktop.dialog) return;
  const auto answer = state.desktop.dialog->answer();
  if (!answer) return;
  const WithFile then = std::move(state.desktop.then);
  state.desktop = {};
  if (!answer->empty()) then(*answer);
}

}  // namespace raycloth
