// Memory of frames that nobody looks at any more, filled again: fresh pages would cost more than the copy. A frame may
// be given back by any thread, and outlive the pool.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "app/run/live/frame.h"

namespace raycloth {

class FramePool {
 public:
  /// A frame whose every member is to be written: it holds what it held.
  std::shared_ptr<Frame> take() {
    std::unique_ptr<Frame> frame = shelf_->take();
    if (!frame) frame = std::make_unique<Frame>();
    return {frame.release(), [shelf = shelf_](Frame* back) { shelf->put(std::unique_ptr<Frame>(back)); }};
  }

 private:
  struct Shelf {
    std::mutex mutex;
    std::vector<std::unique_ptr<Frame>> frames;  // never many: the display holds one or two

    std::unique_ptr<Frame> take() {
      const std::lock_guard lock(mutex);
      if (frames.empty()) return nullptr;
      std::unique_ptr<Frame> frame = std::move(frames.back());
      frames.pop_back();
      return frame;
    }
    void put(std::unique_ptr<Frame> frame) {
      const std::lock_guard lock(mutex);
      frames.push_back(std::move(frame));
    }
  };

  std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

}  // namespace raycloth
