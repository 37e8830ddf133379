// What the view panel can show over the scene, as lines: normals, rays, contacts, hierarchy boxes; and its other
// choices.
#pragma once

#include <span>

#include "app/run/live/frame.h"
#include "app/view/heat.h"
#include "render/line_renderer.h"

namespace raycloth {

struct ViewOptions {
  bool wireframe = false;
  bool normals = false;
  bool rays = false;
  bool contacts = false;
  bool crossings = false;
  bool net = false;
  bool boxes = false;
  bool pins = false;
  bool wind = false;
  int boxes_object = 0;
  int boxes_level = 3;  // 0 is the root
  Heat heat = Heat::off;
  bool scale_bar = false;         // and how far the grid's lines are apart
  float white = 0;                // what is behind the scene: 0, grey, to 1
  std::vector<uint8_t> hidden{};  // per object, not 0: not drawn, and not to be picked; empty: none
};

/// What a frame must have for them.
Wishes wishes_of(const ViewOptions& options);

/// Colours, also for the panel's legend.
inline constexpr uint32_t kNormalColor = rgba(120, 220, 120);
inline constexpr uint32_t kOutwardRayColor = rgba(90, 200, 230), kInwardRayColor = rgba(235, 150, 70);
inline constexpr uint32_t kCollisionColor = rgba(240, 70, 60), kPredictionColor = rgba(80, 150, 255);
inline constexpr uint32_t kInvertedColor = rgba(235, 70, 235);
inline constexpr uint32_t kNetColor = rgba(255, 150, 40);
inline constexpr uint32_t kPinColor = rgba(160, 60, 240);
inline constexpr uint32_t kBoxColor = rgba(250, 220, 110, 170);

/// Thin lines and dots (drawn wider; those of pins widest) for the chosen options, and what
/// app/view/marks/tangle_lines.h draws; contacts, boxes, crossings and what the net did as far as the frame has them.
struct ViewLines {
  LineBatch thin, dots, pins, contours, ways;
};
/// As wide as they are drawn; of lines that outlive them.
std::vector<LineLayer> layers_of(const ViewLines& lines);
ViewLines make_view_lines(const Frame& frame, const ViewOptions& options);

/// The net moves vertices by parts of a millimetre: how many times longer they are drawn.
float times_longer(std::span<const Vec3> moves);

/// An edge and the triangle that it crosses, where they are now.
void add_crossing(const Frame& frame, const Crossing& crossing, LineBatch& lines);

}  // namespace raycloth
