// How large pictures are, and how many a video has. Knows neither OpenGL nor files.
#pragma once

namespace raycloth {

/// Pixels.
struct PictureSize {
  static constexpr int kLeast = 16, kMost = 8192;  // of either side

  int width = 1280, height = 800;
  float aspect() const { return static_cast<float>(width) / static_cast<float>(height); }
  bool operator==(const PictureSize&) const = default;
};

struct FilmFormat {
  static constexpr int kMostEvery = 100;

  PictureSize size{};
  int every = 1;  // frames whose number is a multiple of this are pictured
  bool pictures(long long frame) const { return frame % every == 0; }
  bool operator==(const FilmFormat&) const = default;
};

}  // namespace raycloth
