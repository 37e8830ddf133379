// Fabrics as they were measured, held to the figures of the papers.
#include "sim/scene/fabrics.h"

#include <gtest/gtest.h>

#include <fstream>

#include "device/error.h"

namespace raycloth {
namespace {

/// Matsudaira et al. 2015, Table 1, as it stands there.
struct Measured {
  const char* name;
  double bending;  // gf cm^2/cm
  double density;  // mg/cm^2
};
constexpr Measured kTable[] = {{"cotton", 0.118, 12.38}, {"wool", 0.067, 16.29}, {"polyester", 0.019, 10.43}};

// 1 gf = 9.80665e-3 N, 1 cm = 1e-2 m: a gf cm^2 per cm is 9.80665e-5 N m. 1 mg/cm^2 = 0.01 kg/m^2.
TEST(Fabrics, AreAsTheirSourceMeasuredThem) {
  EXPECT_EQ(fabric_list().size(), std::size(kTable) + 2) << "each has a row of a source here, or a test below";
  for (const Measured& row : kTable) {
    const Fabric* fabric = find_fabric(row.name);
    ASSERT_TRUE(fabric) << row.name;
    Material material;
    put(*fabric, material);
    EXPECT_NEAR(material.bend_stiffness, row.bending * 9.80665e-5, 1e-3 * row.bending * 9.80665e-5) << row.name;
    EXPECT_NEAR(material.areal_density, row.density * 0.01, 1e-6) << row.name;
    EXPECT_NE(fabric->source.find("Matsudaira"), std::string::npos);
    EXPECT_EQ(material.half_thickness, Material{}.half_thickness) << "that is the mesh's";
    EXPECT_EQ(fabric_of(material), fabric);
  }
}

/// Wang, O'Brien, Ramamoorthi 2011, the first column of the bending that they measured of this denim.
TEST(Fabrics, DenimIsTheMeanOfThreeDirections) {
  Material denim;
  put(*find_fabric("denim"), denim);
  EXPECT_NEAR(denim.bend_stiffness, (64.196457e-6 + 73.384567e-6 + 96.951576e-6) / 3, 0.05e-6);
  EXPECT_FLOAT_EQ(denim.areal_density, 0.324f);
}

/// A plate of thickness t, with Young's modulus 3 G as it keeps its volume, and Poisson's ratio 1/2.
TEST(Fabrics, RubberIsAnIncompressiblePlate) {
  const double t = 1e-3, shear = 0.5e6, young = 3 * shear;
  Material rubber;
  put(*find_fabric("rubber"), rubber);
  EXPECT_NEAR(rubber.areal_density, 950 * t, 1e-6);
  EXPECT_NEAR(rubber.warp_stiffness, young * t, 1e-3);
  EXPECT_NEAR(rubber.weft_stiffness, young * t, 1e-3);
  EXPECT_NEAR(rubber.shear_stiffness, shear * t, 1e-3);
  EXPECT_NEAR(rubber.bend_stiffness, young * t * t * t / (12 * (1 - 0.25)), 1e-7);
}

TEST(Fabrics, TakeBackWhatTheOneBeforeSaid) {
  Material material;
  put(*find_fabric("rubber"), material);
  put(*find_fabric("wool"), material);
  EXPECT_EQ(material.warp_stiffness, Material{}.warp_stiffness);
  material.warp_stiffness = 3000;
  put(*find_fabric("cotton"), material);
  EXPECT_EQ(material.warp_stiffness, 3000) << "no fabric said so";
}

Scene load_with(const std::string& material) {
  const std::filesystem::path file = testing::TempDir() + "/raycloth_fabric_" +
                                     testing::UnitTest::GetInstance()->current_test_info()->name() + ".json";
  std::ofstream(file) << R"({"objects": [{"name": "sail", "kind": "cloth", "sheet": {"size": [1, 1], "cells": [4, 4]},
                             "material": )"
                      << material << "}]}";
  return load_scene({file});
}

TEST(Fabrics, AreChosenInASceneFile) {
  Material wool;
  put(*find_fabric("wool"), wool);
  const Material alone = load_with("\"wool\"").objects[0].material;
  EXPECT_EQ(alone.bend_stiffness, wool.bend_stiffness);
  EXPECT_EQ(alone.areal_density, wool.areal_density);
  const Material with = load_with(R"({"areal_density": 0.4, "fabric": "wool"})").objects[0].material;
  EXPECT_EQ(with.bend_stiffness, wool.bend_stiffness);
  EXPECT_EQ(with.areal_density, 0.4f) << "what is said beside it wins";
}

TEST(Fabrics, ThatAreNotThereAreRefusedWithThoseThatAre) {
  try {
    load_with("\"tin\"");
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("found \"tin\", expected one of cotton, denim, polyester, rubber, wool"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace raycloth
