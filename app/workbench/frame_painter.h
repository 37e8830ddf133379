// Draws frames of a scene in full quality beside the window's own picture. Needs a current OpenGL context; one thread.
#pragma once

#include <memory>
#include <vector>

#include "app/run/live/frame.h"
#include "render/renderer.h"

namespace raycloth {

class FramePainter {
 public:
  /// What stays from frame to frame.
  struct Look {
    CameraView camera;
    bool wireframe = false;
    std::vector<uint8_t> hidden{};  // per object
    float white = 0;                // what is behind the scene
  };

  FramePainter(int width, int height, Look look);

  Image paint(const Frame& frame);

 private:
  RenderTarget target_;
  Look look_;
  std::shared_ptr<const Scene> scene_;  // of which the renderer draws, as it is cut
  std::unique_ptr<Renderer> renderer_;
};

}  // namespace raycloth
