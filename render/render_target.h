// A multisampled picture in memory, 8 bits a channel in sRGB, and the ways out of it: the window, or pixels.
#pragma once

#include <cstdint>
#include <vector>

#include "render/gl_objects.h"

namespace raycloth {

/// Rows from top to bottom, RGB.
struct Image {
  int width = 0, height = 0;
  std::vector<uint8_t> rgb;
};

/// To draw it with, where it is wanted.
GlName texture_of(const Image& image);

class RenderTarget {
 public:
  RenderTarget(int width, int height, int samples);  // samples are cut to what the driver offers

  int width() const { return width_; }
  int height() const { return height_; }
  int samples() const { return samples_; }

  void begin() const;    // draws go here, as linear light that is encoded on the way in
  void resolve() const;  // after the draws: averages the samples
  /// Copies the resolved picture there, from the lower left corner, enlarged where its size is another.
  void show_in_window(int x, int y, int width, int height) const;
  void begin_over() const;  // draws go over the resolved picture, as sRGB
  Image read() const;       // the resolved picture

 private:
  int width_, height_, samples_;
  GlName color_, depth_, resolved_color_;
  GlName framebuffer_, resolved_;
};

/// Pixels of the default framebuffer (the window as shown, panels included).
Image read_window(int width, int height);

}  // namespace raycloth
