#include "app/run/live/penetrations.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "sim/model/crossings.h"

namespace raycloth {
namespace {

constexpr size_t kMostBookmarks = 200;  // a scene that crosses at every turn has been understood by then

/// One at a time, whoever asks: each uses all the cores that steps leave.
std::optional<Penetration> first_of(std::span<const Vec4> positions, const Model& model, long long frame) {
  static std::mutex counting;
  const std::lock_guard lock(counting);
  const std::vector<Crossing> found = crossings(positions, model);
  if (found.empty()) return {};
  return Penetration{frame, static_cast<long long>(found.size()), found.front(),
                     crossing_place(positions, model, found.front())};
}

}  // namespace

Vec3 crossing_place(std::span<const Vec4> positions, const Model& model, const Crossing& crossing) {
  const Int3 t = model.triangles[crossing.triangle];
  const Vec3 a(positions[t.x]), p(positions[crossing.edge.x]), q(positions[crossing.edge.y]);
  const Vec3 normal = glm::cross(Vec3(positions[t.y]) - a, Vec3(positions[t.z]) - a);
  const float from_p = glm::dot(normal, p - a), from_q = glm::dot(normal, q - a);
  const float s = from_p == from_q ? 0.5f : std::clamp(from_p / (from_p - from_q), 0.0f, 1.0f);
  return p + s * (q - p);
}

std::optional<Penetration> find_penetration(Simulation& simulation) {
  return first_of(simulation.positions(), simulation.model(), simulation.frame());
}

void PenetrationWatch::watch(bool count, bool pause) {
  if (pause && !pause_at_first) {
    restart();
    anew_ = true;
  }
  counting = count;
  pause_at_first = pause;
}

void PenetrationWatch::look(Simulation& simulation, bool at_once) {
  if ((!counting && !pause_at_first) || counted_.valid() || frame_ == simulation.frame()) return;
  if (!pause_at_first && !at_once && rests()) return;
  const auto positions = simulation.positions();
  if (!model_ || model_->scene != simulation.model().scene) model_ = std::make_shared<const Model>(simulation.model());
  counted_ = std::async(std::launch::async, [copy = std::vector<Vec4>(positions.begin(), positions.end()),
                                             model = model_, frame = simulation.frame()] {
    const Stopwatch watch;
    auto found = first_of(copy, *model, frame);
    return Count{frame, std::move(found), watch.seconds()};
  });
}

bool PenetrationWatch::poll() {
  if (!counted_.valid() || counted_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  const Count count = counted_.get();
  pause_ = pause_after(count.seconds);
  since_ = {};
  if (std::exchange(void_, false)) return false;
  const bool was_clean = pairs_ == 0;
  frame_ = count.frame;
  pairs_ = count.found ? count.found->pairs : 0;
  const bool anew = std::exchange(anew_, false);
  if (!count.found || !was_clean || bookmarks_.size() == kMostBookmarks) return false;
  const auto same = [&](const Penetration& p) {
    return p.frame == count.found->frame && p.first.edge == count.found->first.edge &&
           p.first.triangle == count.found->first.triangle;
  };
  const bool known = std::ranges::any_of(bookmarks_, same);
  if (known && !anew) return false;  // gone back to
  if (!known) bookmarks_.push_back(*count.found);
  shown_ = *count.found;
  return pause_at_first;
}

void PenetrationWatch::restart() {
  void_ = counted_.valid();
  frame_ = -1;
  pairs_ = 0;
}

void PenetrationWatch::forget() {
  restart();
  bookmarks_.clear();
  shown_.reset();
}

}  // namespace raycloth
