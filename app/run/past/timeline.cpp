#include "app/run/past/timeline.h"

#include <algorithm>
#include <utility>

#include "sim/model/cuts.h"
#include "sim/model/pins.h"

namespace raycloth {
namespace {

/// For the states of a take that is not shown: it can be made again from few of them.
constexpr size_t kLeftBytes = StateRing::kUsualBytes / 8;

bool lasts(const SessionEvent& event) {
  return std::holds_alternative<PinAction>(event.action) || std::holds_alternative<CutAction>(event.action);
}

bool changes_options(const SessionEvent& event) {
  return std::holds_alternative<SettingsAction>(event.action) || std::holds_alternative<MaterialAction>(event.action);
}

}  // namespace

Authored::Authored(const Scene& scene) : name(scene.name), settings(scene.settings) {
  for (const SceneObject& object : scene.objects) {
    materials.push_back(object.material);
    pins.push_back(object.pins);
    cuts.push_back(object.cut.cuts);
  }
}

Timeline::Timeline(Simulation& simulation, Authored authored)
    : simulation_(simulation), authored_(std::move(authored)) {
  begin();
}

bool Timeline::cut_as_authored() const {
  for (int i = 0; i < static_cast<int>(authored_.cuts.size()); ++i)
    if (simulation_.cuts(i) != authored_.cuts[i]) return false;
  return true;
}

/// What was cut and pinned of the present take's cloth, in order: numbers of vertices are those of their moment.
std::vector<Action> Timeline::lasting_actions() const {
  std::vector<Action> actions;
  if (takes_.empty()) return actions;
  for (const SessionEvent& event : take().log.events)
    if (lasts(event)) actions.push_back(event.action);
  return actions;
}

bool Timeline::cut_or_pinned_later() const {
  const auto later = [&](const SessionEvent& event) { return lasts(event) && event.frame >= frame(); };
  return past_ && std::ranges::any_of(take().log.events, later);
}

/// The first take, from the simulation's beginning.
void Timeline::begin() {
  const bool is_cut = !cut_as_authored();
  std::vector<Action> lasting = is_cut ? lasting_actions() : std::vector<Action>();
  takes_.clear();
  forgotten_.clear();
  takes_.push_back({++numbers_});
  present_ = 0;
  past_ = unattended_ = false;
  left_.clear();
  note(difference(authored_.settings, simulation_.settings()));
  for (int i = 0; i < static_cast<int>(authored_.materials.size()); ++i)
    note(difference(i, authored_.materials[i], simulation_.material(i)));
  for (Action& action : lasting) note(std::move(action));
  if (!is_cut)
    for (PinAction& change : difference(authored_pins(), simulation_.model().pins)) note(std::move(change));
  keep_state();
}

/// Those of cloth that the scene's file names.
std::vector<int> Timeline::authored_pins() const {
  const Model& model = simulation_.model();
  std::vector<int> pinned;
  for (int i = 0; i < static_cast<int>(authored_.pins.size()); ++i) {
    if (model.objects[i].kind != ObjectKind::cloth) continue;
    const std::vector<int> chosen = chosen_vertices(model, i, authored_.pins[i]);
    pinned.insert(pinned.end(), chosen.begin(), chosen.end());
  }
  return pinned;
}

void Timeline::step() {
  go_on();
  if (session_)
    session_->play(frame(), [&](const Action& action) { act(action); });
  else if (unattended_)
    release_held();
  unattended_ = false;
  if (recorder_) recorder_->follow(take().log);
  simulation_.step();
  take().last = frame();
  note_step();
  keep_state();
}

void Timeline::note_step() {
  std::vector<StepRecord>& steps = take().steps;
  if (steps.size() >= kMostSteps) steps.erase(steps.begin(), steps.begin() + kMostSteps / 2);
  steps.push_back({frame(), simulation_.timings()});
}

void Timeline::keep_state() {
  Snapshot state = take().states.take_spare();
  simulation_.save(state);
  take().states.add(std::move(state));
}

void Timeline::note(const Action& action) { add(take().log, frame(), action); }

void Timeline::act(const Action& action) {
  if (std::holds_alternative<ResetAction>(action)) {
    go_on();  // what was done after this frame is not recorded
    if (recorder_) recorder_->follow_reset(take().log, frame());
    apply(action, simulation_);
    begin();
    return told(action);
  }
  go_on();
  apply(action, simulation_);
  note(action);
  told(action);
}

void Timeline::told(const Action& action) const {
  if (follower_) follower_(action);
}

void Timeline::change(const Settings& settings) {
  const SettingsAction change = difference(simulation_.settings(), settings);
  if (!change.values.empty()) act(change);
}

void Timeline::change(int object, const Material& material) {
  const MaterialAction change = difference(object, simulation_.material(object), material);
  if (!change.values.empty()) act(change);
}

void Timeline::change_pins(const std::vector<int>& pinned) {
  for (PinAction& change : difference(simulation_.model().pins, pinned)) act(std::move(change));
}

void Timeline::change_cuts(int object, const std::vector<Cut>& cuts) {
  if (cuts != simulation_.cuts(object)) act(CutAction{object, cuts});
}

int Timeline::grab(int triangle, Vec3 barycentric) {
  stop_session();
  go_on();
  if (std::exchange(unattended_, false)) release_held();
  const int id = simulation_.grab(triangle, barycentric);
  if (id < 0) return id;
  note(GrabAction{id, triangle, barycentric});
  told(GrabAction{id, triangle, barycentric});
  return id;
}

void Timeline::move_grab(int id, Vec3 target, float strength) { act(MoveAction{id, target, strength}); }
void Timeline::release(int id) { act(ReleaseAction{id}); }

void Timeline::reset() {
  act(ResetAction{});
  if (session_) session_->restart();
}

// The present becomes the end of a take: what was done after it is left behind.
void Timeline::go_on() {
  if (!past_) return;
  past_ = false;
  const auto is_later = [&](const SessionEvent& event) { return event.frame >= frame(); };
  const bool branches = frame() < last_frame();
  if (branches) {
    Take next = take();
    next.parent = next.number;
    next.number = ++numbers_;
    next.name = next.note = "";
    next.from = next.last = frame();
    take().states.bound(kLeftBytes);
    takes_.push_back(std::move(next));
    present_ = static_cast<int>(takes_.size()) - 1;
    forget_oldest_take();
  }
  auto& events = take().log.events;
  const auto later = std::find_if(events.begin(), events.end(), is_later);
  left_.assign(later, events.end());
  events.erase(later, events.end());
  take().states.cut_after(frame());
  std::erase_if(take().steps, [&](const StepRecord& step) { return step.frame > frame(); });
  if (recorder_) recorder_->start_over();
  unattended_ = true;
}

void Timeline::forget_oldest_take() {
  if (static_cast<int>(takes_.size()) <= kMostTakes) return;
  const auto last = takes_.end() - 1;  // the present one
  const auto unnamed =
      std::find_if(takes_.begin(), last, [](const Take& t) { return t.name.empty() && t.note.empty(); });
  const auto forgotten = unnamed == last ? takes_.begin() : unnamed;
  for (Take& other : takes_)
    if (other.parent == forgotten->number) other.parent = forgotten->parent;
  forgotten_.push_back(forgotten->number);
  takes_.erase(forgotten);
  --present_;
}

void Timeline::describe_take(int number, std::string name, std::string note) {
  for (Take& take : takes_) {
    if (take.number != number) continue;
    take.name = std::move(name);
    take.note = std::move(note);
  }
}

Settings Timeline::settings_of(const Take& take) const {
  Settings settings = authored_.settings;
  for (const SessionEvent& event : take.log.events)
    if (const auto* change = std::get_if<SettingsAction>(&event.action)) put(*change, settings);
  return settings;
}

std::vector<Material> Timeline::materials_of(const Take& take) const {
  std::vector<Material> materials = authored_.materials;
  for (const SessionEvent& event : take.log.events)
    if (const auto* change = std::get_if<MaterialAction>(&event.action)) put(*change, materials[change->object]);
  return materials;
}

void Timeline::release_held() {
  for (const int id : held_after(take().log)) act(ReleaseAction{id});
}

void Timeline::seek(long long wanted) {
  const long long goal = std::clamp(wanted, 0LL, last_frame());
  const Snapshot& state = take().states.at_or_before(std::max(goal - 1, 0LL));
  simulation_.restore(state);
  SessionPlayer log(take().log);
  log.seek(frame());
  while (frame() < goal) log.step(simulation_);
  past_ = true;
  if (session_) session_->seek(goal);
}

bool Timeline::can_repeat() const { return past_ ? frame() < last_frame() : unattended_ && !left_.empty(); }

void Timeline::repeat() {
  if (!can_repeat()) return;
  go_on();
  Session again = take().log;
  std::erase_if(again.events, [&](const SessionEvent& event) { return event.frame >= frame(); });
  std::erase_if(left_, changes_options);
  again.events.insert(again.events.end(), left_.begin(), left_.end());
  session_.emplace(std::move(again));
  session_->seek(frame());
}

void Timeline::show_take(int index) {
  const long long here = frame();
  session_.reset();
  if (index != present_) take().states.bound(kLeftBytes);
  present_ = index;
  take().states.bound(StateRing::kUsualBytes);
  seek(here);
}

std::optional<float> Timeline::distance_to(const Take& other) const {
  const Snapshot* state = frame() <= other.last ? other.states.find(frame()) : nullptr;
  if (!state || !cut_alike(state->scene.get(), simulation_.model().scene.get())) return {};
  float largest = 0;
  const auto here = simulation_.positions(), there = state->positions();
  for (size_t v = 0; v < here.size(); ++v) largest = std::max(largest, glm::distance(Vec3(here[v]), Vec3(there[v])));
  return largest;
}

}  // namespace raycloth
