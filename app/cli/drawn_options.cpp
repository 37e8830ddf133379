#include "app/cli/drawn_options.h"

#include <algorithm>
#include <cstdio>

#include "app/view/camera_text.h"
#include "app/view/view_switches.h"
#include "device/error.h"
#include "sim/text.h"

namespace raycloth {
namespace {

/// Of `--show`, as the window's View tab calls them.
std::vector<std::string> shown_words() {
  std::vector<std::string> words;
  for (const ViewSwitch& one : kViewSwitches)
    if (one.word) words.emplace_back(one.word);
  return words;
}

void show(const std::vector<std::string>& words, ViewOptions& shown) {
  for (const std::string& word : words) {
    const auto found =
        std::ranges::find_if(kViewSwitches, [&](const auto& one) { return one.word && one.word == word; });
    if (found == std::end(kViewSwitches))
      throw CLI::ValidationError("--show", "found '" + word + "', expected some of " + joined(shown_words()));
    shown.*found->option = true;
  }
}

void add_heat(CLI::App& app, DrawnOptions& drawn, const std::string& of, bool comparison) {
  std::vector<std::string> heats;
  for (const HeatInfo& heat : kHeats)
    if (comparison || !heat.of_comparison) heats.emplace_back(heat.name);
  const std::vector<std::string> maps(heats.begin() + 1, heats.end());
  app.add_option_function<std::string>(
         "--heat",
         [&drawn, heats](const auto& word) {
           drawn.shown.heat = named<Heat>(word, heats);
           if (drawn.shown.heat != Heat::off) drawn.shown.scale_bar = true;
         },
         "On the cloth of the " + of + ", with a legend and a scale bar: " + joined(maps))
      ->check(CLI::IsMember(heats));
}

}  // namespace

void add_view(CLI::App& app, ViewChoice& view, const std::string& of) {
  const std::vector<std::string> sides = words(kSideNames);
  const auto look_from = [&view, sides](const std::string& word) { view.side = named<OrbitCamera::Side>(word, sides); };
  CLI::Option* const side =
      app.add_option_function<std::string>("--view", look_from,
                                           "The " + of +
                                               " from a side, without perspective: front, back, right, left, top or "
                                               "bottom; without it, from the scene's camera")
          ->check(CLI::IsMember(sides));
  app.add_option_function<std::string>(
         "--camera", [&view](const std::string& text) { view.free = parse_camera(text); },
         "The " + of +
             " from anywhere: eye=x,y,z target=x,y,z (m), fov= (degrees); the window's command 'camera as text' tells "
             "its own")
      ->type_name("\"KEY=VALUE ...\"")
      ->excludes(side);
  app.add_flag("--ortho", view.orthographic, "The " + of + " without perspective");
}

void add_size(CLI::App& app, const std::string& of, PictureSize& size) {
  constexpr int kLeast = PictureSize::kLeast, kMost = PictureSize::kMost;
  const std::string option = "--" + of + "-size";
  const auto read = [&size, option](const std::string& text) {
    int used = 0;
    const int found = std::sscanf(text.c_str(), "%dx%d%n", &size.width, &size.height, &used);
    const auto [least, most] = std::minmax(size.width, size.height);
    if (found != 2 || used != static_cast<int>(text.size()) || least < kLeast || most > kMost)
      throw CLI::ValidationError(option, "found '" + text + "', expected WIDTHxHEIGHT from 16x16 to 8192x8192");
  };
  app.add_option_function<std::string>(option, read, "Of the " + of + ", in pixels; without it, 1280x800")
      ->type_name("WIDTHxHEIGHT")
      ->needs("--" + of);
}

void add_video(CLI::App& app, VideoOptions& video) {
  app.add_option("--video", video.file,
                 "Draw every frame, without a window: .mp4, .webm or .mkv by ffmpeg; without it, an animated .png or "
                 ".apng, or numbered pictures, as NAME%05d.png or a folder")
      ->type_name("FILE");
  add_size(app, "video", video.format.size);
  app.add_option("--video-every", video.format.every,
                 "Of the video: a picture of every Kth step alone (K, 2 K, ...), for a smaller file")
      ->type_name("K")
      ->check(whole_number(1, FilmFormat::kMostEvery))
      ->needs("--video");
}

void add_drawn(CLI::App& app, DrawnOptions& drawn, const std::string& of, bool comparison) {
  add_heat(app, drawn, of, comparison);
  add_view(app, drawn.view, of);
  app.add_option_function<std::vector<std::string>>(
         "--show", [&drawn](const std::vector<std::string>& words) { show(words, drawn.shown); },
         "Over the " + of + ", as the window's View tab has it: " + joined(shown_words()))
      ->type_name("WORD,WORD")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--boxes", drawn.boxes_of,
                 "Over the " + of +
                     ": boxes of an object's hierarchy; level 0 is its bounds, each further one up to "
                     "eight times as many")
      ->type_name("OBJECT:LEVEL");
  app.add_flag("--crossings", drawn.shown.crossings,
               "Over the " + of + ": contours along which surfaces cross, what has to go back, and which way");
  app.add_flag("--net-moves", drawn.shown.net,
               "Over the " + of + ": arrows to where the safety net put vertices in the last step");
  app.add_flag_callback(
      "--white", [&drawn] { drawn.shown.white = 1; }, "A white background of the " + of + ", for print");
}

void require_drawing(const CLI::App& app, bool draws, const std::string& needs) {
  if (draws) return;
  for (const char* option : {"--heat", "--view", "--camera", "--ortho", "--show", "--boxes", "--crossings",
                             "--net-moves", "--white", "--divider"})
    check(!app.get_option_no_throw(option) || app.count(option) == 0,
          std::string(option) + ": of what? It needs " + needs);
}

}  // namespace raycloth
