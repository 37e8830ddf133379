// Scenes: opened, taken up again after a crash, entered once they are built, given up.
#include <algorithm>
#include <utility>

#include "app/run/shipped.h"
#include "app/run/user/recent_files.h"
#include "app/workbench/empty_scene.h"
#include "app/workbench/workbench.h"
#include "sim/scene/watch.h"

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
  begin_opening(Opening::What::other, words_of_opening(files),
                [files](const Watch& watch) { return loaded(load_scene(files, LoneMesh::automatic, watch)); });
}

void Workbench::open(const AutosavedScene& left) {
  begin_opening(Opening::What::other, "opening the unsaved " + left.scene.filename().string(),
                [left](const Watch& watch) { return loaded(read_document(left.document, left.scene, watch)); });
  opening_left_ = left;
}

void Workbench::build(const Document& document) {
  begin_opening(
      Opening::What::changed, "building the changed scene",
      [document, path = scene().path](const Watch& watch) { return loaded(read_document(*document, path, watch)); });
}

/// In an empty scene.
void Workbench::wait_for_first(std::unique_ptr<Runner> first, const SceneOptions& options) {
  auto runner = std::make_unique<Runner>([](const Watch&) { return loaded(empty_scene()); },
                                         LiveOptions{DeviceChoice::cpu, options.threads, {}}, opening_.wake());
  runner->wait_until_loaded();
  enter(std::move(runner));
  opening_.begin(Opening::What::first, words_of_opening(options.files), std::move(first));
}

void Workbench::begin_opening(Opening::What what, const std::string& words, Runner::Loader loader) {
  opening_.begin(what, words, std::move(loader));
  opening_left_.reset();
  message = {};
}

/// Shows another scene from its first frame on; what was asked of the last one is void.
/// An edited one is the present one, changed: what is not of its frames stays.
void Workbench::enter(std::unique_ptr<Runner> runner, bool edited) {
  const bool played = shown_.frame && player_.playing();
  std::optional<Carried> carried;
  if (edited) carried = what_is_carried();
  if (shown_.runner) opening_.retire(std::move(shown_.runner));
  shown_.runner = std::move(runner);
  shown_.frame = shown_.runner->newest();
  shown_.cut_asked = 0;
  if (!is_shipped(scene().path) && !scene().objects.empty()) remember_recent(scene().path);
  surfaces_.open(*frame().opened);
  surfaces_.forget_heat();
  grabber_ = {};
  timings_.clear();
  player_.forget();
  comparison_.forget_a();
  forget_comparison();
  looks_.clear();
  pinning_.forget();
  messages_seen_ = 0;
  saving_.go_on();
  recordings_.begin_again();
  view.boxes_object = 0;
  hide_as_looks_say();
  takes_.forget();
  wind_handle_.place(model());
  examining_.begin_again();
  if (carried) carry_over(*carried);
  if (played) player_.play(true);
  if (!edited) begin_scene();
}

/// Of a scene that is opened: nothing is known of it yet.
void Workbench::begin_scene() {
  edits_ = {};
  takes_.question() = {};
  saving_.begin(opening_left_ ? &*opening_left_ : nullptr);
  opening_left_.reset();
  select(-1);  // first: what was chosen is of another scene
  stop_adding();
  painter.forget();
  frame_view();
}

/// The present scene stays, and is not what was asked for.
void Workbench::stop_opening() {
  const bool was_edited = opening_.is(Opening::What::changed);
  opening_.give_up();
  if (!was_edited) return;
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
  if (const std::exception_ptr failure = opening_.failure()) {
    if (starting()) std::rethrow_exception(failure);
    stop_opening();
    message = {words_of(failure), true};
  } else if (opening_.built()) {
    const bool edited = opening_.is(Opening::What::changed);
    if (!starting()) message = {};  // what there is to say of the start is not settled by its scene
    if (edited) message = {joined_lines(std::exchange(added_words_, {}), words_of_loss(frame().past))};
    enter(opening_.take(), edited);
  }
}

}  // namespace raycloth
