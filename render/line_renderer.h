// Lines and dots over the scene (normals, rays, contacts, boxes, grabs): gathered each frame, drawn in one
// call.
#pragma once

#include <cstdint>
#include <vector>

#include "device/math.h"
#include "render/gl_objects.h"
#include "render/shader_program.h"

namespace raycloth {

struct LineEnd {
  Vec3 position;
  uint32_t color;  // RGBA8, red in the lowest byte, sRGB
};

constexpr uint32_t rgba(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha = 255) {
  return red | green << 8 | blue << 16 | alpha << 24;
}

/// Segments as pairs of ends.
class LineBatch {
 public:
  void line(Vec3 a, Vec3 b, uint32_t color) { ends_.insert(ends_.end(), {{a, color}, {b, color}}); }
  void dot(Vec3 at, uint32_t color) { line(at, at, color); }
  void box(Vec3 min, Vec3 max, uint32_t color);
  void clear() { ends_.clear(); }
  bool empty() const { return ends_.empty(); }
  const std::vector<LineEnd>& ends() const { return ends_; }

 private:
  std::vector<LineEnd> ends_;
};

/// One set of lines with its look.
struct LineLayer {
  const LineBatch* lines = nullptr;
  float width = 1.5f;            // pixels
  float hidden_opacity = 0.15f;  // of what lies behind surfaces
};

class LineRenderer {
 public:
  LineRenderer();

  /// Into the current target, with the frame's uniforms bound. `width` in pixels. What lies behind a surface
  /// shows through faintly: `hidden_opacity` of it.
  void draw(const LineBatch& lines, float width, float hidden_opacity);

 private:
  ShaderProgram program_;
  GlName ends_, array_;
};

}  // namespace raycloth
