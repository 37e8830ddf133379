#include "app/cli/takes.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

#include "app/run/interrupt.h"
#include "app/run/output/takes_html.h"
#include "app/run/output/whole_file.h"
#include "app/run/past/timeline.h"
#include "app/run/progress.h"
#include "app/run/state_checks.h"
#include "app/view/drawables.h"
#include "device/error.h"
#include "render/offscreen_context.h"
#include "render/picture_painter.h"
#include "render/png.h"

namespace raycloth {
namespace {

constexpr int kWidth = 480, kHeight = 300;  // pixels of a picture

class TakesRun {
 public:
  explicit TakesRun(TakesOptions options)
      : options_(std::move(options)),
        scene_(prepare_scene(options_.scene)),
        simulation_(create(build_model(scene_), scene_.settings, options_.scene.device, options_.scene.threads)),
        timeline_(*simulation_, Authored(scene_)),
        file_(options_.html) {
    const std::filesystem::path replay = options_.scene.replay.empty() ? scene_.session : options_.scene.replay;
    if (!replay.empty() && replay != "none")
      timeline_.play(read_session(replay, simulation_->model(), simulation_->settings()));
    find_boxes(simulation_->model(), options_.drawn);
    for (const TakeOptions& take : options_.takes) check_words(take);  // throws now, not after other takes
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

  void check_words(const TakeOptions& take) const {
    Scene changed = scene_;
    apply(take, changed);
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
    for (const std::string& text : take.cut) {
      const ObjectCuts cuts = with_cut(text, simulation_->model(), simulation_->positions());
      timeline_.change_cuts(cuts.object, cuts.cuts);
    }
    timeline_.change_pins(pins_said(take.pins, scene_, simulation_->model()));
    if (timeline_.can_repeat()) timeline_.repeat();  // hands do what they did
    words_ = {take.name, take.note};
  }

  void finish_take() {
    const int number = timeline_.takes()[timeline_.present_take()].number;
    timeline_.describe_take(number, words_.first, words_.second);
    std::printf("%s: frame %lld, state %016llx\n", title_of(number, words_.first).c_str(), timeline_.frame(),
                static_cast<unsigned long long>(simulation_->state_hash()));
  }

  /// Shows the end of every take, one after the other.
  template <class See>
  void visit_ends(See see) {
    for (int i = 0; i < static_cast<int>(timeline_.takes().size()); ++i) {
      timeline_.show_take(i);
      timeline_.seek(timeline_.last_frame());
      see(timeline_.takes()[i].number);
    }
  }

  /// From one camera, which is the first take's, and with one legend, so that they can be compared.
  void paint_ends() {
    if (!painter_) return;
    const PictureSize size{kWidth, kHeight};
    std::optional<OrbitCamera> camera;
    float range = 0;
    visit_ends([&](int) {
      if (!camera) camera = camera_of(*simulation_, scene_, size.aspect(), options_.drawn.view);
      range = std::max(range, Drawing(*simulation_, options_.drawn.shown).heat_range());
    });
    visit_ends([&](int number) {
      if (drawn_ != simulation_->model().scene) open_painter();  // it was cut
      if (!painter_) return;
      std::array parts{PicturePart{{*simulation_, options_.drawn.shown}}};
      pictures_[number] = png_bytes(paint(*painter_, parts, *camera, options_.drawn.shown, size, range));
    });
  }

  void write() {
    paint_ends();
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

  TakesOptions options_;
  Scene scene_;
  std::unique_ptr<Simulation> simulation_;
  Timeline timeline_;
  WholeFile file_;
  std::shared_ptr<const Scene> drawn_;  // as it is cut
  std::optional<OffscreenContext> context_;
  std::optional<PicturePainter> painter_;
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
  }
}

}  // namespace

int run_takes(const TakesOptions& options) {
  check_takes(options);
  return TakesRun(options).run();
}

}  // namespace raycloth
