// The surfaces of the scene that is shown in the graphics processor, in the colours of the heat map: A's and, while
// there is one, B's. Needs a current OpenGL context; one thread.
#pragma once

#include <memory>
#include <vector>

#include "app/run/live/frame.h"
#include "app/view/marks/lines.h"
#include "app/workbench/tools/heat_view.h"
#include "app/workbench/tools/painter.h"
#include "render/renderer.h"

namespace raycloth {

class Surfaces {
 public:
  /// `painter`: what it has painted is shown at once.
  explicit Surfaces(const Painter& painter) : painter_(painter) {}

  /// Of another scene, or of one that is cut otherwise: a frame of it is to be uploaded.
  void open(const OpenedScene& opened);
  void recolor(const Model& model);
  void forget_b() { b_.reset(); }
  /// The legend of the heat map begins anew.
  void forget_heat() { heat_.forget(); }

  /// Another frame is there, or what is painted has changed.
  void change() { uploaded_ = false; }
  /// The frame's vertices, and the colours of what is shown on them, where they are not there yet.
  void upload(const Frame& frame, const ViewOptions& view);

  Renderer& a() { return *a_; }
  const Renderer& a() const { return *a_; }
  Renderer& b() { return *b_; }  // once a frame with a B was uploaded
  const HeatView& heat() const { return heat_; }

 private:
  const Painter& painter_;
  std::unique_ptr<Renderer> a_, b_;
  HeatView heat_;
  bool uploaded_ = false;
};

}  // namespace raycloth
