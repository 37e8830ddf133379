// `thickness_map` in scene files: where its numbers end up, and what is refused.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "device/error.h"
#include "sim/model/model.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

class ThicknessMap : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }

  /// A scene of one object with these members.
  Scene load(const std::string& members, const std::string& kind = "cloth") const {
    return load_scene(
        {write("scene.json", R"({"objects": [{"name": "a", "kind": ")" + kind + "\", " + members + "}]}")});
  }

  std::string refusal(const std::string& members, const std::string& kind = "cloth") const {
    try {
      load(members, kind);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  }

  const fs::path folder_ = fs::temp_directory_path() / ("raycloth_thickness_" + std::to_string(::getpid()) + "_" +
                                                        testing::UnitTest::GetInstance()->current_test_info()->name());
};

/// The factor of the model's vertex nearest to a place.
float factor_at(const Model& model, Vec3 place) {
  size_t nearest = 0;
  for (size_t v = 0; v < model.positions.size(); ++v)
    if (glm::distance(Vec3(model.positions[v]), place) < glm::distance(Vec3(model.positions[nearest]), place))
      nearest = v;
  return model.thickness_factors[nearest];
}

TEST_F(ThicknessMap, OfASheetGoesRowByRow) {
  const Model model = build_model(
      load(R"("sheet": {"size": [2, 1], "cells": [2, 1]}, "thickness_map": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])"));
  EXPECT_TRUE(model.objects[0].thickness_varies);
  EXPECT_EQ(factor_at(model, {-1, 0, -0.5f}), 0.1f);
  EXPECT_EQ(factor_at(model, {0, 0, -0.5f}), 0.2f);
  EXPECT_EQ(factor_at(model, {-1, 0, 0.5f}), 0.4f);
  EXPECT_EQ(factor_at(model, {1, 0, 0.5f}), 0.6f);
}

TEST_F(ThicknessMap, WithoutOneEveryFactorIsOne) {
  const Model model = build_model(load(R"("sheet": {"size": [2, 1], "cells": [2, 1]})"));
  EXPECT_FALSE(model.objects[0].thickness_varies);
  for (const float factor : model.thickness_factors) EXPECT_EQ(factor, 1);
}

/// A square of two triangles; its first vertex is used by no face.
constexpr const char* kColored =
    "v 9 9 9 0 0 0\nv 0 0 0 1 0 0\nv 1 0 0 0.5 0 1\nv 1 0 1 0 1 0.25\nv 0 0 1 0 0 0\n"
    "f 2 4 3\nf 2 5 4\n";

TEST_F(ThicknessMap, OfVertexColoursRunsFromOneFactorToAnother) {
  write("square.obj", kColored);
  const Model red =
      build_model(load(R"("mesh": "square.obj", "thickness_map": {"channel": "red", "from": 0.5, "to": 2})"));
  EXPECT_FLOAT_EQ(factor_at(red, {0, 0, 0}), 2);
  EXPECT_FLOAT_EQ(factor_at(red, {1, 0, 0}), 1.25f);
  EXPECT_FLOAT_EQ(factor_at(red, {1, 0, 1}), 0.5f);
  const Model blue =
      build_model(load(R"("mesh": "square.obj", "thickness_map": {"channel": "blue", "from": 3, "to": 1})"));
  EXPECT_FLOAT_EQ(factor_at(blue, {1, 0, 0}), 1);
  EXPECT_FLOAT_EQ(factor_at(blue, {1, 0, 1}), 2.5f);
}

TEST_F(ThicknessMap, OfAFileCountsTheFilesVertices) {
  write("square.obj", kColored);
  const Model model = build_model(load(R"("mesh": "square.obj", "thickness_map": [9, 0.1, 0.2, 0.3, 0.4])"));
  EXPECT_EQ(factor_at(model, {0, 0, 0}), 0.1f);  // the second line of the file
  EXPECT_EQ(factor_at(model, {0, 0, 1}), 0.4f);
}

TEST_F(ThicknessMap, RefusesWhatDoesNotFit) {
  const std::string sheet = R"("sheet": {"size": [1, 1], "cells": [1, 1]}, )";
  for (const char* count : {"[1, 1, 1]", "[1, 1, 1, 1, 1]"}) {
    EXPECT_NE(refusal(sheet + R"("thickness_map": )" + count).find("expected one for each of the 4 vertices of sheet"),
              std::string::npos);
  }
  EXPECT_NE(refusal(sheet + R"("thickness_map": [1, 1, 1, 50])").find("/thickness_map/3"), std::string::npos);
  EXPECT_NE(refusal(sheet + R"("thickness_map": {"channel": "red", "from": 1, "to": 2})").find("no vertex colours"),
            std::string::npos);
  write("square.obj", kColored);
  EXPECT_NE(
      refusal(R"("mesh": "square.obj", "thickness_map": [1, 1, 1, 1])").find("each of the 5 vertices of square.obj"),
      std::string::npos);
  EXPECT_NE(refusal(R"("mesh": "square.obj", "thickness_map": {"channel": "pink", "from": 1, "to": 2})").find("pink"),
            std::string::npos);
  write("bright.obj", "v 0 0 0 255 0 0\nv 1 0 0 0 0 0\nv 0 0 1 0 0 0\nf 1 3 2\n");
  EXPECT_NE(refusal(R"("mesh": "bright.obj", "thickness_map": {"channel": "red", "from": 1, "to": 2})").find("255"),
            std::string::npos);
}

TEST_F(ThicknessMap, OfASolidIsRefused) {
  const std::string ball = (fs::path(RAYCLOTH_SOURCE_DIR) / "assets/meshes/ball_small.obj").string();
  EXPECT_NE(refusal("\"mesh\": \"" + ball + R"(", "thickness_map": {"channel": "red", "from": 1, "to": 2})", "solid")
                .find("a solid has no thickness"),
            std::string::npos);
}

}  // namespace
}  // namespace raycloth
