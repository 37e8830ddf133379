#include "app/video/film_roll.h"

#include <chrono>
#include <cmath>
#include <utility>

namespace raycloth {
namespace {

constexpr std::chrono::milliseconds kPause(20);  // between two looks at whether it goes on

}  // namespace

FilmRoll::FilmRoll(std::filesystem::path file, FilmFormat format, std::function<void()> wake)
    : path_(std::move(file)), format_(format), wake_(std::move(wake)) {}

void FilmRoll::begin(float time_step) {
  rate_ = frame_rate(static_cast<float>(format_.every) * time_step);
  file_ = open_video(path_, {format_.size.width, format_.size.height, rate_});
}

bool FilmRoll::add(const Frame& frame, const std::function<bool()>& goes_on) {
  if (!begin_) begin_ = frame.time;
  const long long due = 1 + std::llround((frame.time - *begin_) * rate_.value());
  if (due <= pictures_) return true;
  const std::optional<Image> picture = drawn(frame, goes_on);
  if (!picture) return false;
  for (; pictures_ < due; ++pictures_) file_->add(*picture);
  return true;
}

std::optional<Image> FilmRoll::drawn(const Frame& frame, const std::function<bool()>& goes_on) {
  std::unique_lock lock(mutex_);
  waiting_ = &frame;
  wake_();
  while (waiting_ && goes_on()) developed_.wait_for(lock, kPause);
  waiting_ = nullptr;
  if (failure_) std::rethrow_exception(failure_);
  return std::exchange(picture_, std::nullopt);
}

void FilmRoll::develop(const Draw& draw) {
  const std::lock_guard lock(mutex_);
  if (!waiting_) return;
  try {
    picture_ = draw(*waiting_);
  } catch (...) {
    failure_ = std::current_exception();
  }
  waiting_ = nullptr;
  developed_.notify_all();
}

}  // namespace raycloth
