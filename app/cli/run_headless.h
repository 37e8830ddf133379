// `raycloth run`: a scene for a number of frames without a window, and the files that tell how it went.
#pragma once

#include <filesystem>
#include <optional>

#include "app/run/export/mesh_export.h"
#include "app/run/scene_options.h"
#include "app/video/recorder.h"
#include "app/view/windowless/picture.h"

namespace raycloth {

/// Frames of a run, 0 being how it begins.
struct FrameRange {
  long long first = 1, last = 1;
  bool holds(long long frame) const { return first <= frame && frame <= last; }
};

struct RunOptions {
  SceneOptions scene;
  int frames = 300;
  int check_every = 0;                // count intersections every so many frames; the last is always checked
  bool stop_at_penetration = false;   // checks every frame, or every so many, and ends at the first with crossings
  std::filesystem::path timings;      // CSV or JSON; empty: none, as for the others
  std::filesystem::path report;       // JSON
  std::filesystem::path export_path;  // a folder, or a file by whose ending the format is known
  std::optional<ExportFormat> export_format;
  std::optional<FrameRange> export_frames;  // without it, all from 1 on
  std::filesystem::path picture;            // PNG of the last frame
  PictureSize picture_size{};
  VideoOptions video;
  DrawnOptions drawn;                // both
  std::filesystem::path save_scene;  // the scene file, with the settings and materials after the last frame
};

/// Runs and writes. Returns 0, 1 when the state became non-finite (one line on stderr names frame and
/// object), 130 when SIGINT or SIGTERM ended it early: the frame is finished and every file holds what was
/// done. Throws InputError before the first frame when an output cannot be written.
int run_headless(RunOptions options);

}  // namespace raycloth
