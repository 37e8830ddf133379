// A small picture of each take, in the last of its frames that was seen. Needs a current OpenGL context; one thread.
#pragma once

#include <map>
#include <optional>

#include "app/run/live/frame.h"
#include "render/render_target.h"

namespace raycloth {

class TakePictures {
 public:
  static constexpr int kWidth = 320, kHeight = 200;  // pixels

  /// To draw one.
  const RenderTarget& target();
  void keep(int take, long long frame, Image picture);
  void forget() { pictures_.clear(); }
  /// Forgets those of takes that are not among these.
  void retain(const std::vector<TakeView>& takes);

  /// Somebody looks at them in this frame: the present one is to be kept up to date.
  void look() { looked_at_ = true; }
  /// Whether a picture in this frame would show more of the take than what is kept.
  bool is_farther(int take, long long frame) const;
  /// Whether the picture of the present take is to be made again; not in every frame of a take that runs.
  bool wants(int take, long long frame);

  const Image* of(int take) const;
  /// OpenGL's name of it; 0 where there is none.
  unsigned texture(int take) const;

 private:
  static constexpr int kPause = 20;  // displayed frames between two pictures of a take that runs

  struct Kept {
    long long frame;
    Image picture;
    GlName texture;
  };

  std::optional<RenderTarget> target_;
  std::map<int, Kept> pictures_;
  bool looked_at_ = false;
  int waited_ = kPause;
};

}  // namespace raycloth
