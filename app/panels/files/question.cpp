#include "app/panels/files/question.h"

#include <algorithm>

namespace raycloth {

void begin_question(const char* title) {
  constexpr float kWide = 30;  // letters
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * window.x, 0.4f * window.y}, ImGuiCond_Always, ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSize({std::min(kWide * ImGui::GetFontSize(), 0.94f * window.x), 0});
  ImGui::SetNextWindowFocus();
  begin_over(title, nullptr, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize);
}

}  // namespace raycloth
