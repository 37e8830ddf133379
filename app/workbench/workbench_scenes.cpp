// Scenes: opened, taken up again after a crash, entered once they are built, given up.
#include <algorithm>
#include <utility>

#include "app/run/shipped.h"
#include "app/run/user/recent_files.h"
#include "app/view/drawables.h"
#include "app/workbench/workbench.h"
#include "sim/scene/document.h"

namespace raycloth {
namespace {

LoadedScene load_files(const std::vector<std::filesystem::path>& files) {
  Scene scene = load_scene(files);
  Authored authored(scene);
  return {std::move(scene), std::move(authored)};
}

}  // namespace

void Workbench::open(const std::vector<std::filesystem::path>& files) {
  if (opening_) retire(std::move(opening_));
  opening_edited_ = false;
  opening_left_.reset();
  opening_ = std::make_unique<Runner>([files] { return load_files(files); }, options_, wake_);
  message = {"opening " + files.front().string()};
}

void Workbench::open(const AutosavedScene& left) {
  if (opening_) retire(std::move(opening_));
  opening_edited_ = false;
  opening_left_ = left;
  opening_ = std::make_unique<Runner>(
      [left] {
        Scene scene = read_document(left.document, left.scene);
        Authored authored(scene);
        return LoadedScene{std::move(scene), std::move(authored)};
      },
      options_, wake_);
  message = {"opening the unsaved " + left.scene.string()};
}

/// Shows another scene from its first frame on; what was asked of the last one is void.
/// An edited one is the present one, changed: what is not of its frames stays.
void Workbench::enter(std::unique_ptr<Runner> runner, bool edited) {
  const bool played = frame_ && playing();
  std::optional<Carried> carried;
  if (edited) carried = what_is_carried();
  if (runner_) retire(std::move(runner_));
  runner_ = std::move(runner);
  frame_ = runner_->newest();
  if (!is_shipped(scene().path)) remember_recent(scene().path);
  renderer_ = std::make_unique<Renderer>(make_drawable_scene(scene(), model()));
  uploaded_ = false;
  grabber_ = {};
  inspector_.forget();
  timings_.clear();
  playing_.forget();
  sought_.forget();
  edited_a_.settings.forget();
  edited_a_.materials.clear();
  looks_.clear();
  pins_.forget();
  forget_comparison();
  steps_asked_.clear();
  wished_ = {};
  messages_seen_ = visits_seen_ = saves_seen_ = 0;
  view.boxes_object = 0;
  view.hidden.assign(model().objects.size(), 0);
  heat_.forget();
  wind_handle_.place(model());
  watch(watched_.counting, watched_.pause_at_first);
  if (carried) carry_over(*carried);
  if (played) play(true);
  if (!edited) begin_scene();
}

/// Of a scene that is opened: nothing is known of it yet.
void Workbench::begin_scene() {
  edited_a_.edits = {};
  saved_state_ = saving_state_ = 0;
  recovered_ = opening_left_.has_value();
  autosave_.drop();
  if (recovered_) take_over(*opening_left_);
  opening_left_.reset();
  stop_adding();
  painter.forget();
  select(-1);
  frame_view();
}

void Workbench::retire(std::unique_ptr<Runner> runner) {
  runner->close();
  retired_.push_back(std::move(runner));
}

void Workbench::take_opened() {
  if (!opening_) return;
  if (const std::exception_ptr failure = opening_->failure()) {
    message = {words_of(failure), true};
    retire(std::move(opening_));
    if (!opening_edited_) return;
    edited_a_.edits = edits_before_build_;
    painter.forget();
    select(selected_);
  } else if (opening_->newest()) {
    message = {};
    enter(std::move(opening_), opening_edited_);
  }
}

}  // namespace raycloth
