// Animations of glTF files that are written here, as sequences of a scene: their places are known by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/mesh/sequence.h"
#include "sim/scene/scene.h"
#include "tests/sim/gltf_writer.h"

namespace raycloth {
namespace {

constexpr double kQuarter = 1.5707963267948966;

class GltfAnimation : public GltfWriter {
 protected:
  /// The square, whose third and fourth corner a target raises by 1 along z.
  void add_morphed_square() {
    add_square();
    add<float>({0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1}, 5126, "VEC3", 4);
  }
  /// A sampler of these times and values.
  std::string sampler(const std::vector<float>& times, const std::vector<float>& values, const char* type, size_t count,
                      const char* between) {
    const int input = add(times, 5126, "SCALAR", times.size()), output = add(values, 5126, type, count);
    return R"({"input": )" + std::to_string(input) + R"(, "output": )" + std::to_string(output) +
           R"(, "interpolation": ")" + between + "\"}";
  }
  std::string weights(const std::vector<float>& times, const std::vector<float>& values, const char* between) {
    return animation("a", sampler(times, values, "SCALAR", values.size(), between), 0, "weights");
  }
  static std::string animation(const std::string& name, const std::string& of, int node, const std::string& path) {
    return R"({"name": ")" + name + R"(", "samplers": [)" + of +
           R"(], "channels": [{"sampler": 0, "target": {"node": )" + std::to_string(node) + R"(, "path": ")" + path +
           "\"}}]}";
  }

  /// A file of the morphed square with these animations.
  void write_morphed(const std::string& animations) {
    write_glb(kOneNode + R"("meshes": [{"name": "m", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1,
                            "targets": [{"POSITION": 2}]}]}], "animations": [)" +
              animations + "]");
  }

  Scene scene(const std::string& more = "", const std::string& placed = "", const std::string& mesh = "m.glb") {
    std::ofstream(folder_ / "s.json") << R"({"objects": [{"name": "it", "kind": "shell", "mesh": ")" + mesh + "\"" +
                                             placed + R"(, "motion": {"kind": "kinematic", "sequence":
                                             {"files": "m.glb")" +
                                             more + "}}}]}";
    return load_scene({folder_ / "s.json"});
  }
  std::string refused(const std::string& more = "", const std::string& mesh = "m.glb") {
    try {
      scene(more, "", mesh);
    } catch (const InputError& error) {
      std::string text = error.what();
      for (size_t at; (at = text.find(folder_.string() + "/")) != std::string::npos;)
        text.erase(at, folder_.string().size() + 1);
      return text;
    }
    return "taken";
  }

  static Vec3 place(const Scene& scene, size_t vertex, double time) {
    const Motion& motion = scene.objects[0].motion;
    const Pose pose = pose_at(motion, time);
    const glm::dvec3 a(motion.sequence.shapes[pose.shape][vertex]), b(motion.sequence.shapes[pose.next_shape][vertex]);
    return Vec3(a + (b - a) * pose.share);
  }
};

TEST_F(GltfAnimation, MorphWeightsGoStraightFromKeyToKey) {
  add_morphed_square();
  write_morphed(weights({0.5f, 1, 3}, {0, 1, 0.5f}, "LINEAR"));
  const Scene read = scene("", R"(, "scale": 2, "translate": [0, 5, 0])");
  EXPECT_EQ(read.objects[0].motion.sequence.times, (std::vector<double>{0.5, 1, 3})) << "no more than the keys";
  for (const auto& [time, weight] :
       {std::pair(0.0, 0.0), {0.5, 0.0}, {0.75, 0.5}, {1.0, 1.0}, {1.5, 0.875}, {9.0, 0.5}}) {
    EXPECT_LT(glm::distance(place(read, 2, time), Vec3(2, 7, 2 * weight)), 1e-6f) << time;
    EXPECT_EQ(place(read, 1, time), Vec3(2, 5, 0)) << time;
  }
}

TEST_F(GltfAnimation, AStepWaitsForItsKey) {
  add_morphed_square();
  write_morphed(weights({0, 1, 2}, {0, 1, 0.5f}, "STEP"));
  const Scene read = scene();
  for (const auto& [time, weight] : {std::pair(0.5, 0.0f), {0.99999, 0.0f}, {1.0, 1.0f}, {1.99999, 1.0f}, {2.0, 0.5f}})
    EXPECT_FLOAT_EQ(place(read, 3, time).z, weight) << time;
}

// Hermite's curve from 0 to 1 in two seconds, level at the end, with a slope s at the start:
// s * 2 * (t^3 - 2 t^2 + t) + 3 t^2 - 2 t^3 at t of the way.
TEST_F(GltfAnimation, ASplineIsFollowedClosely) {
  for (const float slope : {0.0f, 3.0f}) {
    buffer_.clear(), views_.clear(), list_.clear(), accessors_ = 0;
    add_morphed_square();
    write_morphed(weights({1, 3}, {7, 0, slope, 0, 1, 7}, "CUBICSPLINE"));
    const Scene read = scene();
    for (int i = 0; i <= 64; ++i) {
      const double t = i / 64.0, wanted = slope * 2 * (t * t * t - 2 * t * t + t) + 3 * t * t - 2 * t * t * t;
      EXPECT_NEAR(place(read, 2, 1 + 2 * t).z, wanted, 2e-4) << slope << " " << t;
    }
  }
}

// A node turns a quarter about y in two seconds and rises by 4; the square hangs from it, 1 along x, and grows.
TEST_F(GltfAnimation, NodesCarryWhatIsBelowThem) {
  add_square();
  const float half = std::sqrt(0.5f);
  const std::string turn = sampler({0, 2}, {0, 0, 0, 1, 0, half, 0, half}, "VEC4", 2, "LINEAR");
  const std::string rise = sampler({0, 2}, {0, 0, 0, 0, 4, 0}, "VEC3", 2, "LINEAR");
  const std::string grow = sampler({0, 1, 2}, {1, 1, 1, 3, 3, 3, 3, 3, 3}, "VEC3", 3, "LINEAR");
  write_glb(R"("scenes": [{"nodes": [0]}], "nodes": [{"children": [1]}, {"translation": [1, 0, 0], "mesh": 0}], )" +
            kSquare + R"(, "animations": [{"samplers": [)" + turn + ", " + rise + ", " + grow + R"(], "channels": [
              {"sampler": 0, "target": {"node": 0, "path": "rotation"}},
              {"sampler": 1, "target": {"node": 0, "path": "translation"}},
              {"sampler": 2, "target": {"node": 1, "path": "scale"}}]}])");
  const Scene read = scene();
  for (int i = 0; i <= 50; ++i) {
    const double t = i / 25.0, angle = kQuarter * t / 2, size = 1 + 2 * std::min(t, 1.0);
    const Vec3 wanted(std::cos(angle) * (1 + size), 2 * t + size, -std::sin(angle) * (1 + size));
    EXPECT_LT(glm::distance(place(read, 2, t), wanted), 3e-4f) << t;
  }
}

TEST_F(GltfAnimation, AWeldedVertexGoesWhereTheFirstOfItGoes) {
  add<float>({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0}, 5126, "VEC3", 6);  // the diagonal is there twice
  add<uint16_t>({0, 1, 2, 3, 4, 5}, 5123, "SCALAR", 6);
  add<float>({0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 7, 0, 0, 8, 0, 0, 6}, 5126, "VEC3", 6);
  write_morphed(weights({0, 1}, {0, 1}, "LINEAR"));
  const auto shape = scene().objects[0].motion.sequence.shapes[1];
  EXPECT_EQ(shape, (std::vector<Vec3>{{0, 0, 1}, {1, 0, 2}, {1, 1, 3}, {0, 1, 6}}));
}

TEST_F(GltfAnimation, OneOfSeveralIsNamed) {
  add_morphed_square();
  const std::string up = sampler({0, 1}, {0, 1}, "SCALAR", 2, "LINEAR"),
                    down = sampler({0, 1}, {0, -1}, "SCALAR", 2, "LINEAR");
  const std::string elsewhere = animation("light", up, 7, "weights");
  write_morphed(elsewhere + ", " + animation("up", up, 0, "weights"));
  EXPECT_EQ(place(scene(), 2, 1).z, 1) << "the only one that moves the mesh";
  EXPECT_EQ(animations_of(folder_ / "m.glb"), std::vector<std::string>{"up"});
  write_morphed(animation("up", up, 0, "weights") + ", " + animation("down", down, 0, "weights"));
  EXPECT_EQ(place(scene(R"(, "animation": "down")"), 2, 1).z, -1);
  EXPECT_EQ(animations_of(folder_ / "m.glb"), (std::vector<std::string>{"up", "down"}));
  const std::string at = "s.json: /objects/0/motion/sequence/files: m.glb: ";
  EXPECT_EQ(refused(), at + "found the animations 'up', 'down', expected 'animation' to name one of them");
  EXPECT_EQ(refused(R"(, "animation": "left")"), at + "found no animation 'left', expected one of 'up', 'down'");
}

TEST_F(GltfAnimation, ALoopEndsAsItBegins) {
  add_morphed_square();
  write_morphed(weights({0, 1, 2}, {0, 1, 0}, "LINEAR"));
  EXPECT_NEAR(place(scene(R"(, "end": "loop")"), 2, 2.5).z, 0.5, 1e-6);
  write_morphed(weights({0, 1}, {0, 1}, "LINEAR"));
  EXPECT_EQ(
      refused(R"(, "end": "loop")"),
      R"(s.json: /objects/0/motion/sequence/files: found "m.glb", expected the first shape again as the last, as )"
      R"('end' is 'loop' (or files with a 'frame_rate'))");
}

TEST_F(GltfAnimation, WhatDoesNotFitIsRefusedWithItsPlace) {
  const std::string at = "s.json: /objects/0/motion/sequence/files: m.glb: ", channel = at + "animation 'a', channel 0";
  const auto with = [&](const std::vector<float>& times, const std::vector<float>& values, const char* between) {
    buffer_.clear(), views_.clear(), list_.clear(), accessors_ = 0;
    add_morphed_square();
    write_morphed(weights(times, values, between));
    return refused();
  };
  EXPECT_EQ(with({0, 1}, {0, 1}, "BOUNCE"),
            channel + ": found interpolation 'BOUNCE', expected LINEAR, STEP or CUBICSPLINE");
  EXPECT_EQ(with({0, 1, 1}, {0, 1, 2}, "LINEAR"),
            channel + ", time 2: found 1.000000, expected ascending times, none below 0");
  EXPECT_EQ(with({0, NAN}, {0, 1}, "LINEAR"), channel + ", time 1: found nan, expected ascending times, none below 0");
  EXPECT_EQ(with({0, 1}, {0, 1, 2}, "LINEAR"), channel + ", values: found 3 numbers, expected 2 times 1");
  EXPECT_EQ(with({0, 1}, {0, 1}, "CUBICSPLINE"), channel + ", values: found 2 numbers, expected 6 times 1");
  EXPECT_EQ(with({0, 1}, {0, INFINITY}, "LINEAR"), channel + ", values: found a number that is not finite");
  write_morphed("");
  EXPECT_EQ(refused(),
            at + "found no animation that moves its meshes by nodes or morph weights, expected one (bones are "
                 "not followed)");
  write_morphed(weights({0, 1}, {0, 1}, "LINEAR"));
  std::ofstream(folder_ / "other.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  EXPECT_EQ(refused("", "other.obj"), at + "found 4 vertices, expected 3 as in other.obj");
  EXPECT_NE(refused(R"(, "frame_rate": 5)").find("/objects/0/motion/sequence/frame_rate: unknown key"),
            std::string::npos)
      << refused(R"(, "frame_rate": 5)");
}

}  // namespace
}  // namespace raycloth
