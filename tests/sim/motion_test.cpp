// Motion as a function of time against formulas, and what scene files may say about it.
#include "sim/scene/motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "device/error.h"
#include "sim/model/model.h"
#include "sim/scene/scene.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

constexpr double kPi = 3.14159265358979;

Keyframe turned(double time, glm::dvec3 axis, double degrees, glm::dvec3 translation = glm::dvec3(0)) {
  Keyframe key;
  key.time = time;
  key.translation = translation;
  key.turn = Turn{glm::normalize(axis), degrees};
  key.orientation = glm::angleAxis(glm::radians(degrees), key.turn->axis);
  return key;
}

Motion motion_of(std::vector<Keyframe> keys, MotionEnd end = MotionEnd::hold) {
  Motion motion;
  motion.kind = MotionKind::kinematic;
  motion.path = {std::move(keys), end};
  return motion;
}

void expect_near(const glm::dvec3& found, const glm::dvec3& wanted, double tolerance = 1e-9) {
  EXPECT_LT(glm::length(found - wanted), tolerance)
      << found.x << " " << found.y << " " << found.z << " for " << wanted.x << " " << wanted.y << " " << wanted.z;
}

/// Where +x goes, turned by `degrees` about +y.
glm::dvec3 x_about_y(double degrees) { return {std::cos(degrees * kPi / 180), 0, -std::sin(degrees * kPi / 180)}; }

TEST(Keyframes, PlacesGoLinearlyAndStayBeforeAndAfter) {
  const Motion motion = motion_of(
      {turned(1, {0, 1, 0}, 0, {1, 2, 3}), turned(3, {0, 1, 0}, 0, {3, 2, -1}), turned(4, {0, 1, 0}, 0, {0, 0, 0})});
  expect_near(pose_at(motion, 0).translation, {1, 2, 3});
  expect_near(pose_at(motion, 1.5).translation, {1.5, 2, 2});
  expect_near(pose_at(motion, 3).translation, {3, 2, -1});
  expect_near(pose_at(motion, 3.25).translation, {2.25, 1.5, -0.75});
  expect_near(pose_at(motion, 9).translation, {0, 0, 0});
}

TEST(Keyframes, TurnsAboutOneAxisKeepTheirNumberOfTurns) {
  const Motion motion = motion_of({turned(0, {1, 0, 0}, 0), turned(2, {0, 1, 0}, 720), turned(3, {0, -2, 0}, -540)});
  for (const double time : {0.0, 0.1, 0.3, 0.77, 1.5, 2.0})
    expect_near(pose_at(motion, time).rotation * glm::dvec3(1, 0, 0), x_about_y(360 * time));
  expect_near(pose_at(motion, 2.25).rotation * glm::dvec3(1, 0, 0), x_about_y(720 - 180 * 0.25));
}

TEST(Keyframes, OtherOrientationsGoTheShorterWayAtAConstantRate) {
  const Keyframe a = turned(0, {1, 0, 0}, 90), b = turned(1, {0, 0, 1}, 90);
  const Motion motion = motion_of({a, b});
  // What leads from a to b is one turn (by 120 degrees, about an axis of three equal parts); a part of it leads to a
  // part of the way.
  const glm::dquat way = b.orientation * glm::inverse(a.orientation);
  const double angle = 2 * std::acos(way.w);
  EXPECT_NEAR(angle, 2 * kPi / 3, 1e-12);
  const glm::dvec3 axis = glm::normalize(glm::dvec3(way.x, way.y, way.z));
  for (const double t : {0.0, 0.25, 0.6, 1.0}) {
    const glm::dmat3 wanted = glm::mat3_cast(glm::angleAxis(t * angle, axis) * a.orientation);
    for (int k = 0; k < 3; ++k) expect_near(pose_at(motion, t).rotation[k], wanted[k]);
  }
}

TEST(Keyframes, QuaternionsOfEitherSignGoTheShorterWay) {
  Keyframe a = turned(0, {0, 1, 0}, 10), b = turned(1, {0, 1, 0}, 50);
  a.turn.reset();
  b.turn.reset();
  b.orientation = -b.orientation;
  expect_near(pose_at(motion_of({a, b}), 0.5).rotation * glm::dvec3(1, 0, 0), x_about_y(30));
}

TEST(Keyframes, LoopBeginsAgain) {
  const Motion motion = motion_of(
      {turned(1, {0, 1, 0}, 0), turned(3, {0, 1, 0}, 90, {2, 0, 0}), turned(5, {0, 1, 0}, 360)}, MotionEnd::loop);
  expect_near(pose_at(motion, 0.5).translation, {0, 0, 0});
  for (const double time : {2.0, 6.0, 14.0}) {
    expect_near(pose_at(motion, time).translation, {1, 0, 0});
    expect_near(pose_at(motion, time).rotation * glm::dvec3(1, 0, 0), x_about_y(45));
  }
}

TEST(Keyframes, TheTurnBetweenTwoPosesIsThatAboutTheirAxis) {
  const glm::dvec3 axis = glm::normalize(glm::dvec3(1, -2, 0.5));
  const Motion motion = motion_of({turned(0, axis, 0), turned(1, axis, 720)});
  const double h = 1e-4, angle = 4 * kPi * h;
  expect_near(turn_between(pose_at(motion, 0.3), pose_at(motion, 0.3 + h)), axis * angle, angle * angle * angle);
  EXPECT_TRUE(turns(motion));
  EXPECT_FALSE(turns(motion_of({turned(0, axis, 0), turned(1, axis, 0, {1, 2, 3})})));
}

TEST(Shapes, GoOnFromOneToTheNextAndBeginAgain) {
  Motion motion;
  motion.sequence = {{{Vec3(0)}, {Vec3(1)}, {Vec3(0)}}, {0, 1, 3}, MotionEnd::loop};
  EXPECT_NEAR(advance_between(pose_at(motion, 0.25), pose_at(motion, 0.5)), 0.25, 1e-12);
  EXPECT_NEAR(advance_between(pose_at(motion, 0.5), pose_at(motion, 2)), 1, 1e-12) << "half of each";
  EXPECT_EQ(advance_between(pose_at(motion, 2.9), pose_at(motion, 3.1)), 0);
  EXPECT_TRUE(turns(motion));
  motion.sequence = {{{Vec3(0)}}, {0}, MotionEnd::hold};
  EXPECT_FALSE(turns(motion));
}

TEST(Shapes, AreSharedLinearlyBetweenTheirTimes) {
  Motion motion;
  motion.sequence = {{{Vec3(0)}, {Vec3(1)}, {Vec3(2)}}, {0.5, 1, 2}, MotionEnd::hold};
  const auto expect = [&](double time, int shape, int next, double share) {
    const Pose pose = pose_at(motion, time);
    EXPECT_EQ(pose.shape, shape) << time;
    EXPECT_EQ(pose.next_shape, next) << time;
    EXPECT_NEAR(pose.share, share, 1e-12) << time;
  };
  expect(0, 0, 0, 0);
  expect(0.6, 0, 1, 0.2);
  expect(1.75, 1, 2, 0.75);
  expect(5, 2, 2, 0);
  motion.sequence.end = MotionEnd::loop;
  expect(0.5 + 1.5 + 1.25, 1, 2, 0.75);
}

// ---- scene files

class MotionFile : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / (std::string("raycloth_motion_test_") + test->name());
    fs::create_directories(folder_);
    for (int i = 0; i < 3; ++i)
      write("walk_" + std::to_string(9 + i) + ".obj", tetrahedron(0.1f * static_cast<float>(i)));
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// Moved up; quads and n-gons of a real file are cut alike in every one.
  static std::string tetrahedron(float up, const std::string& faces = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n") {
    std::string text;
    for (const Vec3& p : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, -1), Vec3(0, 1, 0)})
      text += "v " + std::to_string(p.x) + " " + std::to_string(p.y + up) + " " + std::to_string(p.z) + "\n";
    return text + faces;
  }

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

  Scene load(const std::string& motion, const std::string& more = "") const {
    write("test.json",
          R"({"objects": [{"name": "it", "kind": "solid", "mesh": "walk_9.obj", "motion": )" + motion + more + "}]}");
    return load_scene({folder_ / "test.json"});
  }

  std::string error_of(const std::string& motion, const std::string& more = "") const {
    try {
      load(motion, more);
    } catch (const InputError& error) {
      std::string text = error.what();
      for (size_t at; (at = text.find(folder_.string() + "/")) != std::string::npos;)
        text.erase(at, folder_.string().size() + 1);
      return text;
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(MotionFile, ReadsKeyframes) {
  const Scene scene = load(R"({"kind": "kinematic", "about": [1, 0, 0], "end": "loop", "keyframes": [
    {"time": 0.5}, {"time": 1, "translate": [1, 2, 3], "quaternion": [0, 0.70710678, 0, 0.70710678]},
    {"time": 2, "rotate": {"axis": [0, 3, 0], "degrees": -360}}]})");
  const Motion& motion = scene.objects[0].motion;
  EXPECT_EQ(motion.kind, MotionKind::kinematic);
  EXPECT_EQ(motion.pivot, Vec3(1, 0, 0));
  EXPECT_EQ(motion.path.end, MotionEnd::loop);
  ASSERT_EQ(motion.path.keys.size(), 3u);
  expect_near(motion.path.keys[1].translation, {1, 2, 3});
  expect_near(motion.path.keys[1].orientation * glm::dvec3(1, 0, 0), {0, 0, -1}, 1e-7);
  ASSERT_TRUE(motion.path.keys[2].turn.has_value());
  EXPECT_EQ(motion.path.keys[2].turn->degrees, -360);
  EXPECT_EQ(load(R"({"kind": "static"})").objects[0].motion.kind, MotionKind::fixed);
}

TEST_F(MotionFile, TurnsAboutTheMiddleOfTheBoxUnlessSaid) {
  const Scene scene = load(R"({"kind": "kinematic", "keyframes": [{"time": 0}]})", R"(, "translate": [0, 1, 0])");
  EXPECT_EQ(scene.objects[0].motion.pivot, Vec3(0.5f, 1.5f, -0.5f));
}

TEST_F(MotionFile, ReadsASequenceByNumberAndPlacesItLikeTheMesh) {
  const Scene scene = load(R"({"kind": "kinematic", "sequence": {"files": "walk_*.obj", "frame_rate": 10}})",
                           R"(, "fit": 2, "translate": [5, 0, 0])");
  const ShapeSequence& sequence = scene.objects[0].motion.sequence;
  ASSERT_EQ(sequence.shapes.size(), 3u);  // 9, 10, 11: not as the letters go
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(sequence.times[i], 0.1 * i, 1e-7);
    for (size_t v = 0; v < 4; ++v) {
      const Vec3 wanted = scene.objects[0].mesh.positions[v] + Vec3(0, 0.2f * static_cast<float>(i), 0);
      EXPECT_LT(glm::distance(sequence.shapes[i][v], wanted), 1e-5f) << i << " " << v;
    }
  }
}

TEST_F(MotionFile, ALoopOfFramesGoesOverIntoTheFirst) {
  const Scene scene =
      load(R"({"kind": "kinematic", "sequence": {"files": "walk_*.obj", "frame_rate": 10, "end": "loop"}})");
  const Pose pose = pose_at(scene.objects[0].motion, 0.25);
  const auto& shapes = scene.objects[0].motion.sequence.shapes;
  EXPECT_NEAR(shapes[pose.shape][0].y, 0.2f, 1e-6f);
  EXPECT_NEAR(shapes[pose.next_shape][0].y, 0, 1e-6f);
  EXPECT_NEAR(pose.share, 0.5, 1e-6);
}

TEST_F(MotionFile, KeepsTheVerticesOfTheFileThoughItWeldsThem) {
  // Vertices 1 and 5 lie in one place in the first file, and not in the second.
  const std::string faces = "f 5 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  const auto with_fifth = [&](float up) {
    return "v 0 " + std::to_string(up) + " 0\nv 1 0 0\nv 0 0 -1\nv 0 1 0\nv 0 0 0\n" + faces;
  };
  write("walk_9.obj", with_fifth(0));
  write("other.obj", with_fifth(-0.5f));
  const Scene scene =
      load(R"({"kind": "kinematic", "sequence": {"files": ["walk_9.obj", "other.obj"], "times": [0, 1]}})");
  EXPECT_EQ(scene.objects[0].kind, ObjectKind::solid);
  const auto& shape = scene.objects[0].motion.sequence.shapes[1];
  ASSERT_EQ(shape.size(), 4u);
  for (size_t v = 0; v < 4; ++v) {  // a welded vertex follows the first of its kind in the file's faces
    const Vec3 placed = scene.objects[0].mesh.positions[v];
    EXPECT_EQ(shape[v], placed) << v;
  }
}

TEST_F(MotionFile, AnObjectBeginsInItsPoseOfTime0) {
  const Scene scene = load(R"({"kind": "kinematic", "about": [0, 0, 0], "keyframes": [
    {"time": 1, "translate": [0, 0, 2], "rotate": {"axis": [0, 1, 0], "degrees": 90}}]})");
  const Model model = build_model(scene);
  for (size_t v = 0; v < model.positions.size(); ++v) {
    const Vec3 p = scene.objects[0].mesh.positions[model.source_vertex[v]];
    expect_near(glm::dvec3(model.positions[v]), {p.z, p.y, -p.x + 2}, 1e-6);
    EXPECT_EQ(model.positions[v].w, 0);
  }
}

TEST_F(MotionFile, NamesWhatDoesNotFit) {
  EXPECT_EQ(error_of("{}"), "test.json: /objects/0/motion: 'kind' is missing");
  EXPECT_EQ(error_of(R"({"kind": "kinematic"})"),
            "test.json: /objects/0/motion: expected 'keyframes', a 'sequence' or both");
  EXPECT_EQ(error_of(R"({"kind": "kinematic", "keyframes": []})"),
            "test.json: /objects/0/motion/keyframes: found [], expected at least one keyframe");
  EXPECT_EQ(error_of(R"({"kind": "kinematic", "keyframes": [{"translate": [0, 0, 0]}]})"),
            "test.json: /objects/0/motion/keyframes/0: 'time' is missing");
  EXPECT_EQ(
      error_of(R"({"kind": "kinematic", "keyframes": [{"time": 2}, {"time": 1}]})"),
      "test.json: /objects/0/motion/keyframes/1/time: found 1, expected a time after the one before it (2.000000 s)");
  EXPECT_EQ(error_of(R"({"kind": "kinematic", "keyframes": [{"time": 0, "rotate": {"axis": [0, 1, 0]}}]})"),
            "test.json: /objects/0/motion/keyframes/0/rotate: 'degrees' is missing");
  EXPECT_EQ(error_of(R"({"kind": "kinematic", "keyframes": [{"time": 0, "quaternion": [0, 1, 0, 1]}]})"),
            "test.json: /objects/0/motion/keyframes/0/quaternion: found [0,1,0,1], expected a quaternion x y z w of "
            "length 1");
  EXPECT_NE(error_of(R"({"kind": "kinematic", "end": "loop", "keyframes": [
              {"time": 0}, {"time": 1, "rotate": {"axis": [0, 1, 0], "degrees": 90}}]})")
                .find("expected the pose of the first keyframe again, as 'end' is 'loop'"),
            std::string::npos);
  EXPECT_NE(error_of(R"({"kind": "static", "keyframes": [{"time": 0}]})").find("unknown key"), std::string::npos);
}

TEST_F(MotionFile, NamesTheFileOfASequenceThatDoesNotFit) {
  const std::string two = R"({"kind": "kinematic", "sequence": {"files": ["walk_9.obj", "bad.obj"], "frame_rate": 5}})";
  const std::string place = "test.json: /objects/0/motion/sequence/files: ";
  EXPECT_EQ(error_of(two), place + "bad.obj: no such file");
  write("bad.obj", tetrahedron(0) + "v 0 0 1\nf 1 2 5\n");
  EXPECT_EQ(error_of(two), place + "bad.obj: found 5 vertices, expected 4 as in walk_9.obj");
  write("bad.obj", tetrahedron(0, "f 1 3 2\nf 1 2 4\nf 2 3 4\n"));
  EXPECT_EQ(error_of(two), place + "bad.obj: found 3 faces, expected 4 as in walk_9.obj");
  write("bad.obj", tetrahedron(0, "f 1 3 2\nf 1 2 4\nf 3 1 4\nf 2 3 4\n"));
  EXPECT_EQ(error_of(two), place +
                               "bad.obj: found other faces than in walk_9.obj, expected the same vertices in the "
                               "same order");
  write("walk_13.obj", tetrahedron(0));
  EXPECT_EQ(error_of(R"({"kind": "kinematic", "sequence": {"files": "walk_*.obj", "frame_rate": 5}})"),
            place + "walk_*.obj: number 12 is missing, expected all up to 13");
  EXPECT_EQ(error_of(R"({"kind": "kinematic", "sequence": {"files": "run_*.obj", "frame_rate": 5}})"),
            place + "run_*.obj: no such file, expected some with a number for the *");
  EXPECT_EQ(error_of(R"({"kind": "kinematic", "sequence": {"files": ["walk_9.obj", "walk_10.obj"], "times": [0]}})"),
            "test.json: /objects/0/motion/sequence/times: found [0], expected 2 times, one for each file");
  EXPECT_EQ(error_of(R"({"kind": "kinematic", "sequence": {"files": ["walk_9.obj", "walk_10.obj"]}})"),
            "test.json: /objects/0/motion/sequence: expected either 'frame_rate' or 'times'");
}

TEST_F(MotionFile, ReadsBodies) {
  const Scene scene =
      load(R"({"kind": "rigid", "velocity": [1, 2, 3], "spin": [0, -4, 0]})", R"(, "material": {"density": 600})");
  const Model model = build_model(scene);
  ASSERT_EQ(model.bodies.size(), 1u);
  EXPECT_TRUE(model.bodies[0].rigid);
  EXPECT_NEAR(model.bodies[0].mass, 600.0 / 6, 1e-4);  // a corner of the unit cube
  expect_near(model.bodies[0].whole.centre, {0.25, 0.25, -0.25}, 1e-6);
  double mass = 0;
  for (size_t v = 0; v < model.positions.size(); ++v) {
    mass += 1 / model.positions[v].w;
    const glm::dvec3 arm = glm::dvec3(model.positions[v]) - model.bodies[0].whole.centre;
    expect_near(glm::dvec3(model.velocities[v]), glm::dvec3(1, 2, 3) + glm::cross(glm::dvec3(0, -4, 0), arm), 1e-5);
  }
  EXPECT_NEAR(mass, 100, 1e-3);
}

TEST_F(MotionFile, OnlyAClosedSolidCanBeABody) {
  write("walk_9.obj", tetrahedron(0, "f 1 3 2\nf 1 2 4\nf 2 3 4\n"));
  EXPECT_EQ(
      error_of(R"({"kind": "rigid"})"),
      "test.json: /objects/0/motion: found a shell or a surface that is not closed, expected a closed solid to be "
      "rigid");
  EXPECT_NE(error_of(R"({"kind": "soft", "keyframes": []})").find("unknown key"), std::string::npos);
}

TEST(MotionSchema, HasTheKindsOfMotion) {
  std::ifstream stream(fs::path(RAYCLOTH_SOURCE_DIR) / "assets/scene.schema.json");
  const auto kinds = nlohmann::json::parse(stream)["$defs"]["motion"]["properties"]["kind"]["enum"];
  ASSERT_EQ(kinds.size(), std::size(kMotionNames));
  for (size_t i = 0; i < kinds.size(); ++i) EXPECT_EQ(kinds[i].get<std::string>(), kMotionNames[i]);
}

TEST_F(MotionFile, ClothMovesByItself) {
  write("test.json", R"({"objects": [{"name": "it", "kind": "cloth", "sheet": {"size": [1, 1], "cells": [2, 2]},
    "motion": {"kind": "kinematic", "keyframes": [{"time": 0}]}}]})");
  EXPECT_THROW(load_scene({folder_ / "test.json"}), InputError);
}

}  // namespace
}  // namespace raycloth
