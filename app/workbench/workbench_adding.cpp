// Objects added to the scene: meshes and sheets, about which it is asked what they shall be, and those of other scenes.
#include <algorithm>

#include "app/view/picking.h"
#include "app/workbench/workbench.h"
#include "sim/text.h"

namespace raycloth {
namespace {

constexpr float kMargin = 0.05f;  // of the picture, at its borders

/// "flag, pole of horn.json added; left out: ground"
std::string words_of(const Merged& merged, const Scene& other) {
  return joined(merged.names) + " of " + other.path.filename().string() + " added" +
         (merged.left_out.empty() ? "" : "; left out: " + merged.left_out);
}

}  // namespace

void Workbench::begin_adding(const std::vector<std::filesystem::path>& meshes) {
  to_add_ = meshes;
  adding_.reset();
  try {
    if (!to_add_.empty()) adding_.emplace(to_add_.front(), scene());
  } catch (const std::exception& error) {
    message = {error.what(), true};
  }
  if (!adding_) return select(selected_);
  arranger.start(adding_->mesh, adding_->proposed);
  show_arranged();
}

void Workbench::begin_adding_sheet(const NewSheet& sheet) {
  to_add_.clear();
  adding_.emplace(sheet, scene());
  arranger.start(adding_->mesh, adding_->proposed);
  show_arranged();
}

/// Among what there is now.
void Workbench::begin_adding_again() {
  if (adding_->object.sheet)
    begin_adding_sheet(*adding_->object.sheet);
  else
    begin_adding(to_add_);
}

void Workbench::resize(const NewSheet& sheet) {
  const Placement placement = arranger.placement();
  adding_->resize(sheet);
  arranger.start(adding_->mesh, adding_->proposed);
  arranger.set(placement);
}

/// Where it is out of sight, the camera goes back until all is seen.
void Workbench::show_arranged() {
  const auto seen = place_in_picture(sight_.seen(), arranger.center());
  if (seen && std::min(seen->x, seen->y) > kMargin && std::max(seen->x, seen->y) < 1 - kMargin) return;
  const Bounds box = bounds(adding_->mesh);
  ViewBox all = bounds(frame().positions);
  all = {glm::min(all.min, box.min), glm::max(all.max, box.max)};
  camera.frame(all, sight_.aspect);
}

void Workbench::become(const Becoming& what) {
  const bool untouched = !arranger.changed();
  const Placement placement = arranger.placement();
  adding_->become(what, scene());
  arranger.start(adding_->mesh, adding_->proposed);
  if (!untouched) arranger.set(placement);
  show_arranged();
}

void Workbench::finish_adding() {
  if (!adding_ || asks_first([this] { finish_adding(); })) return;
  NewObject object = adding_->object;
  object.placement = arranger.placement();
  object.name = free_name(scene(), object.name);
  const long long before = edits_.state();
  edit_document(object.name + " added",
                [&](const std::string& document) { return with_object(document, scene().path, object); });
  if (before == edits_.state()) return;  // it says why not
  added_ = object.name;
  if (!to_add_.empty()) to_add_.erase(to_add_.begin());
  if (to_add_.empty()) stop_adding();
}

std::vector<std::filesystem::path> Workbench::stop_adding() {
  adding_.reset();
  select(selected_);
  return std::exchange(to_add_, {});
}

void Workbench::add_scene(const std::filesystem::path& file) {
  if (asks_first([=, this] { add_scene(file); })) return;
  try {
    const Scene other = load_scene({file});
    Merged merged;
    const long long before = edits_.state();
    edit_document("objects of " + other.name + " added", [&](const std::string& document) {
      merged = with_objects_of(other, scene(), comparison_.settings(Comparison::Side::a), document);
      return merged.document;
    });
    if (before == edits_.state()) return;  // it says why not
    added_ = merged.names.front();
    added_words_ = words_of(merged, other);
  } catch (const std::exception& error) {
    message = {error.what(), true};
  }
}

}  // namespace raycloth
