// The file of the scene that is shown: what of it is unsaved, saved there or elsewhere, and kept safe until it is,
// where a later run of the program finds it should this one end in another way than by being told to.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "app/run/output/scene_home.h"
#include "app/run/past/edit_history.h"
#include "app/run/user/autosave.h"
#include "app/workbench/parts/opening.h"
#include "app/workbench/parts/saved_changes.h"

namespace raycloth {

class Saving {
 public:
  /// `changed_by_options`: the document of the first scene is another than its file.
  Saving(Shown& shown, EditHistory& edits, const Opening& opening, bool changed_by_options)
      : shown_(shown), edits_(edits), opening_(opening), changed_by_options_(changed_by_options) {}

  /// Whether the scene is another than its file and than what was saved last.
  bool unsaved() const { return !shown_.model().objects.empty() && saved_.lack(edits_.state()); }
  /// What was changed last of that.
  std::string unsaved_words() const;

  /// The scene as it has been changed, into usual_file(), unless another program has changed that since; or into a file
  /// that may replace what is there. It is saved there again from then on.
  void save() { save(usual_file(), false); }
  void save_as(const std::filesystem::path& file) { save(file, true); }
  /// Where it was saved last, or its own file; of what came with the program, or is a mesh, a new one in the current
  /// directory.
  std::filesystem::path usual_file() const;

  /// A scene that was opened is shown. `left`: an earlier run left it behind; nullptr: none did.
  void begin(const AutosavedScene* left);
  /// The present one was built anew.
  void go_on() { saved_.count_anew(); }
  /// Another frame is there.
  void follow();
  /// In every display frame; `document`: of the scene as it is now.
  void keep_safe(const std::function<std::string()>& document);
  /// Changes need not be kept any more: the program ends.
  void give_up() { autosave_.drop(); }

 private:
  void save(const std::filesystem::path& file, bool replaces);
  void settle_home(const AutosavedScene* left);
  void take_over(const AutosavedScene& left);

  Shown& shown_;
  EditHistory& edits_;
  const Opening& opening_;
  SavedChanges saved_;
  std::shared_ptr<SceneHome> home_ = std::make_shared<SceneHome>();  // never null
  bool changed_by_options_;
  Autosave autosave_;
};

}  // namespace raycloth
