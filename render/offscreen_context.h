// An OpenGL 4.5 context without a window or a display server (EGL, surfaceless or on a device).
#pragma once

namespace raycloth {

class OffscreenContext {
 public:
  /// Makes the context current. Throws std::runtime_error with one line where none can be had.
  OffscreenContext();
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace raycloth
