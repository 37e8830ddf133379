#include "app/workbench/kept/take_pictures.h"

#include <algorithm>

namespace raycloth {
namespace {

constexpr int kSamples = 4;

}  // namespace

const RenderTarget& TakePictures::target() {
  if (!target_) target_.emplace(kWidth, kHeight, kSamples);
  return *target_;
}

void TakePictures::keep(int take, long long frame, Image picture) {
  GlName texture = texture_of(picture);
  pictures_.insert_or_assign(take, Kept{frame, std::move(picture), std::move(texture)});
}

void TakePictures::retain(const std::vector<TakeView>& takes) {
  std::erase_if(pictures_,
                [&](const auto& kept) { return std::ranges::count(takes, kept.first, &TakeView::number) == 0; });
}

bool TakePictures::is_farther(int take, long long frame) const {
  const auto kept = pictures_.find(take);
  return kept == pictures_.end() || kept->second.frame < frame;
}

bool TakePictures::wants(int take, long long frame) {
  if (!std::exchange(looked_at_, false) || !is_farther(take, frame)) return false;
  if (pictures_.contains(take) && ++waited_ < kPause) return false;
  waited_ = 0;
  return true;
}

const Image* TakePictures::of(int take) const {
  const auto kept = pictures_.find(take);
  return kept == pictures_.end() ? nullptr : &kept->second.picture;
}

unsigned TakePictures::texture(int take) const {
  const auto kept = pictures_.find(take);
  return kept == pictures_.end() ? 0 : static_cast<unsigned>(kept->second.texture);
}

}  // namespace raycloth
