// What a user changes of a scene that goes on.
#include "app/run/live/live_scene.h"
#include "device/error.h"

namespace raycloth {

void LiveScene::change(const Settings& settings) {
  validate(settings);
  timeline_->change(settings);
}

void LiveScene::change(int object, const Material& material) { timeline_->change(object, material); }

void LiveScene::change_pins(const std::vector<int>& pinned) { timeline_->change_pins(pinned); }

void LiveScene::change_look(int object, const Look& look) {
  const SceneObject& present = opened_->scene.objects[object];
  const std::string before = present.name;
  check(!timeline_->recorder() || look.name == before,
        "a session is being recorded, which knows objects by their names: stop it before '" + before + "' is renamed");
  auto changed = std::make_shared<OpenedScene>(*opened_);
  changed->scene.document = with_look(opened_->scene.document, object, look);
  changed->scene.objects[object].name = changed->model.objects[object].name = look.name;
  changed->scene.objects[object].color = changed->model.objects[object].color = look.color;
  changed->hidden[object] = look.hidden;
  for (SceneObject& other : changed->scene.objects)
    for (AttachmentDesc& attachment : other.attachments)
      if (attachment.target == before) attachment.target = look.name;
  opened_ = std::move(changed);
}

}  // namespace raycloth
