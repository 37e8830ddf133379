#include "app/run/live/live_scene.h"

#include <limits>

#include "app/run/output/scene_file.h"
#include "app/run/output/scene_home.h"
#include "app/run/output/whole_file.h"
#include "app/run/past/take_facts.h"
#include "device/error.h"

namespace raycloth {
namespace {

constexpr double kMemoryPause = 0.5;   // s between two questions to the driver
constexpr double kCountPause = 0.002;  // s between two looks at whether a count of crossings is done

}  // namespace

LiveScene::LiveScene(LoadedScene loaded, const LiveOptions& options) : threads_(options.threads) {
  Model model = build_model(loaded.scene, options.watch);
  simulation_ = create(model, loaded.scene.settings, options.device, options.threads);
  timeline_.emplace(*simulation_, std::move(loaded.authored));
  std::vector<uint8_t> hidden = hidden_objects(loaded.scene.document);
  hidden.resize(model.objects.size());
  opened_ = std::make_shared<const OpenedScene>(OpenedScene{std::move(loaded.scene), std::move(model),
                                                            simulation_->device_name(), simulation_->on_cuda(),
                                                            std::move(hidden)});
  built_ = opened_;
  twin_.emplace(*simulation_, built_->model, threads_);
  timeline_->tell([this](const Action& action) { twin_->follow(action); });
  if (options.replay.empty() || options.replay == "none") return;
  timeline_->play(load_session(options.replay));
  use_session(options.replay);
}

void LiveScene::play(bool on) {
  playing_ = on;
  clock_.restart();
  since_ = {};
}

void LiveScene::single_step() {
  play(false);
  if (!twin_->on() && timeline_->frame() < timeline_->last_frame()) return seek(timeline_->frame() + 1);
  step();
}

bool LiveScene::advance() {
  const bool counted = take_counts();
  penetrations_.look(*simulation_, !playing_);
  if (!playing_) return counted;
  clock_.add(since_.seconds());
  since_ = {};
  const double time_step = simulation_->settings().time_step;
  if (!clock_.due(time_step) || penetrations_.holds_steps()) return counted;
  const Stopwatch watch;
  try {
    step();
  } catch (const std::exception& error) {
    play(false);
    tell(error.what(), true);
    return true;
  }
  clock_.stepped(time_step);
  clock_.add(since_.seconds());
  since_ = {};
  if (watch.seconds() > time_step) clock_.drop_backlog();  // slower than real time: it cannot be caught up
  return true;
}

double LiveScene::idle_seconds() const {
  if (penetrations_.busy() || twin_->counts()) return kCountPause;
  if (!playing_) return std::numeric_limits<double>::infinity();
  return clock_.until_due(simulation_->settings().time_step) - since_.seconds();
}

void LiveScene::step() {
  timeline_->step();
  if (abandoned_) return;
  follow_cuts();
  step_twin();
  if (abandoned_) return;
  news_.steps.push_back(simulation_->timings());
  if (timings_) timings_->add_row(*simulation_);
  penetrations_.look(*simulation_, !playing_);
}

void LiveScene::abandon() {
  abandoned_ = true;
  simulation_->abandon();
  twin_->abandon();
}

void LiveScene::reset() {
  another_state();
  clock_.restart();
  since_ = {};
  news_ = {true, {}};
  timeline_->reset();
}

/// The state is, or will be, another than the last step's.
void LiveScene::another_state() {
  hands_.clear();
  penetrations_.restart();
}

void LiveScene::seek(long long frame) {
  play(false);
  show_frame(frame);
  twin_->begin_again();
}

/// Of A.
void LiveScene::show_frame(long long frame) {
  another_state();
  timeline_->seek(frame);
  follow_cuts();
}

void LiveScene::show_take(int number) {
  play(false);
  const auto& takes = timeline_->takes();
  const auto wanted = std::ranges::find(takes, number, &Timeline::Take::number);
  if (wanted == takes.end()) return;  // forgotten since it was asked for
  another_state();
  timeline_->show_take(static_cast<int>(wanted - takes.begin()));
  follow_cuts();
  twin_->begin_again();
}

void LiveScene::repeat() {
  hands_.clear();
  timeline_->repeat();
  play(true);
}

void LiveScene::toggle_timings(const std::string& ending) {
  if (timings_) {
    tell(timings_->file().string() + ": " + std::to_string(timings_->rows()) + " steps written");
    timings_.reset();
  } else {
    record_timings(unused_file(opened_->scene.name + "_timings", ending));
  }
}

void LiveScene::record_timings(const std::filesystem::path& file) {
  timings_.reset();  // first: it may be the same file
  timings_ = std::make_unique<TimingsRecorder>(file, *simulation_, opened_->scene, threads_);
}

void LiveScene::save_scene(SceneHome& home, const std::filesystem::path& file, bool replaces) {
  home.write(file, scene_text(opened_->scene, *simulation_, file), replaces);
  if (timeline_->cut_or_pinned_later())  // it is not all that was changed
    return tell(file.string() + " saved, as the scene is in this frame: cuts and pins of later frames are not in it");
  ++saves_;
  tell(file.string() + " saved");
}

void LiveScene::grab(int hand, int triangle, Vec3 barycentric, Vec3 target) {
  const int id = timeline_->grab(triangle, barycentric);
  if (id < 0) return tell("all " + std::to_string(Simulation::kMaxGrabs) + " grabs are in use", true);
  hands_[hand] = id;
  timeline_->move_grab(id, target);
}

void LiveScene::move_grab(int hand, Vec3 target, float strength) {
  const auto held = hands_.find(hand);
  if (held != hands_.end()) timeline_->move_grab(held->second, target, strength);
}

void LiveScene::release(int hand) {
  const auto held = hands_.find(hand);
  if (held == hands_.end()) return;
  timeline_->release(held->second);
  hands_.erase(held);
}

void LiveScene::inspect(int vertex) { inspected_ = vertex; }

void LiveScene::stop_inspecting() {
  inspected_ = -1;
  simulation_->stop_inspecting();
}

void LiveScene::watch(bool counting, bool pause_at_first) {
  penetrations_.watch(counting, pause_at_first);
  twin_->count(counting || pause_at_first);
}

/// True when a count has come in.
bool LiveScene::take_counts() {
  const long long before = penetrations_.frame();
  const bool of_twin = twin_->poll_count(!playing_);
  if (penetrations_.poll()) {
    visit_ = penetrations_.shown();
    ++visits_;
    visit(*visit_);
    tell("paused: surfaces cross at frame " + std::to_string(visit_->frame));
    return true;
  }
  return of_twin || penetrations_.frame() != before;
}

void LiveScene::visit(const Penetration& penetration) {
  play(false);
  const bool known = penetration.frame <= timeline_->last_frame();
  if (known && penetration.frame != timeline_->frame()) seek(penetration.frame);
  penetrations_.show(penetration);
}

void LiveScene::tell(std::string text, bool error) {
  message_ = {std::move(text), error};
  ++messages_;
}

void LiveScene::fill(Frame& frame) {
  Simulation& s = *simulation_;
  follow_cuts();
  frame.opened = opened_;
  // First: the first question about a vertex does the last step again.
  frame.inspected = inspected_;
  frame.inspection = inspected_ < 0 ? std::nullopt : s.inspect(inspected_);
  fill_state(frame, s, wishes_, hands_);
  frame.inspected_tangle = {};
  if (inspected_ >= 0) frame.inspected_tangle = at_vertex(wishes_.crossings ? frame.tangle : s.tangle(), inspected_);
  twin_->fill(frame.comparison, opened_, wishes_, hands_);
  ask_device_memory();
  frame.device_memory = device_memory_;
  frame.playing = playing_;
  frame.real_time_factor = clock_.real_time_factor();
  fill_past(frame.past);
  const SessionRecorder* recorder = timeline_->recorder();
  frame.session.reset();
  if (recorder) frame.session = {recorder->file(), static_cast<long long>(recorder->events())};
  frame.timings.reset();
  if (timings_) frame.timings = {timings_->file(), timings_->rows()};
  frame.penetrations = {penetrations_.frame(), penetrations_.pairs(), penetrations_.bookmarks(), penetrations_.shown()};
  frame.parity = parity_;
  frame.handlers = handlers_;
  frame.message = message_;
  frame.messages = messages_;
  frame.saves = saves_;
  frame.session_file = session_file_;
  frame.session_files = session_files_;
  frame.visit = visit_;
  frame.visits = visits_;
}

void LiveScene::ask_device_memory() {
  const bool on_cuda = simulation_->on_cuda() || (twin_->on() && twin_->simulation().on_cuda());
  if (!on_cuda) return device_memory_.reset();
  if (device_memory_ && since_asked_.seconds() < kMemoryPause) return;
  device_memory_ = cuda_memory();
  since_asked_ = {};
}

void LiveScene::fill_past(PastView& past) const {
  const auto& takes = timeline_->takes();
  past.last_frame = timeline_->last_frame();
  past.present_take = timeline_->present_take();
  past.forgotten = timeline_->forgotten();
  past.can_repeat = timeline_->can_repeat();
  past.session_plays = timeline_->session_plays();
  past.session_finished = timeline_->session_finished();
  past.takes.clear();
  for (const Timeline::Take& take : takes) {
    const bool present = &take == &takes[past.present_take];
    past.takes.push_back({take.number, take.parent, take.name, take.note, take.from, take.last,
                          changes_of(take, opened_->model), cuts_of(take),
                          present ? std::nullopt : timeline_->distance_to(take)});
  }
}

}  // namespace raycloth
