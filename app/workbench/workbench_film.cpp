// Videos of the take: the runner goes through its frames, and they are drawn here, between two of the window's
// pictures. And pictures of the scene alone.
#include "app/run/output/whole_file.h"
#include "app/video/ffmpeg.h"
#include "app/video/film_roll.h"
#include "app/workbench/comparison_words.h"
#include "app/workbench/workbench.h"
#include "render/png.h"
#include "sim/text.h"

namespace raycloth {
namespace {

/// "B: inversion off, substeps 12": what it has that the other has not.
std::string label_of(const char* side, const std::vector<ComparedSetting>& settings,
                     std::string ComparedSetting::*value) {
  if (settings.empty()) return side;
  return std::string(side) + ": " +
         joined(settings, [&](const ComparedSetting& setting) { return setting.name + " " + setting.*value; });
}

}  // namespace

std::filesystem::path Workbench::usual_video() const {
  static const bool encodes = is_ffmpeg_there();
  return unused_file(scene().name, encodes ? ".mp4" : ".apng");
}

void Workbench::record_video(const std::filesystem::path& file, long long first, long long last) {
  if (!film_.expired()) return static_cast<void>(message = {"a video is being recorded"});
  ViewOptions shown = view;
  if (kHeats[static_cast<int>(shown.heat)].of_comparison) shown.heat = Heat::off;  // B has no past
  const FilmPlan plan{first, last, film_format.every, wishes_of(shown)};
  film_painter_.emplace(film_format.size, camera, std::move(shown));
  const auto film = std::make_shared<FilmRoll>(file, film_format, wake_);
  film_ = film;
  playing_.set(false, runner_->ask([=](LiveScene& scene) { scene.film_frames(file, plan, *film); }));
}

void Workbench::record_video() { record_video(usual_video(), 0, frame_->past.last_frame); }

void Workbench::draw_film() {
  if (const auto film = film_.lock())
    film->develop([this](const Frame& frame) { return film_painter_->paint(frame); });
  else
    film_painter_.reset();
}

void Workbench::save_picture(const std::string& words, const std::function<Image()>& paint) {
  const std::filesystem::path file = unused_file(scene().name + words + "_" + std::to_string(frame_->number), ".png");
  try {
    write_png(paint(), file);
    message = {file.string() + " saved"};
  } catch (const std::exception& error) {
    message = {error.what(), true};
  }
}

void Workbench::picture_scene() {
  save_picture("_scene", [this] {
    FilmPainter painter(film_format.size, camera, view, heat_.shown() == view.heat ? heat_.range() : 0);
    if (!frame_->comparison.b) return painter.paint(*frame_);
    const std::vector<ComparedSetting> settings = compared_settings(*frame_);
    return painter.paint_both(*frame_, {label_of("A", settings, &ComparedSetting::a),
                                        label_of("B", settings, &ComparedSetting::b), divider_});
  });
}

}  // namespace raycloth
