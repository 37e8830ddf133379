// The vertex that the window inspects: picked with the mouse, followed from frame to frame, its rays drawn over the
// scene. Knows neither the window nor the panels.
#pragma once

#include "app/run/live/runner.h"
#include "app/view/camera.h"
#include "render/line_renderer.h"

namespace raycloth {

class Inspector {
 public:
  /// Chooses the corner next to where the ray meets the scene first. False, and nothing changes, when it meets nothing.
  /// What is hidden (per object, not 0) it does not meet.
  bool pick(Runner& runner, const Frame& frame, const ViewRay& ray, std::span<const uint8_t> hidden);
  void close(Runner& runner);
  /// After another scene was opened.
  void forget() { vertex_ = kNone; }

  bool active() const { return vertex_ != kNone; }
  int vertex() const { return vertex_; }

  /// Whether the frame tells of the vertex yet: the first time that it is asked for takes as long as a step.
  bool known(const Frame& frame) const { return frame.inspected == vertex_; }
  /// The record of the last detection; nothing before the first.
  const VertexInspection* record(const Frame& frame) const;

  /// The rays as they were cast at the detection, what they met, and the contact normals at their rest distances.
  void draw(const Frame& frame, LineBatch& thin, LineBatch& dots) const;

 private:
  static constexpr int kNone = -1;

  int vertex_ = kNone;
};

/// The colour of a verdict, also for the panel.
uint32_t verdict_color(const RayInspection& ray);

}  // namespace raycloth
