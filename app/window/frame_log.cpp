#include "app/window/frame_log.h"

#include <chrono>
#include <iomanip>

#include "device/error.h"

namespace raycloth {

FrameLog::FrameLog(const std::filesystem::path& file) : out_(file, std::ios::trunc) {
  out_ << "shown_s,frame_ms,inputs,simulation_frame,playing,busy_s\n" << std::fixed << std::setprecision(4);
  check(out_.flush().good(),
        file.string() + ": cannot be written; name a file in a folder that exists and is writable");
}

void FrameLog::add(const Row& row) {
  const std::chrono::duration<double> now = std::chrono::steady_clock::now().time_since_epoch();
  out_ << now.count() << ',' << row.milliseconds << ',' << row.inputs << ',' << row.simulation_frame << ','
       << (row.playing ? 1 : 0) << ',' << row.busy_seconds << '\n'
       << std::flush;
}

}  // namespace raycloth
