#include "app/workbench/parts/filming.h"

#include <utility>

#include "app/run/output/whole_file.h"
#include "app/video/ffmpeg.h"
#include "app/video/film_roll.h"
#include "app/workbench/parts/comparison_words.h"
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

std::filesystem::path Filming::usual_file() const {
  static const bool encodes = is_ffmpeg_there();
  return unused_file(shown_.scene().name, encodes ? ".mp4" : ".apng");
}

void Filming::record(const std::filesystem::path& file, long long first, long long last) {
  if (!film_.expired()) return static_cast<void>(shown_.message = {"a video is being recorded"});
  const FilmPlan plan{first, last, format.every, wishes_of(sight_.view)};
  painter_.emplace(format.size, sight_.camera, sight_.view);
  const auto film = std::make_shared<FilmRoll>(file, format, wake_);
  film_ = film;
  player_.pauses(shown_.runner->ask([=](LiveScene& scene) { scene.film_frames(file, plan, *film); }));
}

void Filming::advance() {
  if (const auto film = film_.lock())
    film->develop([this](const Frame& frame) { return paint(*painter_, frame); });
  else
    painter_.reset();
  if (std::exchange(picture_asked_, false)) save_picture("_scene", [this] { return picture_of_scene(); });
}

void Filming::save_picture(const std::string& words, const std::function<Image()>& paint) {
  const std::filesystem::path file =
      unused_file(shown_.scene().name + words + "_" + std::to_string(shown_.frame->number), ".png");
  try {
    write_png(paint(), file);
    shown_.message = {file.string() + " saved"};
  } catch (const std::exception& error) {
    shown_.message = {error.what(), true};
  }
}

Image Filming::picture_of_scene() const {
  FilmPainter painter(format.size, sight_.camera, sight_.view, heat_.shown() == sight_.view.heat ? heat_.range() : 0);
  return paint(painter, *shown_.frame);
}

/// A alone, or beside B.
Image Filming::paint(FilmPainter& painter, const Frame& frame) const {
  if (!frame.comparison.b) return painter.paint(frame);
  const std::vector<ComparedSetting> settings = compared_settings(frame);
  return painter.paint_both(frame, {label_of("A", settings, &ComparedSetting::a),
                                    label_of("B", settings, &ComparedSetting::b), comparison_.divider()});
}

}  // namespace raycloth
