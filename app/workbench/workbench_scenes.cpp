// Scenes: opened, taken up again after a crash, entered once they are built, given up.
#include <algorithm>
#include <utility>

#include "app/run/shipped.h"
#include "app/run/user/recent_files.h"
#include "app/view/drawables.h"
#include "app/workbench/empty_scene.h"
#include "app/workbench/workbench.h"
#include "sim/scene/document.h"

namespace raycloth {
namespace {

LoadedScene loaded(Scene scene) {
  Authored authored(scene);
  return {std::move(scene), std::move(authored)};
}

std::string words_of_opening(const std::vector<std::filesystem::path>& files) {
  return "opening " + files.front().filename().string();
}

/// What there is no more once a changed scene has been built; empty: nothing.
std::string words_of_loss(const PastView& past) {
  if (past.takes.size() < 2 && past.last_frame == 0) return "";
  const std::string what = past.takes.size() < 2 ? "the frames" : "the " + std::to_string(past.takes.size()) + " takes";
  return "the scene is built anew and begins at frame 0: " + what + " of before are gone";
}

std::string joined_lines(const std::string& first, const std::string& second) {
  return first.empty() || second.empty() ? first + second : first + "\n" + second;
}

}  // namespace

std::unique_ptr<Runner> Workbench::begin(Runner::Loader loader, const SceneOptions& options,
                                         std::function<void()> wake) {
  return std::make_unique<Runner>(std::move(loader), LiveOptions{options.device, options.threads, options.replay},
                                  std::move(wake));
}

void Workbench::open(const std::vector<std::filesystem::path>& files) {
  begin_opening(words_of_opening(files), [files] { return loaded(load_scene(files)); });
}

void Workbench::open(const AutosavedScene& left) {
  begin_opening("opening the unsaved " + left.scene.filename().string(),
                [left] { return loaded(read_document(left.document, left.scene)); });
  opening_left_ = left;
}

void Workbench::build(const Document& document) {
  begin_opening("building the changed scene",
                [document, path = scene().path] { return loaded(read_document(*document, path)); });
  opening_edited_ = true;
}

/// In an empty scene.
void Workbench::wait_for_first(std::unique_ptr<Runner> first, const SceneOptions& options) {
  auto runner = std::make_unique<Runner>([] { return loaded(empty_scene()); },
                                         LiveOptions{DeviceChoice::cpu, options.threads, {}}, wake_);
  runner->wait_until_loaded();
  enter(std::move(runner));
  opening_words_ = words_of_opening(options.files);
  opening_ = std::move(first);
  starting_ = true;
}

void Workbench::begin_opening(const std::string& words, Runner::Loader loader) {
  if (opening_) retire(std::move(opening_));
  opening_edited_ = starting_ = false;
  opening_left_.reset();
  opening_words_ = words;
  opening_ = std::make_unique<Runner>(std::move(loader), options_, wake_);
  message = {};
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
  if (!is_shipped(scene().path) && !scene().objects.empty()) remember_recent(scene().path);
  renderer_ = std::make_unique<Renderer>(make_drawable_scene(scene(), model()));
  uploaded_ = false;
  grabber_ = {};
  inspector_.forget();
  timings_.clear();
  playing_.forget();
  sought_.forget();
  asked_a_.settings.forget();
  asked_a_.materials.clear();
  looks_.clear();
  pins_.forget();
  forget_comparison();
  steps_asked_.clear();
  cut_asked_ = 0;
  wished_ = {};
  messages_seen_ = visits_seen_ = 0;
  saved_.count_anew();
  view.boxes_object = 0;
  hide_as_looks_say();
  heat_.forget();
  take_pictures_.forget();
  wind_handle_.place(model());
  watch(watched_.counting, watched_.pause_at_first);
  if (carried) carry_over(*carried);
  if (played) play(true);
  if (!edited) begin_scene();
}

/// Of a scene that is opened: nothing is known of it yet.
void Workbench::begin_scene() {
  edits_ = {};
  saved_.begin(opening_left_.has_value());
  takes_question_ = {};
  autosave_.drop();
  settle_home(opening_left_ ? &*opening_left_ : nullptr);
  if (opening_left_) take_over(*opening_left_);
  opening_left_.reset();
  select(-1);  // first: what was chosen is of another scene
  stop_adding();
  painter.forget();
  frame_view();
}

void Workbench::retire(std::unique_ptr<Runner> runner) {
  runner->close();
  retired_.push_back(std::move(runner));
}

/// The present scene stays, and is not what was asked for.
void Workbench::stop_opening() {
  retire(std::move(opening_));
  starting_ = false;
  if (!opening_edited_) return;
  edits_ = edits_before_build_;
  painter.forget();
  added_.clear();
  added_words_.clear();
  if (adding_)
    begin_adding_again();
  else
    select(selected_);
}

void Workbench::take_opened() {
  if (!opening_) return;
  if (const std::exception_ptr failure = opening_->failure()) {
    if (starting_) std::rethrow_exception(failure);
    stop_opening();
    message = {words_of(failure), true};
  } else if (opening_->newest()) {
    if (!starting_) message = {};  // what there is to say of the start is not settled by its scene
    if (opening_edited_) message = {joined_lines(std::exchange(added_words_, {}), words_of_loss(frame_->past))};
    starting_ = false;
    enter(std::move(opening_), opening_edited_);
  }
}

}  // namespace raycloth
