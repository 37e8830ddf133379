// Videos of the take: the runner goes through its frames, and they are drawn here, between two of the window's
// pictures. And pictures of the scene alone. Both as it is seen, in full quality. Needs a current OpenGL context; one
// thread.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/view/windowless/film_painter.h"
#include "app/workbench/parts/comparison.h"
#include "app/workbench/parts/player.h"
#include "app/workbench/parts/sight.h"
#include "app/workbench/tools/heat_view.h"

namespace raycloth {

class FilmRoll;

class Filming {
 public:
  /// `wake` as Workbench has it.
  Filming(Shown& shown, const Comparison& comparison, Player& player, const Sight& sight, const HeatView& heat,
          std::function<void()> wake)
      : shown_(shown), comparison_(comparison), player_(player), sight_(sight), heat_(heat), wake_(std::move(wake)) {}

  /// Of videos; and so large are pictures of the scene.
  FilmFormat format;

  /// Frames of the take; by its ending as app/video/video_file.h. Those since A and B are compared show both, those
  /// before are of A alone. Pauses.
  void record(const std::filesystem::path& file, long long first, long long last);
  void record() { record(usual_file(), 0, shown_.frame->past.last_frame); }
  /// In the current directory, as the scene is called; no other's.
  std::filesystem::path usual_file() const;
  /// The scene, A beside B where they are compared, as a PNG file in the current directory: in the next display frame,
  /// and what came of it is a message.
  void ask_for_picture() { picture_asked_ = true; }
  /// Any picture likewise, at once. `words`: in its name, between that of the scene and the frame's number.
  void save_picture(const std::string& words, const std::function<Image()>& paint);

  /// In every display frame.
  void advance();

 private:
  Image picture_of_scene() const;
  Image paint(FilmPainter& painter, const Frame& frame) const;

  Shown& shown_;
  const Comparison& comparison_;
  Player& player_;
  const Sight& sight_;
  const HeatView& heat_;
  const std::function<void()> wake_;
  std::weak_ptr<FilmRoll> film_;  // the runner's, while it goes through its frames
  std::optional<FilmPainter> painter_;
  bool picture_asked_ = false;
};

}  // namespace raycloth
