#include "app/panels/files/browser.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>
#include <utility>

#include "app/panels/widgets.h"
#include "app/run/past/session.h"
#include "app/run/shipped.h"
#include "app/run/user/recent_files.h"
#include "sim/mesh/mesh.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

constexpr float kWindowWide = 52, kWindowHigh = 36;  // of the window, in letters
constexpr float kPicture = 14;                       // least width of a thumbnail, likewise
constexpr float kShape = 10.0f / 16;                 // its height over its width
constexpr float kUp = 3;                             // of the button, likewise
constexpr float kName = 18, kKind = 5;               // of a recent file, likewise

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

void look_up(BrowserState& browser, const fs::path& present) {
  browser.recent = recent_files();
  if (browser.shipped.empty())
    for (const fs::path& file : shipped_scenes())
      browser.shipped.push_back({file, thumbnail_of(file), file.stem().string(), description_of(file)});
  const fs::path folder = browser.listing.folder.empty() ? fs::absolute(present).parent_path() : browser.listing.folder;
  browser.listing = list_folder(folder, is_openable);
  if (!browser.thumbnails) browser.thumbnails = std::make_shared<Thumbnails>();
}

bool is_found(const BrowserState::Shipped& scene, const std::string& words) {
  const std::string text = lower(scene.name + " " + scene.description);
  std::istringstream stream(lower(words));
  for (std::string word; stream >> word;)
    if (text.find(word) == text.npos) return false;
  return true;
}

/// A picture with the name under it. True when it was clicked.
bool draw_card(const BrowserState::Shipped& scene, float width, bool present, Thumbnails& thumbnails) {
  const float gap = 0.3f * ImGui::GetFontSize();
  const ImVec2 picture(width, kShape * width);
  const ImVec2 corner = ImGui::GetCursorScreenPos(), size(picture.x, picture.y + ImGui::GetTextLineHeight() + 2 * gap);
  const bool clicked = ImGui::InvisibleButton(scene.name.c_str(), size);
  note_item("scene " + scene.name);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(corner.x + picture.x, corner.y + picture.y);
  list.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg), 4);
  if (const GLuint texture = thumbnails.of(scene.thumbnail))
    list.AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<intptr_t>(texture)), corner, end, {0, 0}, {1, 1},
                         IM_COL32_WHITE, 4);
  list.AddText({corner.x + 2 * gap, end.y + gap}, ImGui::GetColorU32(ImGuiCol_Text), scene.name.c_str());
  if (present || ImGui::IsItemHovered())
    list.AddRect(corner, {corner.x + size.x, corner.y + size.y},
                 ImGui::GetColorU32(present ? ImGuiCol_PlotHistogram : ImGuiCol_CheckMark), 4, 0, 2);
  if (ImGui::IsItemHovered() && !scene.description.empty()) ImGui::SetTooltip("%s", scene.description.c_str());
  return clicked;
}

/// Return in the field takes the first that its words find.
fs::path draw_shipped(BrowserState& browser, const std::string& present) {
  if (browser.frames == 0 && !browser.at_files) ImGui::SetKeyboardFocusHere();
  const bool entered = text_field("scene words", "words of a scene's name or description", browser.words);
  ImGui::BeginChild("cards");
  const float gap = ImGui::GetStyle().ItemSpacing.x, room = ImGui::GetContentRegionAvail().x + gap;
  const int columns = std::max(1, static_cast<int>(room / (kPicture * ImGui::GetFontSize() + gap)));
  fs::path chosen;
  int shown = 0;
  for (const BrowserState::Shipped& scene : browser.shipped) {
    if (!is_found(scene, browser.words.data())) continue;
    if (shown++ % columns > 0) ImGui::SameLine();
    if (draw_card(scene, room / columns - gap, scene.name == present, *browser.thumbnails)) chosen = scene.file;
    if (entered && chosen.empty()) chosen = scene.file;
  }
  if (shown == 0) ImGui::TextColored(kFaintText, "no scene is described so");
  ImGui::EndChild();
  return chosen;
}

const char* kind_of(const fs::path& file) {
  return is_session_file(file) ? "session" : is_mesh_file(file) ? "mesh" : "scene";
}

fs::path draw_recent(const BrowserState& browser) {
  fs::path chosen;
  const float em = ImGui::GetFontSize();
  if (browser.recent.empty()) ImGui::TextColored(kFaintText, "Files that you open are listed here.");
  for (const fs::path& file : browser.recent) {
    ImGui::PushID(file.c_str());
    const std::string name = file.filename().string();
    if (ImGui::Selectable("##recent")) chosen = file;
    note_item("recent " + name);
    ImGui::SameLine(ImGui::GetStyle().WindowPadding.x);
    ImGui::TextUnformatted(shortened(name, (kName - 1) * em).c_str());
    ImGui::PushStyleColor(ImGuiCol_Text, kFaintText);
    ImGui::SameLine(kName * em);
    ImGui::TextUnformatted(kind_of(file));
    ImGui::SameLine((kName + kKind) * em);
    path_text(file.parent_path().string());
    ImGui::PopStyleColor();
    ImGui::PopID();
  }
  return chosen;
}

fs::path draw_folder(BrowserState& browser) {
  fs::path chosen, folder;
  const std::string here = browser.listing.folder.string();
  if (button("Up", {kUp * ImGui::GetFontSize(), 0})) folder = browser.listing.folder.parent_path();
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  path_text(here);
  ImGui::BeginChild("files");
  if (!browser.listing.trouble.empty()) ImGui::TextColored(kErrorText, "%s", browser.listing.trouble.c_str());
  for (const std::string& name : browser.listing.folders)
    if (selectable((name + "/").c_str())) folder = browser.listing.folder / name;
  for (const std::string& name : browser.listing.files)
    if (selectable(name.c_str())) chosen = browser.listing.folder / name;
  if (browser.listing.folders.empty() && browser.listing.files.empty() && browser.listing.trouble.empty())
    ImGui::TextColored(kFaintText, "no scenes (.json), meshes (.obj, .glb, .gltf) or sessions (.jsonl) here");
  ImGui::EndChild();
  if (!folder.empty()) browser.listing = list_folder(folder, is_openable);
  return chosen;
}

/// Noted once the field of words has the keyboard: that takes it from whatever is clicked in the same frame.
bool begin_tab(const char* name, const BrowserState& browser, bool first = false) {
  constexpr int kSettled = 2;  // frames
  const bool set = first && browser.frames < kSettled;
  const bool open = ImGui::BeginTabItem(name, nullptr, set ? ImGuiTabItemFlags_SetSelected : 0);
  if (browser.frames >= kSettled) note_item(std::string("browse ") + name);
  return open;
}

/// Beside the names of the tabs.
void draw_desktop_button(Workbench& workbench, PanelState& state) {
  const bool there = DesktopDialog::available();
  ImGui::BeginDisabled(!there || state.desktop.dialog);
  if (ImGui::TabItemButton("Desktop's dialog", ImGuiTabItemFlags_Trailing)) ask_desktop_for_file(workbench, state);
  note_item("Desktop's dialog");
  ImGui::EndDisabled();
  if (!there && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("needs zenity on PATH");
}

/// The file that was chosen; empty: none was.
fs::path draw_tabs(Workbench& workbench, PanelState& state) {
  BrowserState& browser = state.browser;
  fs::path chosen;
  if (!ImGui::BeginTabBar("places")) return chosen;
  if (begin_tab("Scenes", browser)) {
    chosen = draw_shipped(browser, workbench.scene().name);
    ImGui::EndTabItem();
  }
  if (begin_tab("Recent", browser)) {
    chosen = draw_recent(browser);
    ImGui::EndTabItem();
  }
  if (begin_tab("Files", browser, browser.at_files)) {
    chosen = draw_folder(browser);
    ImGui::EndTabItem();
  }
  draw_desktop_button(workbench, state);
  ImGui::EndTabBar();
  return chosen;
}

}  // namespace

void draw_browser(Workbench& workbench, PanelState& state) {
  BrowserState& browser = state.browser;
  if (!browser.open) {
    browser.frames = 0;
    browser.at_files = false;
    browser.then = {};
    return;
  }
  if (browser.frames == 0) look_up(browser, workbench.scene().path);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({0.5f * window.x, 0.45f * window.y}, ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSize({std::min(kWindowWide * em, 0.94f * window.x), std::min(kWindowHigh * em, 0.8f * window.y)});
  if (browser.frames == 0) ImGui::SetNextWindowFocus();
  begin_over("Open", &browser.open, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize);
  const fs::path chosen = draw_tabs(workbench, state);
  ++browser.frames;
  if (ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
      ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
    browser.open = false;
  ImGui::End();
  if (chosen.empty()) return;
  browser.open = false;
  if (const auto then = std::exchange(browser.then, {}))
    then(chosen);
  else
    open_files(workbench, state, {chosen});
}

}  // namespace raycloth
