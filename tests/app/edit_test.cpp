// Changes of settings, materials, pins and objects: taken back, done again, and saved in a scene file.
#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <functional>
#include <random>
#include <set>

#include "app/run/output/scene_file.h"
#include "app/run/past/edit_history.h"
#include "device/error.h"
#include "sim/mesh/stroke.h"
#include "sim/model/pins.h"
#include "sim/scene/save.h"
#include "tests/app/program.h"

namespace raycloth {
namespace {

using test::Folder;

/// Whether two states are the same: settings, materials, pins, and where each object begins, how it is cut, what it is
/// called and its colour.
std::string words_of(const Simulation& simulation, const Scene& scene) {
  std::string words;
  for (size_t i = 0; i < scene.objects.size(); ++i) {
    const SceneObject& object = scene.objects[i];
    const Vec3 color = object.color.value_or(simulation.model().objects[i].color);
    words += object.name + " " + std::to_string(color.x) + " ";
    for (const Vec3& p : simulation.model().scene->objects[i].mesh.positions)
      for (int axis = 0; axis < 3; ++axis) words += std::to_string(std::bit_cast<uint32_t>(p[axis])) + " ";
  }
  for (const SettingInfo& row : setting_list()) words += get(simulation.settings(), row.key) + " ";
  for (const int v : simulation.model().pins) words += std::to_string(v) + " ";
  for (size_t i = 0; i < simulation.model().objects.size(); ++i)
    for (const MaterialInfo& row : material_list()) words += std::to_string(simulation.material(i).*row.member) + " ";
  return words;
}

struct Edited {
  Folder folder;
  Scene scene = load_scene({test::write_small_scene(folder)});
  std::unique_ptr<Simulation> simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
  EditHistory edits;

  void change(const Settings& settings) {
    edits.add(simulation->settings(), settings);
    simulation->change(settings);
  }
  void change(int object, const Material& material) {
    edits.add(object, simulation->material(object), material);
    simulation->change(object, material);
  }
  void change_pins(const std::vector<int>& pins) {
    edits.add_pins(simulation->model().pins, pins);
    simulation->change_pins(pins);
  }
  void change(int object, const Look& look) {
    edits.add(object, this->look(object), look);
    put(object, look);
  }
  Look look(int object) const {
    const SceneObject& present = scene.objects[object];
    return {present.name, present.color.value_or(simulation->model().objects[object].color)};
  }
  void put(int object, const Look& look) {
    scene.document = with_look(scene.document, object, look);
    scene.objects[object].name = look.name;
    scene.objects[object].color = look.color;
  }
  void build(const std::string& document) {
    scene = read_document(document, scene.path);
    simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
  }
  void change_document(const std::function<std::string(const std::string&)>& change) {
    const auto before = std::make_shared<const std::string>(scene_text(scene, *simulation, scene.path));
    const auto after = std::make_shared<const std::string>(change(*before));
    edits.add(before, after, "document");
    build(*after);
  }
  void apply_all(const Amends& amends) {
    if (amends.document) build(*amends.document);
    for (const auto& [object, look] : amends.looks) put(object, look);
    for (const Action& action : amends.actions) apply(action, *simulation);
  }

  void place(int object, const Placement& placement) {
    const Model& model = simulation->model();
    const Chosen chosen = chosen_of(model, object, model.pins);
    change_document([&](const std::string& text) { return with_placement(text, object, placement, chosen); });
  }
  /// Moved and turned, or taken out and put in again; the first three objects stay in the list.
  void edit_objects_at_random(std::mt19937& random) {
    const auto one = [&] { return std::uniform_real_distribution<float>(-0.1f, 0.1f)(random); };
    const int count = static_cast<int>(scene.objects.size());
    switch (random() % 4) {
      case 0:
        return change(1 + static_cast<int>(random() % 2),
                      Look{"name " + std::to_string(random() % 1000), Vec3(0.5f + one(), 0.3f, 0.2f)});
      case 1:
        if (count > 3) return change_document([&](const std::string& text) { return without_object(text, count - 1); });
        return change_document([&](const std::string& text) {
          const std::filesystem::path box = std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "tests/data/box.obj";
          NewObject object{box, "box", ObjectKind::solid, MotionKind::fixed, {}, {}, Vec3(0.4f)};
          object.placement.fit = 0.2f;
          object.placement.translation = {one(), -1, one()};
          return with_object(text, scene.path, object);
        });
      default: {
        const int object = static_cast<int>(random() % 3);
        const Placement& placement = scene.objects[object].placement;
        const Vec3 center = bounds(scene.objects[object].mesh).center();
        place(object, turned(moved(placement, {one(), one(), one()}), {{one(), 1, one()}, 300 * one()}, center));
      }
    }
  }

  void change_bending(int object, float to) {
    Material material = simulation->material(object);
    material.bend_stiffness = to;
    change(object, material);
  }

  /// A few vertices of a cloth are pinned, or no more.
  void pin_at_random(std::mt19937& random) {
    const Range cloth = simulation->model().objects[1].vertices;
    std::set<int> chosen;
    for (int i = 0; i < 3; ++i) chosen.insert(cloth.begin + static_cast<int>(random() % cloth.size()));
    std::vector<int> pins = simulation->model().pins;
    raycloth::put({{chosen.begin(), chosen.end()}, random() % 3 > 0}, pins);
    change_pins(pins);
  }

  /// As it begins, under a stroke from above.
  void cut_at_random(std::mt19937& random) {
    const int object = 1 + static_cast<int>(random() % 2);
    const Mesh mesh = simulation->model().scene->objects[object].mesh;
    const Bounds box = bounds(mesh);
    const auto part = [&] { return std::uniform_real_distribution<float>(-0.2f, 1.2f)(random); };
    Stroke stroke;
    for (int i = 0; i < 3; ++i)
      stroke.rays.push_back({box.min + box.size() * Vec3(part(), 1, part()) + Vec3(0, 1, 0), Vec3(0, -1, 0)});
    const Cut cut = cut_along(stroke, mesh, mesh.positions, [](const Vec3&, const Vec3&) { return true; });
    if (cut.paths.empty()) return;
    std::vector<Cut> cuts = simulation->cuts(object);
    cuts.push_back(cut);
    edits.add_cuts(object, simulation->cuts(object), cuts);
    simulation->change_cuts(object, cuts);
  }

  /// One of what a user does: a toggle, a slider that is drawn through values, all cloths at once.
  void edit_at_random(std::mt19937& random) {
    const auto one = [&] { return std::uniform_real_distribution<float>(0.1f, 1)(random); };
    Settings settings = simulation->settings();
    switch (random() % 7) {
      case 0:
        settings.predictions = !settings.predictions;
        change(settings);
        break;
      case 1:
        for (int i = 0; i < 5; ++i) settings.gravity.y = -10 * one(), change(settings);
        break;
      case 2:
        for (const int object : {1, 2}) change_bending(object, 1e-3f * one());
        break;
      case 3:
        settings.substeps = 2 * static_cast<int>(1 + random() % 9);
        change(settings);
        change_bending(1, 1e-4f / 3 * one());
        break;
      case 4:
        pin_at_random(random);
        break;
      case 5:
        edit_objects_at_random(random);
        break;
      case 6:
        cut_at_random(random);
    }
    edits.end_gesture();
  }
};

TEST(Edits, TwoHundredAreTakenBackAndDoneAgain) {
  Edited by_hand;
  std::mt19937 random(7);
  std::vector<std::string> states = {words_of(*by_hand.simulation, by_hand.scene)};
  while (states.size() <= 200) {
    by_hand.edit_at_random(random);
    if (words_of(*by_hand.simulation, by_hand.scene) != states.back())
      states.push_back(words_of(*by_hand.simulation, by_hand.scene));
  }
  for (size_t i = 200; i-- > 0;) {
    by_hand.apply_all(by_hand.edits.undo());
    ASSERT_EQ(words_of(*by_hand.simulation, by_hand.scene), states[i]);
  }
  EXPECT_FALSE(by_hand.edits.can_undo());
  EXPECT_TRUE(by_hand.edits.undo().empty());
  for (size_t i = 1; i <= 200; ++i) {
    by_hand.apply_all(by_hand.edits.redo());
    ASSERT_EQ(words_of(*by_hand.simulation, by_hand.scene), states[i]);
  }
  EXPECT_FALSE(by_hand.edits.can_redo());
}

TEST(Edits, AGestureIsOneAndOneThatCameBackIsNone) {
  Edited by_hand;
  const float before = by_hand.simulation->material(1).bend_stiffness;
  for (const float to : {1e-4f, 2e-4f, 3e-4f}) by_hand.change_bending(1, to);
  by_hand.edits.end_gesture();
  for (const float to : {5e-4f, 3e-4f}) by_hand.change_bending(1, to);  // drawn away and back
  by_hand.edits.end_gesture();
  EXPECT_EQ(by_hand.edits.undo_words(), "bend_stiffness");
  by_hand.apply_all(by_hand.edits.undo());
  EXPECT_EQ(by_hand.simulation->material(1).bend_stiffness, before);
  EXPECT_FALSE(by_hand.edits.can_undo());
}

TEST(Edits, AChangeForgetsWhatWasUndone) {
  Edited by_hand;
  by_hand.change_bending(1, 1e-4f);
  by_hand.apply_all(by_hand.edits.undo());
  EXPECT_TRUE(by_hand.edits.can_redo());
  by_hand.change_bending(2, 2e-4f);
  EXPECT_FALSE(by_hand.edits.can_redo());
  EXPECT_TRUE(by_hand.edits.redo().empty());
}

std::uint64_t hash_after(Simulation& simulation, int frames) {
  for (int i = 0; i < frames; ++i) simulation.step();
  return simulation.state_hash();
}

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

TEST(SavedScene, ElsewhereRunsToTheSameHash) {
  Edited by_hand;
  const std::uint64_t unchanged =
      hash_after(*create(by_hand.simulation->model(), by_hand.simulation->settings(), DeviceChoice::cpu, 1), 12);
  std::mt19937 random(11);
  for (int i = 0; i < 30; ++i) by_hand.edit_at_random(random);
  const Folder other;
  const std::filesystem::path file = other.path() / "saved.json";
  write(file, scene_text(by_hand.scene, *by_hand.simulation, file));
  const Scene again = load_scene({file});
  const std::unique_ptr<Simulation> loaded = create(build_model(again), again.settings, DeviceChoice::cpu, 1);
  EXPECT_EQ(words_of(*loaded, again), words_of(*by_hand.simulation, by_hand.scene));
  const std::uint64_t hash = hash_after(*loaded, 12);
  EXPECT_EQ(hash, hash_after(*by_hand.simulation, 12));
  EXPECT_NE(hash, unchanged);
}

/// By their numbers in the file, of a cloth.
std::vector<int> vertices_of(const Model& model, int object, std::vector<int> numbers) {
  VertexSelection selection;
  selection.numbers = std::move(numbers);
  return chosen_vertices(model, object, selection);
}

TEST(SavedScene, WithOtherPinsRunsToTheSameHash) {
  Edited by_hand;
  Simulation& simulation = *by_hand.simulation;
  by_hand.change_pins(vertices_of(simulation.model(), 1, {2, 5, 7}));
  const Folder other;
  const std::filesystem::path file = other.path() / "saved.json";
  write(file, scene_text(by_hand.scene, simulation, file));
  const Scene again = load_scene({file});
  EXPECT_EQ(again.objects[1].pins.numbers, (std::vector{2, 5, 7}));
  const std::unique_ptr<Simulation> loaded = create(build_model(again), again.settings, DeviceChoice::cpu, 1);
  const std::uint64_t hash = hash_after(*loaded, 12);
  EXPECT_EQ(hash, hash_after(simulation, 12));
  by_hand.apply_all(by_hand.edits.undo());
  simulation.reset();
  EXPECT_NE(hash_after(simulation, 12), hash);
  EXPECT_EQ(by_hand.edits.redo_words(), "pins");
}

TEST(SavedScene, KeepsWhatTheShippedScenesSay) {
  for (const char* name : {"layered_dress", "turntable", "bodies", "quilt", "grab"}) {
    const Scene scene =
        load_scene({std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "assets/scenes" / (std::string(name) + ".json")});
    const Folder other;
    const std::filesystem::path file = other.path() / "saved.json";
    std::vector<Material> materials;
    for (const SceneObject& object : scene.objects) materials.push_back(object.material);
    const std::vector<std::optional<std::vector<int>>> as_they_are(scene.objects.size());
    write(file, edited_scene(scene, scene.settings, materials, as_they_are, other.path()));
    const Scene again = load_scene({file});
    ASSERT_EQ(again.objects.size(), scene.objects.size()) << name;
    EXPECT_TRUE(difference(scene.settings, again.settings).values.empty()) << name;
    for (size_t i = 0; i < scene.objects.size(); ++i) {
      const SceneObject &a = scene.objects[i], &b = again.objects[i];
      EXPECT_EQ(a.mesh.positions, b.mesh.positions) << name << " " << a.name;
      EXPECT_EQ(a.thickness_map, b.thickness_map) << name << " " << a.name;
      EXPECT_TRUE(difference(0, a.material, b.material).values.empty()) << name << " " << a.name;
    }
    EXPECT_EQ(scene.session.empty(), again.session.empty()) << name;
    EXPECT_TRUE(scene.session.empty() || std::filesystem::equivalent(scene.session, again.session)) << name;
  }
}

/// What is made around a mesh can be saved, and is then read as the same scene to the bit.
TEST(SavedScene, OfALoneMeshRunsToTheSameHash) {
  const std::filesystem::path data = std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "tests/data";
  for (const LoneMesh as : {LoneMesh::obstacle, LoneMesh::cloth}) {
    const Scene scene = load_scene({data / "two_boxes.obj", data / "uv.obj"}, as);
    const Folder folder;
    const std::filesystem::path file = folder.path() / "saved.json";
    const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
    write(file, scene_text(scene, *simulation, file));
    const Scene again = load_scene({file});
    ASSERT_EQ(again.objects.size(), scene.objects.size());
    for (size_t i = 0; i < scene.objects.size(); ++i) {
      EXPECT_EQ(again.objects[i].name, scene.objects[i].name);
      EXPECT_EQ(again.objects[i].kind, scene.objects[i].kind);
      EXPECT_EQ(again.objects[i].mesh.positions, scene.objects[i].mesh.positions) << scene.objects[i].name;
    }
    EXPECT_EQ(again.ground.has_value(), scene.ground.has_value());
    EXPECT_EQ(hash_after(*create(build_model(again), again.settings, DeviceChoice::cpu, 1), 5),
              hash_after(*simulation, 5));
  }
}

}  // namespace
}  // namespace raycloth
