#include "sim/scene/scene.h"
#include "sim/scene/fabrics.h"
#include "sim/scene/object.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "device/error.h"
#include "sim/model/model.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

fs::path source(const std::string& name) { return fs::path(RAYCLOTH_SOURCE_DIR) / name; }
fs::path data(const std::string& name) { return source("tests/data") / name; }

/// A scene file in a folder of its own, next to nothing.
class SceneFile : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / (std::string("raycloth_scene_test_") + test->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& text) const {
    std::ofstream(folder_ / "test.json") << text;
    return folder_ / "test.json";
  }

  /// A scene of one sheet, with `more` among the keys of the sheet and `top` among those of the scene.
  Scene load(const std::string& more, const std::string& top = "") const {
    return load_scene({write(text_of(more, top))});
  }
  static std::string text_of(const std::string& more, const std::string& top) {
    return R"({"objects": [{"name": "sheet", "kind": "cloth")" + more + "}]" + top + "}";
  }

  /// The message, without the folder.
  std::string message_of(const std::string& scene) const {
    try {
      load_scene({write(scene)});
    } catch (const InputError& error) {
      const std::string text = error.what(), folder = folder_.string() + "/";
      return text.rfind(folder, 0) == 0 ? text.substr(folder.size()) : text;
    }
    return "";
  }
  std::string error_of(const std::string& more, const std::string& top = "") const {
    return message_of(text_of(more, top));
  }

  fs::path folder_;
};

const std::string kSheet = R"(, "sheet": {"size": [1, 1], "cells": [2, 2]})";

TEST_F(SceneFile, ReadsEverything) {
  const Scene scene = load_scene({write(R"({
    "name": "all", "description": "of it",
    "settings": {"substeps": 20, "gravity": [0, -1, 0], "reprojection": false, "inversion": "last-step",
                 "self_collision": "off", "damping": 0.25},
    "ground": {"height": -0.5, "static_friction": 0.7},
    "camera": {"eye": [1, 2, 3], "target": [0, 1, 0]},
    "objects": [
      {"name": "box", "kind": "solid", "mesh": ")" +
                                        data("box.obj").string() + R"("},
      {"name": "sheet", "kind": "cloth", "sheet": {"size": [2, 1], "cells": [4, 3]}, "color": [0.1, 0.2, 0.3],
       "material": {"half_thickness": 0.003, "bend_stiffness": 1e-4}, "self_collision": false,
       "pins": {"nearest": [[0, 0, 0]], "boxes": [{"min": [-1, -1, -1], "max": [0, 1, 1]}]},
       "attachments": [{"target": "box", "nearest": [[1, 0, 0]], "compliance": 0.01}]}]})")});
  EXPECT_EQ(scene.name, "all");
  EXPECT_EQ(scene.description, "of it");
  EXPECT_EQ(scene.settings.substeps, 20);
  EXPECT_EQ(scene.settings.gravity, Vec3(0, -1, 0));
  EXPECT_FALSE(scene.settings.reprojection || scene.settings.self_collision);
  EXPECT_EQ(scene.settings.inversion, Inversion::last_step);
  EXPECT_EQ(scene.settings.damping, 0.25f);
  ASSERT_TRUE(scene.ground && scene.camera);
  EXPECT_EQ(scene.ground->height, -0.5f);
  EXPECT_EQ(scene.ground->static_friction, 0.7f);
  EXPECT_EQ(scene.ground->kinetic_friction, Ground{}.kinetic_friction);
  EXPECT_EQ(scene.camera->eye, Vec3(1, 2, 3));
  ASSERT_EQ(scene.objects.size(), 2u);
  EXPECT_EQ(scene.objects[0].kind, ObjectKind::solid);
  EXPECT_EQ(scene.objects[0].material.half_thickness, 0);
  const SceneObject& sheet = scene.objects[1];
  EXPECT_EQ(sheet.mesh.positions.size(), 20u);
  EXPECT_EQ(sheet.color, Vec3(0.1f, 0.2f, 0.3f));
  EXPECT_EQ(sheet.material.half_thickness, 0.003f);
  EXPECT_EQ(sheet.material.bend_stiffness, 1e-4f);
  EXPECT_EQ(sheet.material.areal_density, Material{}.areal_density);
  EXPECT_FALSE(sheet.self_collision);
  EXPECT_EQ(sheet.pins.nearest, (std::vector<Vec3>{{0, 0, 0}}));
  ASSERT_EQ(sheet.pins.boxes.size(), 1u);
  EXPECT_EQ(sheet.pins.boxes[0].max, Vec3(0, 1, 1));
  ASSERT_EQ(sheet.attachments.size(), 1u);
  EXPECT_EQ(sheet.attachments[0].target, "box");
  EXPECT_EQ(sheet.attachments[0].compliance, 0.01f);
  EXPECT_TRUE(scene.warnings.empty());
}

TEST_F(SceneFile, RefusesMaterialsThatTheKindDoesNotHave) {
  const std::string box = R"(, "mesh": ")" + data("box.obj").string() + R"(")";
  const auto error = [&](const std::string& kind, const std::string& more) {
    return message_of(R"({"objects": [{"name": "it", "kind": ")" + kind + R"(")" + more + "}]}");
  };
  const std::string at = "test.json: /objects/0/material/";
  EXPECT_EQ(error("solid", box + R"(, "material": {"half_thickness": 0.01})"),
            at + "half_thickness: 'it' is a solid that is neither rigid nor soft and has no half_thickness, only "
                 "static_friction, kinetic_friction");
  EXPECT_EQ(error("solid", box + R"(, "motion": {"kind": "rigid"}, "material": {"shape_frequency": 2})"),
            at + "shape_frequency: 'it' is a rigid solid and has no shape_frequency, only static_friction, "
                 "kinetic_friction, density");
  EXPECT_EQ(error("solid", box + R"(, "motion": {"kind": "soft"}, "material": {"shape_frequency": 2})"), "");
  EXPECT_EQ(error("shell", kSheet + R"(, "material": {"areal_density": 1})"),
            at + "areal_density: 'it' is a shell and has no areal_density, only half_thickness, static_friction, "
                 "kinetic_friction");
  // What is not closed becomes a shell, and has a thickness.
  const std::string open = R"(, "mesh": ")" + data("box_open.obj").string() + R"(")";
  EXPECT_EQ(error("solid", open + R"(, "material": {"half_thickness": 0.01})"), "");
}

// ---- words of earlier versions

TEST_F(SceneFile, ReadsCompliancesAsStiffnessesAndSaysSoOnce) {
  const auto sheet = [](const std::string& name, const std::string& material) {
    return R"({"name": ")" + name + R"(", "kind": "cloth")" + kSheet + R"(, "material": {)" + material + "}}";
  };
  const Scene scene = load_scene({write(
      R"({"objects": [)" + sheet("a", R"("warp_compliance": 0.001, "weft_compliance": 0, "shear_compliance": 0.001)") +
      ", " + sheet("b", R"("warp_compliance": 0.001, "shear_compliance": 0, "weft_stiffness": 7)") + ", " +
      sheet("c", R"("warp_compliance": 1e-12, "shear_compliance": 1)") + "]}")});
  const auto material = [&](int object) { return scene.objects[object].material; };
  EXPECT_FLOAT_EQ(material(0).warp_stiffness, 1000);
  EXPECT_EQ(material(0).weft_stiffness, 1e9f);
  EXPECT_FLOAT_EQ(material(0).shear_stiffness, 500);
  EXPECT_FLOAT_EQ(material(1).warp_stiffness, 1000);
  EXPECT_EQ(material(1).weft_stiffness, 7);
  EXPECT_EQ(material(1).shear_stiffness, 1e9f);
  EXPECT_EQ(material(2).warp_stiffness, 1e9f);
  EXPECT_EQ(material(2).shear_stiffness, 0.5f);
  ASSERT_EQ(scene.warnings.size(), 1u);
  const std::string& line = scene.warnings[0];
  EXPECT_EQ(line.rfind((folder_ / "test.json").string() + ": older words: ", 0), 0u) << line;
  for (const char* news : {"warp_compliance 0.001 m/N is now warp_stiffness 1000 N/m",
                           "weft_compliance 0 m/N is now weft_stiffness 1e+09 N/m",
                           "shear_compliance 0.001 m/N is now shear_stiffness 500 N/m",
                           "shear_compliance 1 m/N is now shear_stiffness 0.5 N/m"}) {
    EXPECT_NE(line.find(news), std::string::npos) << line;
    EXPECT_EQ(line.find(news), line.rfind(news)) << "told twice: " << line;
  }
  EXPECT_TRUE(load(kSheet + R"(, "material": {"warp_stiffness": 1000})").warnings.empty());
}

TEST_F(SceneFile, RefusesOldWordsAsItDoesNewOnes) {
  const std::string at = "test.json: /objects/0/material/";
  EXPECT_EQ(error_of(kSheet + R"(, "material": {"warp_compliance": 2})"),
            at + "warp_compliance: found 2, expected a number in [0, 1]");
  EXPECT_EQ(error_of(kSheet + R"(, "material": {"shear_compliance": -1e-6})"),
            at + "shear_compliance: found -1e-06, expected a number in [0, 1]");
  EXPECT_EQ(error_of(kSheet + R"(, "material": {"weft_compliance": "soft"})"),
            at + "weft_compliance: found \"soft\", expected a number in [0, 1]");
  EXPECT_EQ(error_of(kSheet + R"(, "material": {"warp_compliance": 0, "warp_stiffness": 5})"),
            at + "warp_compliance: an older word for warp_stiffness, which is there as well: expected one of them");
  EXPECT_EQ(message_of(R"({"objects": [{"name": "it", "kind": "shell")" + kSheet +
                       R"(, "material": {"warp_compliance": 0}}]})"),
            at + "warp_compliance: 'it' is a shell and has no warp_stiffness, only half_thickness, static_friction, "
                 "kinetic_friction");
}

TEST_F(SceneFile, RefusesWithThePathToThePlace) {
  EXPECT_EQ(error_of(kSheet + R"(, "material": {"half_thickness": -0.1})"),
            "test.json: /objects/0/material/half_thickness: found -0.1, expected a number in [0.0001, 0.05]");
  EXPECT_EQ(
      error_of(kSheet + R"(, "colour": 1)").rfind("test.json: /objects/0/colour: unknown key, expected one of", 0), 0u);
  EXPECT_EQ(error_of(kSheet + R"(, "color": [1, 0])"),
            "test.json: /objects/0/color: found [1,0], expected three numbers in [0, 1]");
  EXPECT_EQ(error_of(kSheet + R"(, "color": [1, 0, 2])"),
            "test.json: /objects/0/color/2: found 2, expected a number in [0, 1]");
  EXPECT_EQ(error_of(R"(, "sheet": {"size": [1, 1], "cells": [2, 2.5]})"),
            "test.json: /objects/0/sheet/cells/1: found 2.5, expected a whole number in [1, 2000]");
  EXPECT_EQ(error_of(R"(, "sheet": {"size": [1, 1], "cells": [2, 99999999999]})"),
            "test.json: /objects/0/sheet/cells/1: found 99999999999, expected a whole number in [1, 2000]");
  EXPECT_EQ(error_of(""), "test.json: /objects/0: expected either 'mesh' or 'sheet'");
  EXPECT_EQ(error_of(kSheet + R"(, "mesh": "a.obj")"), "test.json: /objects/0: expected either 'mesh' or 'sheet'");
  EXPECT_EQ(error_of(kSheet, R"(, "settings": {"substeps": "many"})"),
            "test.json: /settings/substeps: found 'many', expected a whole number in [1, 200]");
  EXPECT_EQ(error_of(kSheet, R"(, "settings": {"substeps": 9, "detections": 2})"),
            "test.json: /settings/substeps: found 9, expected a multiple of detections (2)");
  EXPECT_EQ(error_of(kSheet, R"(, "settings": {"speed": 9})").rfind("test.json: /settings/speed: no such setting", 0),
            0u);
  EXPECT_EQ(error_of(kSheet, R"(, "ground": 0)"), "test.json: /ground: found 0, expected an object");
  EXPECT_EQ(error_of(kSheet + R"(, "rotate": {"axis": [0, 0, 0], "degrees": 1})"),
            "test.json: /objects/0/rotate/axis: found [0,0,0], expected an axis that is not zero");
  EXPECT_EQ(error_of(kSheet + R"(, "pins": {})").rfind("test.json: /objects/0/pins: chooses nothing", 0), 0u);
  EXPECT_EQ(error_of(kSheet + R"(, "attachments": [{"target": "wall", "nearest": [[0, 0, 0]]}])"),
            "test.json: /objects/0/attachments: found target 'wall', expected the name of another object");
  EXPECT_EQ(error_of(kSheet + R"(}, {"name": "sheet", "kind": "cloth")" + kSheet),
            "test.json: /objects/0/name: found \"sheet\", expected a name that no other object has");
  EXPECT_EQ(
      error_of(kSheet + R"(, "scale": 1e6, "translate": [1, 0, 0])").rfind("test.json: /objects/0: found a vertex", 0),
      0u);
}

TEST_F(SceneFile, RefusesBrokenJsonWithLineAndColumn) {
  const auto message = [&](const std::string& text) -> std::string {
    try {
      load_scene({write(text)});
    } catch (const InputError& error) {
      return std::string(error.what()).substr(folder_.string().size() + 1);
    }
    return "";
  };
  EXPECT_EQ(message("{\n  \"name\": ,\n}").rfind("test.json:2:11: not valid JSON: syntax error", 0), 0u);
  EXPECT_EQ(message("").rfind("test.json:1:1: not valid JSON", 0), 0u);
  EXPECT_EQ(message("{}"), "test.json: /: 'objects' is missing");
  EXPECT_EQ(message("[]").rfind("test.json: /: found [], expected an object", 0), 0u);
  EXPECT_EQ(message(R"({"objects": []})"), "test.json: /objects: found none, expected at least one object");
  EXPECT_EQ(message(R"({"objects": [7]})"), "test.json: /objects/0: found 7, expected an object");
  EXPECT_NE(message(R"({"name": 1e999})").find("not valid JSON"), std::string::npos);
  EXPECT_NE(message(std::string(100000, '[')).find("not valid JSON"), std::string::npos);
}

TEST_F(SceneFile, RefusesFilesThatAreNone) {
  const auto message = [](const std::vector<fs::path>& files) -> std::string {
    try {
      load_scene(files);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({"nowhere.json"}), "nowhere.json: no such file");
  EXPECT_NE(message({}).find("no scene"), std::string::npos);
  EXPECT_EQ(message({"a.png"}),
            "a.png: found '.png', expected one .json file or one or more meshes (.obj, .glb or .gltf)");
  EXPECT_EQ(message({data("box.obj"), "a.json"}),
            "a.json: found '.json', expected one .json file or one or more meshes (.obj, .glb or .gltf)");
  fs::create_directories(folder_ / "folder.json");
  EXPECT_NE(message({folder_ / "folder.json"}).find("found a folder"), std::string::npos);
  EXPECT_EQ(error_of(R"(, "mesh": "ball.obj")"),
            "test.json: /objects/0/mesh: " + (folder_ / "ball.obj").string() + ": no such file");
}

// ---- placing

Bounds placed(const Scene& scene) { return bounds(scene.objects[0].mesh); }

TEST_F(SceneFile, PlacesByUpThenScaleThenRotationThenTranslation) {
  // A sheet of 2 x 1 in x and z. Up x: its x axis points up, so it stands 2 high and 1 deep; doubled along y
  // only; turned a quarter about y: 1 wide in x; then moved.
  const Bounds box = placed(load(
      R"(, "sheet": {"size": [2, 1], "cells": [1, 1]}, "up": "x", "scale": [1, 2, 1],
         "rotate": [{"axis": [0, 1, 0], "degrees": 90}], "translate": [10, 20, 30])"));
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(box.min[k], Vec3(9.5f, 18, 30)[k], 1e-5f);
    EXPECT_NEAR(box.max[k], Vec3(10.5f, 22, 30)[k], 1e-5f);
  }
}

TEST_F(SceneFile, RotationsApplyInTheirOrder) {
  const Scene scene = load(
      R"(, "sheet": {"size": [2, 1], "cells": [1, 1]},
         "rotate": [{"axis": [0, 1, 0], "degrees": 90}, {"axis": [1, 0, 0], "degrees": 90}])");
  // About y, x goes to -z; about x, z goes to -y: the corner (1, 0, 0.5) becomes (0.5, 0, -1) and (0.5, 1,
  // 0).
  EXPECT_NEAR(glm::distance(scene.objects[0].mesh.positions[3], Vec3(0.5f, 1, 0)), 0, 1e-5f);
}

TEST_F(SceneFile, UpZKeepsTheOutside) {
  const Scene scene = load(R"(, "mesh": ")" + data("box.obj").string() + R"(", "up": "z", "scale": [1, 2, -3])");
  const MeshReport report = inspect(scene.objects[0].mesh);  // a mirror image, too
  EXPECT_TRUE(report.outward);
  EXPECT_NEAR(report.volume, 6, 1e-5);
}

TEST_F(SceneFile, FitsHugeAndTinyMeshes) {
  for (const char* name : {"huge.obj", "tiny.obj"}) {
    const Bounds box = placed(load(R"(, "mesh": ")" + data(name).string() + R"(", "fit": 0.5)"));
    EXPECT_FLOAT_EQ(box.size().x, 0.5f) << name;
  }
}

TEST_F(SceneFile, ScalesTheCellsOfSheets) {
  const fs::path file = write(R"({"objects": [{"name": "s", "kind": "cloth",
                                  "sheet": {"size": [1, 1], "cells": [64, 10]}}]})");
  EXPECT_EQ(load_scene_scaled(file, 0.5f).objects[0].mesh.positions.size(), 33u * 6u);
  EXPECT_EQ(load_scene_scaled(file, 0.01f).objects[0].mesh.positions.size(), 2u * 2u);
}

// ---- what a solid has to be

struct SolidCase {
  const char* file;
  ObjectKind kind;
  const char* warning;  // part of the last one, or empty
};

class Solid : public testing::TestWithParam<SolidCase> {};

TEST_P(Solid, IsASolidOnlyWhenClosedAndOriented) {
  const Scene scene = load_scene({data(GetParam().file)});
  EXPECT_EQ(scene.objects[0].kind, GetParam().kind);
  const std::string warning = scene.warnings.empty() ? "" : scene.warnings.back();
  if (*GetParam().warning)
    EXPECT_NE(warning.find(GetParam().warning), std::string::npos) << warning;
  else
    EXPECT_EQ(warning, "");
  if (GetParam().kind == ObjectKind::solid) {
    EXPECT_TRUE(inspect(scene.objects[0].mesh).outward);
    EXPECT_EQ(scene.objects[0].material.half_thickness, 0);
  } else {
    EXPECT_EQ(scene.objects[0].material.half_thickness, Material{}.half_thickness);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Lone, Solid,
    testing::Values(SolidCase{"box.obj", ObjectKind::solid, ""},
                    SolidCase{"box_inside_out.obj", ObjectKind::solid, "faces inwards: turned over"},
                    SolidCase{"box_open.obj", ObjectKind::shell, "a border: used as a shell"},
                    SolidCase{"box_mixed.obj", ObjectKind::shell, "2 triangles turned over"},
                    SolidCase{"three_on_an_edge.obj", ObjectKind::shell, "used as a shell"},
                    SolidCase{"two_boxes.obj", ObjectKind::solid, "longest side 4000 m, fitted to 1 m"}),
    [](const auto& info) { return fs::path(info.param.file).stem().string(); });

/// Triangles of 100 by 4.9 mm, their diagonal as long as 20.5 times their height, beside others.
TEST(Cloth, IsWarnedOfWhereMoreThanAFewTrianglesAreSlivers) {
  const auto warnings_of = [](int narrow, ObjectKind kind) {
    SceneObject object;
    object.name = "strip";
    object.kind = kind;
    object.mesh.source = "strip.obj";
    for (int row = 0; row <= 50; ++row)
      for (const float x : {0.0f, 0.1f})
        object.mesh.positions.push_back({x, 0, row < narrow ? 0.0049f * row : row - 0.9f * narrow});
    for (int row = 0; row < 50; ++row) {
      object.mesh.triangles.push_back({2 * row, 2 * row + 2, 2 * row + 1});
      object.mesh.triangles.push_back({2 * row + 1, 2 * row + 2, 2 * row + 3});
    }
    std::vector<std::string> warnings;
    settle_kind(object, warnings);
    return warnings;
  };
  EXPECT_TRUE(warnings_of(3, ObjectKind::cloth).empty()) << "4 of 100";
  ASSERT_EQ(warnings_of(4, ObjectKind::cloth).size(), 1u);
  EXPECT_EQ(warnings_of(4, ObjectKind::cloth)[0].rfind("strip (strip.obj): 6 of 100 triangles are 20 times as long", 0),
            0u);
  EXPECT_TRUE(warnings_of(4, ObjectKind::shell).empty());
}

// ---- scenes around lone meshes

TEST(LoneMeshScene, ASheetFallsFromAboveTheObstacle) {
  const Scene scene = load_scene({data("box.obj")});
  ASSERT_EQ(scene.objects.size(), 2u);
  ASSERT_TRUE(scene.ground);
  const Bounds box = bounds(scene.objects[0].mesh), sheet = bounds(scene.objects[1].mesh);
  EXPECT_EQ(box.min, Vec3(-0.5f, 0, -0.5f));
  EXPECT_EQ(box.max, Vec3(0.5f, 1, 0.5f));
  EXPECT_EQ(scene.objects[1].kind, ObjectKind::cloth);
  EXPECT_GT(sheet.min.y, box.max.y + scene.objects[1].material.half_thickness);
  EXPECT_LT(sheet.min.y, box.max.y + 0.2f);
  EXPECT_GT(sheet.size().x, 1.3f * box.size().x);
  const Mesh& mesh = scene.objects[1].mesh;
  EXPECT_NEAR(glm::distance(mesh.positions[0], mesh.positions[1]), 0.015f, 1e-5f);
}

TEST(LoneMeshScene, AsClothItFallsOnTheGround) {
  const Scene scene = load_scene({data("box_open.obj")}, LoneMesh::cloth);
  ASSERT_EQ(scene.objects.size(), 1u);
  EXPECT_EQ(scene.objects[0].kind, ObjectKind::cloth);
  EXPECT_GT(bounds(scene.objects[0].mesh).min.y, scene.ground->height);
  EXPECT_FALSE(build_model(scene).edges.pairs.empty());
  ASSERT_FALSE(scene.warnings.empty());
  EXPECT_EQ(scene.warnings.back(),
            "chosen: box_open.half_thickness=0.005 for a median edge of 1e+03 mm, substeps=20, contact_iterations=4");
}

TEST(LoneMeshScene, SeveralMeshesKeepTheirPlacesToEachOther) {
  const Scene scene = load_scene({data("two_boxes.obj"), data("box.obj")});
  ASSERT_EQ(scene.objects.size(), 3u);
  // Together 4 m wide in millimetres; the metre box at their origin is a thousandth of one of them.
  EXPECT_NEAR(bounds(scene.objects[0].mesh).size().x, 1, 1e-6f);
  EXPECT_NEAR(bounds(scene.objects[1].mesh).size().x, 0.25f / 1000, 1e-6f);
  EXPECT_NEAR(bounds(scene.objects[1].mesh).min.x, -0.5f, 1e-6f);
}

TEST(LoneMeshScene, EveryBrokenFileIsAModelOrAnInputError) {
  int models = 0, refused = 0;
  for (const auto& entry : fs::directory_iterator(source("tests/data"))) {
    if (entry.path().extension() != ".obj") continue;
    for (const LoneMesh as : {LoneMesh::automatic, LoneMesh::cloth}) try {
        const Model model = build_model(load_scene({entry.path()}, as));
        for (const Vec4& p : model.positions)
          for (int k = 0; k < 4; ++k) ASSERT_TRUE(std::isfinite(p[k])) << entry.path();
        for (const Vec4& shape : model.membrane.shapes)
          for (int k = 0; k < 4; ++k) ASSERT_TRUE(std::isfinite(shape[k])) << entry.path();
        for (const float weight : model.curvature.rows.weights) ASSERT_TRUE(std::isfinite(weight)) << entry.path();
        for (const float length : model.edges.lengths) ASSERT_GT(length, 0) << entry.path();
        ++models;
      } catch (const InputError&) {
        ++refused;
      }
  }
  EXPECT_GE(models, 2 * 16);
  EXPECT_EQ(refused, 2 * 10);
}

// ---- what ships

TEST(ShippedScenes, LoadWithoutAWarning) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(source("assets/scenes"))) {
    const Scene scene = load_scene({entry.path()});
    const Model model = build_model(scene);
    EXPECT_EQ(scene.name, entry.path().stem().string());
    EXPECT_FALSE(scene.description.empty()) << scene.name;
    EXPECT_TRUE(scene.warnings.empty() && model.warnings.empty()) << scene.name;
    names.insert(scene.name);
  }
  for (const char* name : {"two_sheets_ball", "eight_sheets", "hang", "drape", "crumple", "grab"})
    EXPECT_TRUE(names.count(name)) << name;
}

TEST(ShippedScenes, TwoSheetsBallIsFigure11) {
  const Model model = build_model(load_scene({source("assets/scenes/two_sheets_ball.json")}));
  ASSERT_EQ(model.objects.size(), 3u);
  EXPECT_EQ(model.objects[0].kind, ObjectKind::solid);
  EXPECT_GE(model.objects[0].vertices.size(), 2562);
  for (const Vec4& p : std::vector<Vec4>(model.positions.begin(), model.positions.begin() + 2562))
    EXPECT_NEAR(glm::distance(Vec3(p), Vec3(0, 0.3f, 0)), 0.3f, 2e-6f);
  for (int i = 1; i < 3; ++i) {
    EXPECT_EQ(model.objects[i].vertices.size(), 65 * 65);
    EXPECT_EQ(model.objects[i].material.half_thickness, 0.005f);
  }
}

TEST(ShippedScenes, HangHasEdgesOfASixtyFourthAndTwoPins) {
  const Model model = build_model(load_scene({source("assets/scenes/hang.json")}));
  EXPECT_EQ(model.positions.size(), 10000u);
  EXPECT_EQ(std::count_if(model.positions.begin(), model.positions.end(), [](const Vec4& p) { return p.w == 0; }), 2);
  for (size_t i = 0; i < model.edges.pairs.size(); ++i) {
    const Vec3 along(model.positions[model.edges.pairs[i].y] - model.positions[model.edges.pairs[i].x]);
    const bool diagonal = std::abs(along.x) > 1e-3f && std::hypot(along.y, along.z) > 1e-3f;
    const float wanted = diagonal ? std::sqrt(2.0f) / 64 : 1.0f / 64;
    EXPECT_NEAR(model.edges.lengths[i], wanted, 1e-6f);
  }
}

TEST(ShippedScenes, EightSheetsHaveTheirVertices) {
  const Model model = build_model(load_scene({source("assets/scenes/eight_sheets.json")}));
  int sheets = 0, fixed = 0;
  for (const ModelObject& object : model.objects) {
    if (object.kind == ObjectKind::cloth)
      sheets += object.vertices.size() == 65 * 65;
    else
      fixed += object.vertices.size();
  }
  EXPECT_EQ(sheets, 8);
  EXPECT_NEAR(fixed, 9000, 1000);
}

TEST(ShippedScenes, MeshesAreCleanAndInOnePiece) {
  for (const auto& entry : fs::directory_iterator(source("assets/meshes"))) {
    if (entry.path().extension() != ".obj") continue;
    std::vector<std::string> warnings;
    EXPECT_EQ(inspect(load_mesh(entry.path(), warnings)).components, 1) << entry.path();
    EXPECT_TRUE(warnings.empty()) << entry.path() << ": " << warnings.front();
  }
}

TEST(ShippedScenes, SolidsAreClosedAndFaceOutwards) {
  for (const auto& entry : fs::directory_iterator(source("assets/scenes"))) {
    if (entry.path().extension() != ".json") continue;
    const Scene scene = load_scene({entry.path()});  // which makes a shell of any other, with a warning
    EXPECT_TRUE(scene.warnings.empty()) << entry.path() << ": " << scene.warnings.front();
  }
}

// The schema is for editors; the reader decides. Both have to know the same words.
TEST(Schema, HasTheKeysRangesAndWordsOfTheTables) {
  std::ifstream stream(source("assets/scene.schema.json"));
  const auto schema = nlohmann::json::parse(stream);
  auto settings = schema["$defs"]["settings"]["properties"];
  for (const SettingInfo& info : setting_list()) {
    ASSERT_TRUE(settings.contains(info.key)) << info.key;
    if (std::holds_alternative<float Settings::*>(info.member) ||
        std::holds_alternative<int Settings::*>(info.member)) {
      EXPECT_EQ(settings[info.key]["minimum"].get<float>(), info.min) << info.key;
      EXPECT_EQ(settings[info.key]["maximum"].get<float>(), info.max) << info.key;
    }
    settings.erase(info.key);
  }
  settings.erase("ray_tracer");
  EXPECT_TRUE(settings.empty()) << settings;

  auto material = schema["$defs"]["material"]["properties"];
  for (const MaterialInfo& info : material_list()) {
    ASSERT_TRUE(material.contains(info.key)) << info.key;
    EXPECT_EQ(material[info.key]["minimum"].get<float>(), info.min) << info.key;
    EXPECT_EQ(material[info.key]["maximum"].get<float>(), info.max) << info.key;
    EXPECT_FALSE(material[info.key].contains("deprecated")) << info.key;
    material.erase(info.key);
  }
  material.erase("fabric");
  const auto fabrics = schema["$defs"]["fabric"]["enum"];
  for (const auto& name : fabrics) EXPECT_TRUE(find_fabric(name.get<std::string>())) << name;
  EXPECT_EQ(fabrics.size(), fabric_list().size());
  EXPECT_EQ(material.size(), 3u);  // words of earlier versions, which must be known and marked
  for (const auto& [key, schema_of] : material.items()) {
    const auto word = find_material_word(key);
    ASSERT_TRUE(word.has_value()) << key;
    EXPECT_TRUE(schema_of.value("deprecated", false)) << key;
    EXPECT_EQ(schema_of["minimum"].get<float>(), word->min) << key;
    EXPECT_EQ(schema_of["maximum"].get<float>(), word->max) << key;
  }

  for (const auto& name : schema["$defs"]["ray_tracer"]["enum"])
    EXPECT_TRUE(std::count(std::begin(kRayTracerNames), std::end(kRayTracerNames), name.get<std::string>()));
  EXPECT_EQ(schema["$defs"]["ray_tracer"]["enum"].size(), std::size(kRayTracerNames));
}

}  // namespace
}  // namespace raycloth
