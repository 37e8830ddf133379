#include "app/workbench/empty_scene.h"

namespace raycloth {

Scene empty_scene() {
  Scene scene;
  scene.name = "empty";
  scene.description = "No scene is open.";
  scene.path = std::filesystem::current_path() / "empty.json";  // what the paths of added meshes are seen from
  scene.document = R"({"name": "empty", "ground": {"height": 0}, "objects": []})";  // no file, until one is added
  scene.ground = Ground{};
  return scene;
}

}  // namespace raycloth
