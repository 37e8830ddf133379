// The scene as it has been changed: saved, and kept safe until it is.
#include <utility>

#include "app/run/output/whole_file.h"
#include "app/run/shipped.h"
#include "app/workbench/workbench.h"
#include "sim/text.h"

namespace raycloth {

/// A scene file of the user's is its own home. `left`: an earlier run left it behind, and maybe said another.
void Workbench::settle_home(const AutosavedScene* left) {
  const std::filesystem::path own =
      ending_of(scene().path) == ".json" && !is_shipped(scene().path) ? scene().path : std::filesystem::path();
  if (left)
    home_ = std::make_shared<SceneHome>(SceneHome::as_it_is(left->home.empty() ? own : left->home));
  else if (own.empty())
    home_ = std::make_shared<SceneHome>();
  else if (std::exchange(changed_by_options_, false))
    home_ = std::make_shared<SceneHome>(SceneHome::as_it_is(own));
  else
    home_ = std::make_shared<SceneHome>(own, scene().document);
}

std::filesystem::path Workbench::usual_scene_file() const {
  const std::filesystem::path home = home_->file();
  return home.empty() ? unused_file(scene().name + "_edited", ".json") : home;
}

void Workbench::save_scene() { save(usual_scene_file(), false); }

void Workbench::save_scene_as(const std::filesystem::path& file) { save(file, true); }

void Workbench::save(const std::filesystem::path& file, bool replaces) {
  if (model().objects.empty()) return static_cast<void>(message = {"there is no scene to save", true});
  if (building()) return static_cast<void>(message = {"the scene is being built: save it in a moment", true});
  end_gesture();
  saved_.ask(edits_.state());
  runner_->ask([=, home = home_](LiveScene& scene) { scene.save_scene(*home, file, replaces); });
}

/// It is this program's now.
void Workbench::take_over(const AutosavedScene& left) {
  try {
    autosave_.keep({scene().path, scene().document, {}, home_->file()}, 0);
    forget_left_behind(left);
  } catch (const std::exception& error) {  // it stays where it is
    message = {error.what(), true};
  }
}

std::string Workbench::unsaved_words() const {
  const std::string words = spoken(edits_.state_words());
  if (!words.empty()) return words;
  return saved_.left_behind() ? "those of an earlier run" : "they were taken back, but saved";
}

/// What is unsaved is kept where a later run of the program finds it, should this one end in another way than by being
/// told to.
void Workbench::keep_safe() {
  if (!unsaved()) return autosave_.drop();
  if (building() || !autosave_.due(edits_.state())) return;
  try {
    autosave_.keep({scene().path, present_document(), {}, home_->file()}, edits_.state());
  } catch (const std::exception& error) {
    message = {std::string("unsaved changes cannot be kept: ") + error.what(), true};
  }
}

}  // namespace raycloth
