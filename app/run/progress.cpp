#include "app/run/progress.h"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace raycloth {

Progress::Progress(long long total) : total_(total), terminal_(isatty(STDERR_FILENO)) {}

void Progress::clear() {
  if (terminal_) std::fputs("\r\033[K", stderr);
}

void Progress::update(long long done) {
  constexpr int kWidth = 30;
  const Clock::time_point now = Clock::now();
  if (!terminal_ || (done < total_ && now - drawn_ < std::chrono::milliseconds(50))) return;
  drawn_ = now;
  const int filled = static_cast<int>(kWidth * done / total_);
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double left = seconds / static_cast<double>(done) * static_cast<double>(total_ - done);
  std::fprintf(stderr, "\r\033[K[%s%s] %lld/%lld, %.1f ms a frame, %.0f s left", std::string(filled, '#').c_str(),
               std::string(kWidth - filled, '.').c_str(), done, total_, 1000 * seconds / static_cast<double>(done),
               left);
  std::fflush(stderr);
}

}  // namespace raycloth
