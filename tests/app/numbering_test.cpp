// One numbering for people: vertices and faces as the OBJ file has them, from 0, wherever they are read or typed. Held
// against the places that the file's own lines give them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "device/math.h"
#include "tests/app/program.h"

namespace raycloth::test {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// What the lines of an OBJ say, in their order.
struct Lines {
  std::vector<Vec3> vertices;
  std::vector<std::vector<int>> faces;  // from 0
};

Lines read_lines(const fs::path& file) {
  Lines lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "v") {
      Vec3 p;
      words >> p.x >> p.y >> p.z;
      lines.vertices.push_back(p);
    } else if (what == "f") {
      lines.faces.emplace_back();
      for (int corner; words >> corner;) lines.faces.back().push_back(corner - 1);
    }
  }
  return lines;
}

/// A level grid of quads at `height`, 0.1 m apart, its vertices and faces in any order; the first vertices belong to no
/// face, and the first face is one that is left out. Or upright, along x.
fs::path write_shuffled(const fs::path& file, int cells, float height, bool upright) {
  std::mt19937 random(7);
  const int side = cells + 1;
  std::vector<int> order(side * side), name(side * side);
  for (int i = 0; i < side * side; ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  std::ofstream out(file);
  out << "v 9 9 9\nv 8 8 8\n";
  for (int i = 0; i < side * side; ++i) {
    const float u = 0.1f * static_cast<float>(order[i] % side), v = 0.1f * static_cast<float>(order[i] / side);
    name[order[i]] = i + 3;
    if (upright)
      out << "v " << u << " " << height + v << " " << 0.03 << "\n";
    else
      out << "v " << u << " " << height << " " << v << "\n";
  }
  out << "f 3 4 3\n";
  std::vector<std::array<int, 4>> faces;
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      faces.push_back({i * side + j, (i + 1) * side + j, (i + 1) * side + j + 1, i * side + j + 1});
  std::shuffle(faces.begin(), faces.end(), random);
  for (const auto& f : faces)
    out << "f " << name[f[0]] << " " << name[f[1]] << " " << name[f[2]] << " " << name[f[3]] << "\n";
  return file;
}

/// Two grids of quads that hang in space, the second through the first; or 6 mm over it.
fs::path write_scene(const Folder& folder, bool crossing) {
  write_shuffled(folder / "level.obj", 4, 0, false);
  write_shuffled(folder / "other.obj", 3, crossing ? -0.04f : 0.006f, crossing);
  const fs::path file = folder / "scene.json";
  const std::string pins = crossing ? R"(, "pins": {"boxes": [{"min": [-99, -99, -99], "max": [99, 99, 99]}]})" : "";
  std::ofstream(file) << R"({"settings": {"gravity": [0, 0, 0], "detections": 1}, "objects": [
    {"name": "level", "kind": "cloth", "mesh": "level.obj")"
                      << pins
                      << R"(}, {"name": "other", "kind": "cloth", "mesh": "other.obj", "translate": [0.013, 0, 0.017])"
                      << pins << "}]}";
  return file;
}
const Vec3 kMoved(0.013f, 0, 0.017f);

Vec3 vec3(const Json& json) { return {json[0].get<float>(), json[1].get<float>(), json[2].get<float>()}; }

float distance_to_line(Vec3 p, Vec3 a, Vec3 b) { return glm::length(glm::cross(p - a, b - a)) / glm::length(b - a); }

TEST(Numbering, InspectTakesAndTellsTheNumbersOfTheFile) {
  const Folder folder;
  const fs::path scene = write_scene(folder, false);
  const Lines lines = read_lines(folder / "other.obj"), below = read_lines(folder / "level.obj");
  for (const int vertex : {2, 5, 11, 17}) {
    const Result result = run_program({"inspect", scene, "--vertex", "other:" + std::to_string(vertex), "--json"});
    ASSERT_EQ(result.code, 0) << result.err;
    const Json record = Json::parse(result.out);
    EXPECT_EQ(record["vertex"], vertex);
    EXPECT_EQ(record["object"], "other");
    EXPECT_NEAR(glm::distance(vec3(record["position"]), lines.vertices[vertex] + kMoved), 0, 1e-6f);
    int hits = 0;
    for (const Json& ray : record["rays"]) {
      const Json& hit = ray["hit"];
      if (hit.is_null() || ray["target"] != "level") continue;
      ++hits;
      Vec3 met(0);
      const std::vector<int>& face = below.faces.at(hit["triangle"].get<int>());
      for (int k = 0; k < 3; ++k) {
        const int corner = hit["vertices"][k].get<int>();
        EXPECT_NE(std::find(face.begin(), face.end(), corner), face.end()) << corner;
        met += hit["barycentric"][k].get<float>() * below.vertices.at(corner);
      }
      const Vec3 under = lines.vertices[vertex] + kMoved - Vec3(0, 0.006f, 0);
      EXPECT_NEAR(glm::distance(met, under), 0, 1e-5f);
      const Json& contact = ray["contact"];
      if (contact.is_null()) continue;
      EXPECT_EQ(contact["vertices"][0], vertex);
      EXPECT_EQ(contact["triangle"], hit["triangle"]);
      EXPECT_EQ(contact["objects"], Json({"other", "level"}));
      for (int k = 0; k < 3; ++k) EXPECT_EQ(contact["vertices"][k + 1], hit["vertices"][k]);
    }
    EXPECT_GE(hits, 1) << vertex;
    const Result text = run_program({"inspect", scene, "--vertex", "other:" + std::to_string(vertex)});
    EXPECT_NE(text.out.find("vertex " + std::to_string(vertex) + " of 'other', a cloth"), std::string::npos)
        << text.out;
  }
}

TEST(Numbering, TheFirstCrossingIsToldInTheNumbersOfTheFile) {
  const Folder folder;
  const fs::path scene = write_scene(folder, true);
  const Result result =
      run_program({"run", scene, "--frames", "3", "--stop-at-penetration", "--report", folder / "r.json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json first = Json::parse(read_text(folder / "r.json"))["intersections"]["first"];
  ASSERT_FALSE(first.is_null());
  const auto where = [&](const char* object, int vertex) {
    const std::string name = first[object].get<std::string>();
    return read_lines(folder / (name + ".obj")).vertices.at(vertex) + (name == "other" ? kMoved : Vec3(0));
  };
  const Vec3 place = vec3(first["place"]);
  const int a = first["edge"][0].get<int>(), b = first["edge"][1].get<int>();
  const Vec3 p = where("edge_object", a), q = where("edge_object", b);
  EXPECT_LT(distance_to_line(place, p, q), 1e-5f);
  EXPECT_NEAR(glm::distance(p, place) + glm::distance(place, q), glm::distance(p, q), 1e-5f);
  const std::vector<int> face = read_lines(folder / (first["triangle_object"].get<std::string>() + ".obj"))
                                    .faces.at(first["triangle"].get<int>());
  Vec3 low(1e9f), high(-1e9f);
  for (const int corner : face) {
    low = glm::min(low, where("triangle_object", corner));
    high = glm::max(high, where("triangle_object", corner));
  }
  for (int k = 0; k < 3; ++k) {
    EXPECT_GE(place[k], low[k] - 1e-5f);
    EXPECT_LE(place[k], high[k] + 1e-5f);
  }
  const std::string told = "edge " + std::to_string(a) + "-" + std::to_string(b) + " of '" +
                           first["edge_object"].get<std::string>() + "' and triangle " +
                           std::to_string(first["triangle"].get<int>()) + " of '" +
                           first["triangle_object"].get<std::string>() + "'";
  EXPECT_NE(result.out.find(told), std::string::npos) << result.out << told;
}

TEST(Numbering, ABareNumberIsOfTheOnlyCloth) {
  const Folder folder;
  const Result refused = run_program({"inspect", write_scene(folder, false), "--vertex", "5"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("level, other"), std::string::npos) << refused.err;
  write_shuffled(folder / "alone.obj", 3, 1, false);
  const Result alone = run_program({"inspect", folder / "alone.obj", "--as", "cloth", "--vertex", "5", "--json"});
  ASSERT_EQ(alone.code, 0) << alone.err;
  EXPECT_EQ(Json::parse(alone.out)["vertex"], 5);
  EXPECT_EQ(Json::parse(alone.out)["object"], "alone");
  const Result left_out = run_program({"inspect", folder / "alone.obj", "--as", "cloth", "--vertex", "1"});
  EXPECT_EQ(left_out.code, 2) << "no face has it";
}

}  // namespace
}  // namespace raycloth::test
