#include "app/view/windowless/alone.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <stdexcept>

#include "app/view/theme.h"

namespace raycloth {

void draw_without_window(int width, int height, const std::function<void(ImDrawList&)>& draw) {
  ImGuiContext* const panels = ImGui::GetCurrentContext();  // a window's, if there is one
  ImGuiContext* const own = ImGui::CreateContext();
  ImGui::SetCurrentContext(own);
  apply_theme(Theme::dark, 1);
  ImGui::GetIO().DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  const bool loaded = ImGui_ImplOpenGL3_Init("#version 450 core");
  if (loaded) {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    draw(*ImGui::GetForegroundDrawList());
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    ImGui_ImplOpenGL3_Shutdown();
  }
  ImGui::DestroyContext(own);
  ImGui::SetCurrentContext(panels);
  if (!loaded) throw std::runtime_error("no letters in a picture: Dear ImGui finds no libGL.so.1 (install libgl1)");
}

}  // namespace raycloth
