#include "app/workbench/parts/saving.h"

#include <utility>

#include "app/run/output/whole_file.h"
#include "app/run/shipped.h"
#include "app/run/user/recent_files.h"
#include "sim/text.h"

namespace raycloth {

void Saving::begin(const AutosavedScene* left) {
  saved_.begin(left != nullptr);
  autosave_.drop();
  settle_home(left);
  if (left) take_over(*left);
}

/// A scene file of the user's is its own home. `left`: an earlier run left it behind, and maybe said another.
void Saving::settle_home(const AutosavedScene* left) {
  const Scene& scene = shown_.scene();
  const std::filesystem::path own =
      ending_of(scene.path) == ".json" && !is_shipped(scene.path) ? scene.path : std::filesystem::path();
  if (left)
    home_ = std::make_shared<SceneHome>(SceneHome::as_it_is(left->home.empty() ? own : left->home));
  else if (own.empty())
    home_ = std::make_shared<SceneHome>();
  else if (std::exchange(changed_by_options_, false))
    home_ = std::make_shared<SceneHome>(SceneHome::as_it_is(own));
  else
    home_ = std::make_shared<SceneHome>(own, scene.document);
}

std::filesystem::path Saving::usual_file() const {
  const std::filesystem::path home = home_->file();
  return home.empty() ? unused_file(shown_.scene().name + "_edited", ".json") : home;
}

void Saving::save(const std::filesystem::path& file, bool replaces) {
  if (shown_.model().objects.empty()) return static_cast<void>(shown_.message = {"there is no scene to save", true});
  if (opening_.builds())
    return static_cast<void>(shown_.message = {"the scene is being built: save it in a moment", true});
  edits_.end_gesture();
  saved_.ask(edits_.state());
  shown_.runner->ask([=, home = home_](LiveScene& scene) { scene.save_scene(*home, file, replaces); });
}

void Saving::follow() {
  if (saved_.follow(shown_.frame->saves)) remember_recent(home_->file());
}

/// It is this program's now.
void Saving::take_over(const AutosavedScene& left) {
  try {
    autosave_.keep({shown_.scene().path, shown_.scene().document, {}, home_->file()}, 0);
    forget_left_behind(left);
  } catch (const std::exception& error) {  // it stays where it is
    shown_.message = {error.what(), true};
  }
}

std::string Saving::unsaved_words() const {
  const std::string words = spoken(edits_.state_words());
  if (!words.empty()) return words;
  return saved_.left_behind() ? "those of an earlier run" : "they were taken back, but saved";
}

void Saving::keep_safe(const std::function<std::string()>& document) {
  if (!unsaved()) return autosave_.drop();
  if (opening_.builds() || !autosave_.due(edits_.state())) return;
  try {
    autosave_.keep({shown_.scene().path, document(), {}, home_->file()}, edits_.state());
  } catch (const std::exception& error) {
    shown_.message = {std::string("unsaved changes cannot be kept: ") + error.what(), true};
  }
}

}  // namespace raycloth
