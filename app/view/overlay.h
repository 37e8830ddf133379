// What is written over the scene: the legend of a heat map, a scale bar and how far the lines of the ground's grid are
// apart, with Dear ImGui, in the window and in pictures.
#pragma once

#include <string>

#include "app/view/camera.h"
#include "app/view/marks/lines.h"

struct ImDrawList;

namespace raycloth {

struct Overlay {
  Heat heat = Heat::off;
  float heat_range = 1;        // SI: the upper end of the legend
  float pixels_per_metre = 0;  // at the depth that the camera looks at; 0: no scale bar
  std::string grid{};          // words below the scale bar
  bool on_white = false;       // what is behind the scene
};

/// Of a picture of `height` pixels. `range`: the legend's upper end, SI.
Overlay overlay_of(const ViewOptions& shown, float range, const OrbitCamera& camera,
                   const std::optional<GroundPlane>& ground, float aspect, int height);

/// RGBA8 of what is written over the scene without a plate behind it.
uint32_t overlay_ink(bool on_white);

/// Into the upper right corner of an area of the picture: x, y from its left and upper edge, width, height, in pixels.
void draw_overlay(ImDrawList& list, Int4 area, const Overlay& overlay);

/// A length of 1, 2 or 5 times a power of ten, m, and how it is written, that is 60 to 150 pixels long.
struct ScaleBar {
  float length;
  std::string text;
};
ScaleBar scale_bar(float pixels_per_metre);

/// A number as legends write it: three digits at most, or a whole one.
std::string legend_number(float value);

}  // namespace raycloth
