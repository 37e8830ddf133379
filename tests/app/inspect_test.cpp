// `raycloth inspect` from outside: its JSON has the fields that scripts read, and its words are those of the
// rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/app/program.h"

namespace raycloth::test {
namespace {

using Json = nlohmann::json;

std::set<std::string> fields(const Json& object) {
  std::set<std::string> names;
  for (const auto& [name, value] : object.items()) names.insert(name);
  return names;
}

const std::set<std::string> kContactFields = {"kind",   "features", "objects",       "vertices", "weights", "triangle",
                                              "normal", "distance", "rest_distance", "inverted", "caught"};

Json inspected(const Folder& folder, const std::string& vertex, const std::string& frame = "20") {
  const Result result =
      run_program({"inspect", write_small_scene(folder), "--frame", frame, "--vertex", vertex, "--json"});
  EXPECT_EQ(result.code, 0) << result.err;
  return Json::parse(result.out);
}

void expect_ray_fields(const Json& ray) {
  EXPECT_EQ(fields(ray), (std::set<std::string>{"ray", "target", "direction", "cast", "hit", "rule", "source", "says",
                                                "verdict", "inverted", "contact"}));
  if (!ray["hit"].is_null()) {
    EXPECT_EQ(fields(ray["hit"]), (std::set<std::string>{"triangle", "vertices", "barycentric", "face", "length",
                                                         "reprojected", "judged", "touching", "reach", "exit_distance",
                                                         "side", "remembered_side", "rightful_side"}));
  }
  if (!ray["contact"].is_null()) {
    EXPECT_EQ(fields(ray["contact"]), kContactFields);
  }
  EXPECT_EQ(ray["contact"].is_null(), ray["verdict"] == "rejected");
}

TEST(Inspect, HasTheFieldsThatScriptsReadAndNoOthers) {
  const Folder folder;
  const Json record = inspected(folder, "floor:0");
  EXPECT_EQ(fields(record),
            (std::set<std::string>{"scene", "device", "frame", "vertex", "object", "position", "before", "normal",
                                   "velocity", "position_after", "push", "crossing", "rays", "others"}));
  EXPECT_EQ(record["frame"], 20);
  EXPECT_EQ(record["vertex"], 0);
  EXPECT_EQ(fields(record["push"]), (std::set<std::string>{"of_step", "since_detection", "by_net", "by_untangling"}));
  EXPECT_TRUE(record["rays"].empty() && record["others"].empty());  // it is on the floor, 2 m below all else
}

/// A towel 6 mm over a board, both 4 mm thick on either side: every vertex of it collides with the board.
std::string write_towel_on_board(const Folder& folder) {
  const auto file = folder / "towel.json";
  std::ofstream(file) << R"({"objects": [
    {"name": "board", "kind": "shell", "sheet": {"size": [1, 1], "cells": [2, 2]}},
    {"name": "towel", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [3, 3]}, "translate": [0.1, 0.006, 0.2]}
  ], "settings": {"detections": 1, "gravity": [0, 0, 0]}})";
  return file;
}

TEST(Inspect, ItsRaysAndContactsHaveTheFieldsThatScriptsRead) {
  const Folder folder;
  const std::string scene = write_towel_on_board(folder);
  const auto inspected_in = [&](const char* vertex) {
    const Result result = run_program({"inspect", scene, "--vertex", vertex, "--json"});
    EXPECT_EQ(result.code, 0) << result.err;
    return Json::parse(result.out);
  };
  const Json corner = inspected_in("towel:0"), middle = inspected_in("board:4");
  EXPECT_EQ(corner["rays"].size(), 4u);  // two at the board, two at itself
  for (const Json& ray : corner["rays"]) expect_ray_fields(ray);
  EXPECT_EQ(std::count_if(corner["rays"].begin(), corner["rays"].end(),
                          [](const Json& ray) { return !ray["hit"].is_null() && !ray["contact"].is_null(); }),
            1);
  // The towel lies on the quarter of the board that has its middle for a corner, and both triangles of it.
  EXPECT_EQ(middle["others"].size(), 16u);
  for (const Json& contact : middle["others"]) EXPECT_EQ(fields(contact), kContactFields);
}

/// Handlers that cast no rays: the contacts of proximity, of which the corner's own vertex has one; or none at all.
TEST(Inspect, OtherHandlersHaveContactsAndNoRays) {
  const Folder folder;
  const std::string scene = write_towel_on_board(folder);
  for (const std::string handler : {"bridson", "none"}) {
    const std::vector<std::string> words = {"inspect", scene, "--set", "handler=" + handler, "--vertex", "towel:0"};
    const Result told = run_program(words);
    EXPECT_EQ(told.code, 0) << told.err;
    EXPECT_NE(told.out.find("casts no rays"), std::string::npos) << told.out;
    std::vector<std::string> as_json = words;
    as_json.push_back("--json");
    const Json record = Json::parse(run_program(as_json).out);
    EXPECT_TRUE(record["rays"].empty());
    EXPECT_EQ(record["position"], record["position_after"]);
    const auto of_corner = [](const Json& contact) { return contact["features"] == "vertex_triangle"; };
    EXPECT_EQ(std::count_if(record["others"].begin(), record["others"].end(), of_corner), handler == "bridson" ? 1 : 0);
    for (const Json& contact : record["others"]) {
      EXPECT_EQ(fields(contact), kContactFields);
      EXPECT_EQ(contact["objects"], Json({"towel", "board"}));
    }
  }
}

TEST(Inspect, ItsNumbersAreThoseOfTheScene) {
  const Folder folder;
  const Result result = run_program({"inspect", write_towel_on_board(folder), "--vertex", "towel:0", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json record = Json::parse(result.out);
  EXPECT_NEAR(record["position"][1].get<double>(), 0.006, 1e-7);
  EXPECT_GT(record["push"]["of_step"][1], 0);
  int contacts = 0;
  for (const Json& ray : record["rays"]) {
    if (ray["contact"].is_null()) continue;
    ++contacts;
    EXPECT_EQ(ray["ray"], "inward");  // the towel's normal is up
    EXPECT_EQ(ray["target"], "board");
    EXPECT_EQ(ray["rule"], "cloth_cloth_touching");
    EXPECT_EQ(ray["source"], "Figure 8");
    EXPECT_EQ(ray["verdict"], "collision");
    EXPECT_EQ(ray["direction"], Json({0, -1, 0}));
    EXPECT_NEAR(ray["hit"]["length"].get<double>(), 0.006, 1e-7);
    EXPECT_NEAR(ray["hit"]["reprojected"].get<double>(), 0.006, 1e-7);
    EXPECT_EQ(ray["hit"]["touching"], 0.008);
    EXPECT_EQ(ray["hit"]["side"], 1);
    EXPECT_EQ(ray["contact"]["normal"], Json({0, 1, 0}));
    EXPECT_EQ(ray["contact"]["rest_distance"], 0.008);
    EXPECT_EQ(ray["contact"]["vertices"][0], record["vertex"]);
    EXPECT_EQ(ray["contact"]["triangle"], ray["hit"]["triangle"]);
    EXPECT_EQ(ray["contact"]["features"], "vertex_triangle");
  }
  EXPECT_EQ(contacts, 1);
}

/// A level sheet of 5 x 5 vertices and an upright one of 3 x 3 that goes down through it from y = 0.61 to 0.41, at
/// y = 0.5 along x = 0.03 from z = -0.08 to 0.12. That crosses five edges of the upright sheet and four of the other.
TEST(Inspect, TellsWhatCrossesAtAVertex) {
  const auto inspected_in = [&](const char* vertex, const char* as) {
    const Result result =
        run_program({"inspect", RAYCLOTH_SOURCE_DIR "/tests/window/scenes/crossed.json", "--vertex", vertex, as});
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out;
  };
  const auto crossing = [&](const char* vertex) { return Json::parse(inspected_in(vertex, "--json"))["crossing"]; };
  const Json lower = crossing("upright:0"), upper = crossing("upright:2"), far = crossing("level:24");
  EXPECT_EQ(fields(lower), (std::set<std::string>{"of_contours", "contours", "region", "way", "depth"}));
  EXPECT_EQ(lower["of_contours"], 1);
  ASSERT_EQ(lower["contours"].size(), 1u);
  const Json contour = lower["contours"][0];
  EXPECT_EQ(contour["number"], 0);
  EXPECT_EQ(contour["closed"], false);
  EXPECT_EQ(contour["pairs"], 9);
  EXPECT_NEAR(contour["length"].get<double>(), 0.2, 1e-5);
  EXPECT_EQ(lower["region"]["object"], "upright");
  EXPECT_EQ(lower["region"]["vertices"], 3);
  EXPECT_EQ(lower["region"]["goes_back"], true);
  EXPECT_EQ(lower["region"]["contours"], Json({0}));
  EXPECT_NEAR(lower["way"][1].get<double>(), 1, 1e-4);
  EXPECT_NEAR(lower["depth"].get<double>(), 0.09, 1e-5);
  EXPECT_EQ(upper["contours"], Json::array());
  EXPECT_EQ(upper["region"]["vertices"], 6);
  EXPECT_EQ(upper["region"]["goes_back"], false);
  EXPECT_EQ(upper["way"], Json({0, 0, 0}));
  EXPECT_EQ(far["region"]["vertices"], 25);

  const std::string words = inspected_in("upright:0", "--frame=1");
  for (const char* line : {"contour 0 of 1 passes here: open, 9 pairs, 200 mm\n",
                           ", 3 vertices of 'upright', which goes back through contour 0\n", "90 mm to its side\n"})
    EXPECT_NE(words.find(line), std::string::npos) << words;
}

TEST(Inspect, TellsThatNothingCrosses) {
  const Folder folder;
  EXPECT_TRUE(inspected(folder, "floor:0")["crossing"].is_null());
  const Result words = run_program({"inspect", write_small_scene(folder), "--vertex", "floor:0"});
  EXPECT_NE(words.out.find("  nothing crosses here\n"), std::string::npos) << words.out;
}

TEST(Inspect, SpeaksToPeopleToo) {
  const Folder folder;
  const Result result = run_program({"inspect", write_small_scene(folder), "--frame", "3", "--vertex", "floor:0"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("frame 3, vertex 0 of 'floor', a shell"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace raycloth::test
