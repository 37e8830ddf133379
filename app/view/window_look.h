// How the window looks, as its user likes it. Knows neither Dear ImGui nor OpenGL.
#pragma once

namespace raycloth {

enum class Theme : int { dark, light };
inline constexpr const char* kThemeNames[] = {"dark", "light"};

/// What is behind the scene: the studio's grey, or white as in print.
enum class Backdrop : int { grey, white };
inline constexpr const char* kBackdropNames[] = {"grey", "white"};

struct WindowLook {
  /// Of letters and panels, times what the display asks for.
  static constexpr float kScales[] = {0.75f, 0.85f, 1, 1.15f, 1.3f, 1.5f, 1.75f, 2, 2.5f, 3};
  static constexpr float kLeastScale = 0.5f, kMostScale = 4;

  float scale = 1;
  Theme theme = Theme::dark;
  Backdrop backdrop = Backdrop::grey;

  bool operator==(const WindowLook&) const = default;

  /// To the next of kScales that is larger, or smaller.
  void enlarge() {
    for (const float one : kScales)
      if (one > scale * 1.001f) return static_cast<void>(scale = one);
  }
  void reduce() {
    float next = scale;
    for (const float one : kScales)
      if (one < scale * 0.999f) next = one;
    scale = next;
  }
};

}  // namespace raycloth
