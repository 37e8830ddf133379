#include "app/workbench/workbench.h"

#include <chrono>

#include "app/view/drawables.h"

namespace raycloth {
namespace {

constexpr double kStepBudget = 1.0 / 30.0;  // s of a frame that steps may fill before the display comes first

constexpr float kVisitDistance = 0.25f;  // m from a penetration that is looked at

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// "two_sheets_ball_timings.csv", or "..._timings_2.csv" and on where that exists: a recording is never lost.
std::filesystem::path unused_file(const std::string& stem, const std::string& extension) {
  std::filesystem::path file = stem + extension;
  for (int i = 2; std::filesystem::exists(file); ++i) file = stem + "_" + std::to_string(i) + extension;
  return file;
}

}  // namespace

template <class Action>
bool Workbench::guarded(Action action) {
  try {
    action();
    return true;
  } catch (const std::exception& error) {
    message = {error.what(), true};
    return false;
  }
}

Workbench::Workbench(Scene scene, Authored authored, const SceneOptions& options)
    : device_(options.device), threads_(options.threads) {
  if (draws_in_software()) {  // keeps the window responsive; the view panel turns both back on
    view.samples = 1;
    view.soft_shadows = false;
  }
  enter(make_open(std::move(scene), std::move(authored)));
  if (!options.replay.empty() && options.replay != "none") past().play(load_session(options.replay));
}

std::unique_ptr<Workbench::OpenScene> Workbench::make_open(Scene scene, Authored authored) const {
  auto made = std::make_unique<OpenScene>();
  const Model model = build_model(scene);
  made->renderer = std::make_unique<Renderer>(make_drawable_scene(model));
  made->simulation = create(model, scene.settings, device_, threads_);
  made->timeline.emplace(*made->simulation, std::move(authored));
  made->scene = std::move(scene);
  return made;
}

void Workbench::enter(std::unique_ptr<OpenScene> next) {
  grabber_.forget();
  inspector.forget();
  penetrations.forget();
  recorder_.reset();  // a recording belongs to its scene
  timings_.clear();
  clock_.restart();
  open_ = std::move(next);
  view.boxes_object = 0;
  upload();
  frame_view();
}

void Workbench::open(const std::vector<std::filesystem::path>& files) {
  guarded([&] {
    Scene scene = load_scene(files);
    Authored authored(scene);
    enter(make_open(std::move(scene), std::move(authored)));
    message = {};
  });
}

void Workbench::reset() {
  another_state();
  clock_.restart();
  timings_.clear();
  guarded([&] { past().reset(); });
}

/// The state is, or will be, another than the last step's.
void Workbench::another_state() {
  grabber_.forget();
  inspector.refresh();
  penetrations.restart();
}

void Workbench::seek(long long frame) {
  play(false);
  another_state();
  guarded([&] { past().seek(frame); });
}

void Workbench::show_take(int index) {
  play(false);
  another_state();
  guarded([&] { past().show_take(index); });
}

void Workbench::repeat() {
  grabber_.forget();
  past().repeat();
  play(true);
}

Session Workbench::load_session(const std::filesystem::path& file) {
  return read_session(file, simulation().model(), simulation().settings());
}

void Workbench::play_session(const std::filesystem::path& file) {
  guarded([&] {
    Session session = load_session(file.empty() ? scene().session : file);
    another_state();
    timings_.clear();
    past().play(std::move(session));
    play(true);
    message = {};
  });
}

void Workbench::stop_session() {
  guarded([&] { past().stop_session(); });
}

void Workbench::toggle_session_recording() {
  guarded([&] {
    if (const SessionRecorder* recorder = timeline().recorder()) {
      message = {recorder->file().string() + ": session written"};
      past().stop_recording();
    } else {
      past().record(unused_file(scene().name + "_session", ".jsonl"));
    }
  });
}

void Workbench::play(bool on) {
  playing_ = on;
  clock_.restart();
}

void Workbench::single_step() {
  if (timeline().frame() < timeline().last_frame()) return seek(timeline().frame() + 1);
  play(false);
  guarded([&] { step_once(); });
}

void Workbench::advance(double real_seconds) {
  camera.advance(real_seconds);
  watch_penetrations();
  if (!playing_) return;
  const double time_step = simulation().settings().time_step;
  clock_.add(real_seconds);
  const auto start = std::chrono::steady_clock::now();
  while (clock_.due(time_step) && !penetrations.holds_steps()) {
    if (!guarded([&] { step_once(); })) return play(false);
    clock_.stepped(time_step);
    if (seconds_since(start) > kStepBudget) clock_.drop_backlog();
  }
}

void Workbench::step_once() {
  past().step();
  timings_.add(simulation().timings());
  if (recorder_) recorder_->add_row(simulation());
  penetrations.look(simulation());
}

void Workbench::watch_penetrations() {
  if (penetrations.poll()) {
    const Penetration found = penetrations.bookmarks().back();
    visit(found);
    message = {"paused: surfaces cross at frame " + std::to_string(found.frame)};
  }
  penetrations.look(simulation());
}

void Workbench::change(const Settings& settings) {
  guarded([&] {
    validate(settings);
    past().change(settings);
  });
}

void Workbench::change(int object, const Material& material) {
  guarded([&] { past().change(object, material); });
}

bool Workbench::grab(Vec2 place) { return grabber_.begin(past(), simulation(), camera.ray(place, aspect_)); }

void Workbench::drag(Vec2 place) { grabber_.move(past(), camera.ray(place, aspect_), camera.forward()); }

void Workbench::push(Vec2 place, float steps) {
  grabber_.push(steps, camera.forward());
  drag(place);
}

void Workbench::release() { grabber_.end(past()); }

bool Workbench::inspect(Vec2 place) {
  if (inspector.pick(simulation(), camera.ray(place, aspect_))) return true;
  inspector.close(simulation());
  return false;
}

void Workbench::visit(const Penetration& penetration) {
  play(false);
  const bool known = penetration.frame <= timeline().last_frame();
  if (known && penetration.frame != timeline().frame()) seek(penetration.frame);
  penetrations.show(penetration);
  camera.fly_to(penetration.place, kVisitDistance);
}

void Workbench::toggle_recording() {
  if (recorder_) {
    message = {recorder_->file().string() + ": " + std::to_string(recorder_->rows()) + " steps written"};
    recorder_.reset();
    return;
  }
  guarded([&] {
    const auto file = unused_file(scene().name + "_timings", ".csv");
    recorder_ = std::make_unique<TimingsCsv>(file, simulation(), scene(), threads_);
  });
}

void Workbench::frame_view() {
  const auto& grounds = simulation().model().ground;
  camera.stay_above(grounds.empty() ? std::nullopt : std::optional(grounds.front().height));
  if (scene().camera)
    camera.look(scene().camera->eye, scene().camera->target);
  else
    camera.frame(bounds(simulation().positions()), aspect_);
}

void Workbench::upload() {
  Renderer& renderer = *open_->renderer;
  if (!simulation().copy_to_gl(renderer.positions_buffer(), renderer.normals_buffer()))
    renderer.upload(make_drawable_state(simulation()));
}

void Workbench::draw(const RenderTarget& target) {
  upload();
  const ViewLines lines = make_view_lines(simulation(), view);
  LineBatch pull, rays, marks, pair;
  grabber_.draw(simulation(), pull);
  inspector.draw(simulation(), rays, marks);
  if (penetrations.shown()) add_crossing(simulation(), penetrations.shown()->first, pair);
  const LineLayer layers[] = {{&lines.thin, 1.3f, 0.12f}, {&lines.dots, 4.0f, 0.12f}, {&pull, 6.0f, 0.5f},
                              {&rays, 2.0f, 0.6f},        {&marks, 7.0f, 0.6f},       {&pair, 3.0f, 0.8f}};
  open_->renderer->draw(target, camera.view(aspect_), half_thicknesses(simulation()),
                        {view.soft_shadows, view.wireframe, layers});
}

}  // namespace raycloth
