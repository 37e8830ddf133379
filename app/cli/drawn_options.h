// Options of pictures and videos without a window, as several commands have them.
#pragma once

#include <string>

#include "app/cli/option_parts.h"
#include "app/video/recorder.h"
#include "app/view/windowless/drawing.h"

namespace raycloth {

/// "--picture-size 1920x1080", of the option "--picture".
void add_size(CLI::App& app, const std::string& of, PictureSize& size);

/// "--video", its size, and of how many steps it has a picture.
void add_video(CLI::App& app, VideoOptions& video);

/// From where it is seen.
void add_view(CLI::App& app, ViewChoice& view, const std::string& of);

/// That, heat, and what ViewOptions draws over the scene. `of`: "picture or video". `comparison`: also
/// what is of A and B.
void add_drawn(CLI::App& app, DrawnOptions& drawn, const std::string& of, bool comparison);

/// What is said of pictures and there are none would be lost. Throws InputError; `needs`: the options that make one.
void require_drawing(const CLI::App& app, bool draws, const std::string& needs);

}  // namespace raycloth
