// Colours of objects that name none: obstacles are grey, every cloth has one of its own.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "sim/model/model.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

float saturation(Vec3 c) {
  const float most = std::max({c.x, c.y, c.z}), least = std::min({c.x, c.y, c.z});
  return most > 0 ? (most - least) / most : 0;
}

/// Linear light from a colour as it is written.
Vec3 linear(Vec3 c) {
  const auto one = [](float v) { return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f); };
  return {one(c.x), one(c.y), one(c.z)};
}

/// CIE L*a*b* of linear light under D65.
Vec3 lab(Vec3 c) {
  const float x = (0.4124f * c.x + 0.3576f * c.y + 0.1805f * c.z) / 0.9505f;
  const float y = 0.2126f * c.x + 0.7152f * c.y + 0.0722f * c.z;
  const float z = (0.0193f * c.x + 0.1192f * c.y + 0.9505f * c.z) / 1.089f;
  const auto f = [](float v) { return v > 0.008856f ? std::cbrt(v) : 7.787f * v + 16.0f / 116; };
  return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

// What is left of a colour without red or without green cones: Vienot, Brettel and Mollon 1999, on linear light.
Vec3 protan(Vec3 c) {
  const float yellow = 0.11238f * c.x + 0.88762f * c.y;
  return {yellow, yellow, 0.00401f * c.x - 0.00401f * c.y + c.z};
}
Vec3 deutan(Vec3 c) {
  const float yellow = 0.29275f * c.x + 0.70725f * c.y;
  return {yellow, yellow, -0.02234f * c.x + 0.02234f * c.y + c.z};
}

class ObjectColors : public testing::Test {
 protected:
  ObjectColors() { fs::create_directories(folder_); }
  ~ObjectColors() override { fs::remove_all(folder_); }

  Model load(const std::string& objects) {
    std::ofstream(folder_ / "test.json") << "{\"objects\": [" << objects << "]}";
    return build_model(load_scene({folder_ / "test.json"}));
  }

  static std::string sheet(const std::string& name, const std::string& kind, const std::string& more = "") {
    return R"({"name": ")" + name + R"(", "kind": ")" + kind + R"(", "sheet": {"size": [1, 1], "cells": [1, 1]})" +
           more + "}";
  }
  /// A tetrahedron.
  std::string ball(const std::string& name) {
    std::ofstream(folder_ / "ball.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    return R"({"name": ")" + name + R"(", "kind": "solid", "mesh": "ball.obj"})";
  }

  fs::path folder_ = fs::temp_directory_path() / ("raycloth-colors-" + std::to_string(getpid()));
};

TEST_F(ObjectColors, ObstaclesAreOneGreyAndClothsDifferWhereNothingIsSaid) {
  std::string objects = ball("ball") + ", " + sheet("wall", "shell") + ", " + ball("other ball");
  for (int i = 0; i < 8; ++i) objects += ", " + sheet("sheet " + std::to_string(i), "cloth");
  const Model model = load(objects);
  std::vector<Vec3> cloths;
  for (const ModelObject& object : model.objects) {
    if (object.kind == ObjectKind::cloth) {
      cloths.push_back(object.color);
      EXPECT_GT(saturation(object.color), 0.2f) << object.name;
      EXPECT_GT(glm::distance(lab(linear(object.color)), lab(linear(model.objects[0].color))), 15) << object.name;
    } else {
      EXPECT_EQ(object.color, model.objects[0].color) << object.name;
      EXPECT_LT(saturation(object.color), 0.15f) << object.name;
    }
  }
  ASSERT_EQ(cloths.size(), 8u);
  for (size_t a = 0; a < cloths.size(); ++a)
    for (size_t b = 0; b < a; ++b) {
      const Vec3 first = linear(cloths[a]), second = linear(cloths[b]);
      // A difference of 2 to 3 is just seen side by side.
      EXPECT_GT(glm::distance(lab(first), lab(second)), 15) << a << " " << b;
      EXPECT_GT(glm::distance(lab(protan(first)), lab(protan(second))), 8) << a << " " << b << " to a protanope";
      EXPECT_GT(glm::distance(lab(deutan(first)), lab(deutan(second))), 8) << a << " " << b << " to a deuteranope";
    }
}

TEST_F(ObjectColors, WhatASceneSaysIsKept) {
  const Model model = load(sheet("red wall", "shell", R"(, "color": [0.7, 0.1, 0.2])") + ", " +
                           sheet("towel", "cloth", R"(, "color": [0.5, 0.5, 0.5])"));
  EXPECT_EQ(model.objects[0].color, Vec3(0.7f, 0.1f, 0.2f));
  EXPECT_EQ(model.objects[1].color, Vec3(0.5f, 0.5f, 0.5f));
}

TEST_F(ObjectColors, LoneMeshesAreGreyToo) {
  ball("ball");
  const Model model = build_model(load_scene({folder_ / "ball.obj", folder_ / "ball.obj"}));
  ASSERT_EQ(model.objects.size(), 3u);
  EXPECT_EQ(model.objects[0].color, model.objects[1].color);
  EXPECT_LT(saturation(model.objects[0].color), 0.15f);
  EXPECT_GT(saturation(model.objects[2].color), 0.2f);
}

}  // namespace
}  // namespace raycloth
