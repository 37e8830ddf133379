#include "app/run/live/twin.h"

#include <algorithm>

#include "app/run/output/statistics.h"

namespace raycloth {
namespace {

void add_recent(std::deque<float>& recent, float value, size_t most) {
  recent.push_back(value);
  if (recent.size() > most) recent.pop_front();
}

double median(const std::deque<float>& values) {
  return summarize(std::vector<float>(values.begin(), values.end())).median;
}

}  // namespace

std::unique_ptr<Simulation> Twin::make(DeviceChoice device) const {
  return create(model_, a_.settings(), device, threads_);
}

void Twin::put(std::unique_ptr<Simulation> b) {
  const std::lock_guard lock(mutex_);
  b_ = std::move(b);
  if (b_ && abandoned_) b_->abandon();
}

void Twin::abandon() {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  if (b_) b_->abandon();
}

void Twin::start(DeviceChoice device) {
  auto b = make(device);
  b->restore(a_.save());
  stop();
  device_ = device;
  put(std::move(b));
  compare_anew();
}

void Twin::stop() {
  watch_.forget();
  put(nullptr);
}

void Twin::begin_again() {
  if (!on()) return;
  go_on_from(a_.save(), with_environment_of(a_.settings(), b_->settings()), materials_of(*b_), *b_);
  compare_anew();
}

void Twin::move_to(DeviceChoice device) {
  if (!on()) return;
  auto b = make(device);
  b->restore(b_->save());
  watch_.restart();
  device_ = device;
  put(std::move(b));
  ms_a_.clear();
  ms_b_.clear();
}

void Twin::compare_anew() {
  watch_.restart();
  since_ = a_.frame();
  begin_ = b_->save();
  log_ = {};
  divergence_ = {};
  divergence_.look(a_, *b_);
  ms_a_.clear();
  ms_b_.clear();
}

void Twin::follow(const Action& action) {
  if (!on()) return;
  if (std::holds_alternative<ResetAction>(action)) return begin_again();
  if (std::holds_alternative<SettingsAction>(action)) {
    change(with_environment_of(a_.settings(), b_->settings()));
  } else if (!std::holds_alternative<MaterialAction>(action)) {
    apply(action, *b_);
    note(action);
    if (std::holds_alternative<CutAction>(action)) compare_anew();  // what was found is of other vertices
  }
}

void Twin::note(const Action& action) { add(log_, b_->frame(), action); }

void Twin::step() {
  if (!on()) return;
  b_->step();
  divergence_.look(a_, *b_);
  add_recent(ms_a_, a_.timings().step, kRecent);
  add_recent(ms_b_, b_->timings().step, kRecent);
  watch_.look(*b_, false);
}

void Twin::change(const Settings& settings) {
  if (!on()) return;
  note(difference(b_->settings(), settings));
  b_->change(settings);
}

void Twin::change(int object, const Material& material) {
  if (!on()) return;
  note(difference(object, b_->material(object), material));
  b_->change(object, material);
}

Twin::Course::Course(Twin& twin) : twin_(twin), player_(twin.log_) {
  if (!twin.on()) return;
  end_ = twin.b_->save();
  twin.b_->restore(twin.begin_);
}

Twin::Course::~Course() {
  if (end_) twin_.b_->restore(*end_);
}

bool Twin::Course::go_to(long long frame) {
  if (!end_ || frame < twin_.since_ || frame > end_->frame) return false;
  while (twin_.b_->frame() < frame) player_.step(*twin_.b_);
  return true;
}

bool Twin::poll_count(bool at_once) {
  const long long before = watch_.frame();
  watch_.poll();
  if (on()) watch_.look(*b_, at_once);
  return watch_.frame() != before;
}

void Twin::fill(ComparisonView& view, std::shared_ptr<const OpenedScene> opened, const Wishes& wishes,
                const std::map<int, int>& hands) {
  view = {};
  if (!on()) return;
  std::shared_ptr<Frame> frame = pool_.take();
  frame->opened = std::move(opened);
  fill_state(*frame, *b_, wishes, hands);
  frame->penetrations = {watch_.frame(), watch_.pairs(), {}, {}};
  view = {std::move(frame), device_, b_->device_name(), since_, divergence_, median(ms_a_), median(ms_b_)};
}

}  // namespace raycloth
