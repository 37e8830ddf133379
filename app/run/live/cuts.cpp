// Cloth that is cut while it runs: the simulation has another model then, and so has what is told of it.
#include "app/run/live/live_scene.h"

namespace raycloth {

/// As the scene was opened, with the names of now: what a session begins with.
Model LiveScene::first_model() const {
  Model model = built_->model;
  for (size_t i = 0; i < model.objects.size(); ++i) model.objects[i].name = opened_->model.objects[i].name;
  return model;
}

/// After whatever may have brought the simulation another model.
void LiveScene::follow_cuts() {
  if (simulation_->model().scene == opened_->model.scene) return;
  auto changed = std::make_shared<OpenedScene>(*opened_);
  changed->model = simulation_->model();
  for (size_t i = 0; i < changed->scene.objects.size(); ++i) {
    const ModelObject& look = opened_->model.objects[i];
    changed->model.objects[i].name = look.name;
    changed->model.objects[i].color = look.color;
    const SceneObject& cut = changed->model.scene->objects[i];
    changed->scene.objects[i].mesh = cut.mesh;
    changed->scene.objects[i].cut = cut.cut;
    changed->scene.objects[i].thickness_map = cut.thickness_map;
  }
  opened_ = std::move(changed);
  inspected_ = -1;  // vertices have other numbers
  simulation_->stop_inspecting();
  penetrations_.forget();
}

void LiveScene::change_cuts(const std::map<int, std::vector<Cut>>& cuts) {
  for (const auto& [object, of_object] : cuts) timeline_->change_cuts(object, of_object);
  follow_cuts();
}

}  // namespace raycloth
