#include "app/cli/takes.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "app/run/interrupt.h"
#include "app/run/output/takes_html.h"
#include "app/run/output/whole_file.h"
#include "app/run/past/timeline.h"
#include "app/run/progress.h"
#include "app/run/state_checks.h"
#include "app/view/drawables.h"
#include "app/view/windowless/picture.h"
#include "device/error.h"
#include "render/offscreen_context.h"
#include "render/picture_painter.h"
#include "render/png.h"

namespace raycloth {
namespace {

constexpr int kWidth = 480, kHeight = 300;  // pixels of a picture
constexpr int kInterrupted = 130;           // as a shell tells of SIGINT

class Takes {
 public:
  explicit Takes(const TakesOptions& options)
      : options_(options),
        scene_(prepare_scene(options.scene)),
        simulation_(create(build_model(scene_), scene_.settings, options.scene.device, options.scene.threads)),
        timeline_(*simulation_, Authored(scene_)),
        file_(options.html) {
    const std::filesystem::path replay = options.scene.replay.empty() ? scene_.session : options.scene.replay;
    if (!replay.empty() && replay != "none")
      timeline_.play(read_session(replay, simulation_->model(), simulation_->settings()));
    open_painter();
  }

  int run() {
    const InterruptGuard interrupt;
    Progress progress(static_cast<long long>(options_.frames) * (1 + options_.takes.size()));
    const auto go_on = [&] {
      progress.update(++done_);
      return !interrupt.requested();
    };
    bool whole = steps(go_on);
    if (whole) finish_take();
    for (size_t i = 0; whole && i < options_.takes.size(); ++i) {
      begin(options_.takes[i]);
      whole = steps(go_on);
      if (whole) finish_take();
    }
    progress.clear();
    if (whole) return write(), 0;
    std::fprintf(stderr, "raycloth: interrupted: no report is written\n");
    return kInterrupted;
  }

 private:
  /// Where nothing can be drawn, the report has no pictures, and a line says so.
  void open_painter() {
    drawn_ = simulation_->model().scene;
    painter_.reset();  // one at a time
    try {
      if (!context_) context_.emplace();
      painter_.emplace(make_drawable_scene(*drawn_, simulation_->model()), kWidth, kHeight);
    } catch (const std::runtime_error& error) {
      std::fprintf(stderr, "raycloth: the report has no pictures: %s\n", error.what());
    }
  }

  template <class GoOn>
  bool steps(GoOn go_on) {
    while (timeline_.frame() < options_.frames) {
      timeline_.step();
      if (const std::string object = first_not_finite(*simulation_); !object.empty())
        throw std::runtime_error("frame " + std::to_string(timeline_.frame()) + ": object '" + object +
                                 "' has positions or velocities that are not finite");
      if (!go_on()) return false;
    }
    return true;
  }

  /// Goes back and changes what is asked for; the next step begins the take.
  void begin(const TakeOptions& take) {
    timeline_.show_take(take.of - 1);
    timeline_.seek(take.from);
    Scene changed = scene_;
    changed.settings = simulation_->settings();
    for (size_t i = 0; i < changed.objects.size(); ++i)
      changed.objects[i].material = simulation_->material(static_cast<int>(i));
    apply(take, changed);
    timeline_.change(changed.settings);
    for (size_t i = 0; i < changed.objects.size(); ++i)
      timeline_.change(static_cast<int>(i), changed.objects[i].material);
    if (timeline_.can_repeat()) timeline_.repeat();  // hands do what they did
    words_ = {take.name, take.note};
  }

  void finish_take() {
    const int number = timeline_.takes()[timeline_.present_take()].number;
    timeline_.describe_take(number, words_.first, words_.second);
    if (painter_ && drawn_ != simulation_->model().scene) open_painter();  // it was cut
    if (painter_) {
      constexpr float aspect = static_cast<float>(kWidth) / kHeight;
      if (!camera_) camera_ = camera_of(*simulation_, scene_, aspect, options_.view).view(aspect);
      pictures_[number] = png_bytes(painter_->paint(make_drawable_state(*simulation_), *camera_));
    }
    std::printf("%s: frame %lld, state %016llx\n", title_of(number, words_.first).c_str(), timeline_.frame(),
                static_cast<unsigned long long>(simulation_->state_hash()));
  }

  void write() {
    TakesReport report = about_takes(scene_, *simulation_);
    report.budget_ms = 1000.0 * scene_.settings.time_step;
    report.pictures = pictures_;
    for (const Timeline::Take& take : timeline_.takes()) {
      report.takes.push_back(facts_of(timeline_, take, simulation_->model()));
      report.takes.back().crossings = count_crossings(take, simulation_->model(), kCountsOfTake, [] { return true; });
    }
    file_.stream() << takes_html(report);
    file_.commit();
  }

  const TakesOptions& options_;
  Scene scene_;
  std::unique_ptr<Simulation> simulation_;
  Timeline timeline_;
  WholeFile file_;
  std::shared_ptr<const Scene> drawn_;  // as it is cut
  std::optional<OffscreenContext> context_;
  std::optional<PicturePainter> painter_;
  std::optional<CameraView> camera_;
  std::map<int, std::string> pictures_;
  std::pair<std::string, std::string> words_{"as the scene", ""};
  long long done_ = 0;
};

void check_takes(const TakesOptions& options) {
  const auto most = static_cast<size_t>(Timeline::kMostTakes);
  check(options.takes.size() < most,
        "--take: found " + std::to_string(options.takes.size()) + ", expected at most " + std::to_string(most - 1));
  for (size_t i = 0; i < options.takes.size(); ++i) {
    const TakeOptions& take = options.takes[i];
    const std::string place = "--take \"" + options.texts[i] + "\": ";
    check(take.of <= static_cast<int>(i) + 1, place + "--of: found " + std::to_string(take.of) +
                                                  ", expected the number of a take before it, 1 to " +
                                                  std::to_string(i + 1));
    check(take.from < options.frames, place + "--from-frame: found " + std::to_string(take.from) +
                                          ", expected less than --frames " + std::to_string(options.frames));
    check(take.pins.empty(), place + "--pins: a take keeps the pins of its scene");
  }
}

}  // namespace

int run_takes(const TakesOptions& options) {
  check_takes(options);
  return Takes(options).run();
}

}  // namespace raycloth
