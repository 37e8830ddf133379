// The vertex that the window inspects: picked with the mouse, followed from step to step, its rays drawn over the
// scene. Knows neither the window nor the panels.
#pragma once

#include "app/view/camera.h"
#include "render/line_renderer.h"
#include "sim/simulation.h"

namespace raycloth {

class Inspector {
 public:
  /// Chooses the corner next to where the ray meets the scene first. False, and nothing changes, when it meets nothing.
  bool pick(Simulation& simulation, const ViewRay& ray);
  void choose(int vertex);
  void close(Simulation& simulation);
  /// The state is another than the last step's.
  void refresh() { known_ = false; }
  /// After another scene was opened.
  void forget() { vertex_ = kNone; }

  bool active() const { return vertex_ != kNone; }
  int vertex() const { return vertex_; }

  /// The record of the last detection, fetched once a step; nothing before the first.
  const VertexInspection* record(Simulation& simulation);

  /// The rays as they were cast at the detection, what they met, and the contact normals at their rest distances.
  void draw(Simulation& simulation, LineBatch& thin, LineBatch& dots);

 private:
  static constexpr int kNone = -1;

  int vertex_ = kNone;
  bool known_ = false;  // record_ is that of `frame_`
  long long frame_ = 0;
  std::optional<VertexInspection> record_;
};

/// The colour of a verdict, also for the panel.
uint32_t verdict_color(const RayInspection& ray);

}  // namespace raycloth
