// Videos of the take: the runner goes through its frames, and they are drawn here, between two of the window's
// pictures.
#include "app/run/output/whole_file.h"
#include "app/video/ffmpeg.h"
#include "app/video/film_roll.h"
#include "app/workbench/workbench.h"

namespace raycloth {
namespace {

constexpr int kWidth = 1280, kHeight = 800;  // pixels, as of `run --video`

}  // namespace

std::filesystem::path Workbench::usual_video() const {
  static const bool encodes = is_ffmpeg_there();
  return unused_file(scene().name, encodes ? ".mp4" : ".apng");
}

void Workbench::record_video(const std::filesystem::path& file, long long first, long long last) {
  if (!film_.expired()) return static_cast<void>(message = {"a video is being recorded"});
  constexpr float aspect = static_cast<float>(kWidth) / kHeight;
  film_painter_.emplace(kWidth, kHeight,
                        FramePainter::Look{camera.view(aspect), view.wireframe, view.hidden, view.white});
  const auto film = std::make_shared<FilmRoll>(file, kWidth, kHeight, wake_);
  film_ = film;
  playing_.set(false, runner_->ask([=](LiveScene& scene) { scene.film_frames(file, first, last, *film); }));
}

void Workbench::record_video() { record_video(usual_video(), 0, frame_->past.last_frame); }

void Workbench::draw_film() {
  if (const auto film = film_.lock())
    film->develop([this](const Frame& frame) { return film_painter_->paint(frame); });
  else
    film_painter_.reset();
}

}  // namespace raycloth
