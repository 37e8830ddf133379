// The files a headless run leaves, read back by readers written here: report, timings and exports, also of a
// run that was interrupted. Their names and fields are other people's scripts' (DESIGN, section 6).
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "sim/mesh/mesh.h"
#include "sim/scene/scene.h"
#include "tests/app/program.h"

namespace raycloth::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Json run_with_report(const Folder& folder, std::vector<std::string> more) {
  std::vector<std::string> arguments = {"run", write_small_scene(folder), "--report", folder / "r.json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Result result = run_program(arguments);
  EXPECT_EQ(result.code, 0) << result.err;
  return Json::parse(read_text(folder / "r.json"));
}

std::set<std::string> fields(const Json& object) {
  std::set<std::string> names;
  for (const auto& [name, value] : object.items()) names.insert(name);
  return names;
}

/// A level sheet and an upright one through its middle, both held.
fs::path write_crossed_sheets(const Folder& folder) {
  const fs::path file = folder / "crossed.json";
  std::ofstream(file) << R"({"objects": [
    {"name": "level", "kind": "cloth", "sheet": {"size": [1, 1], "cells": [1, 1]},
     "pins": {"boxes": [{"min": [-9, -9, -9], "max": [9, 9, 9]}]}},
    {"name": "upright", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [1, 1]},
     "rotate": {"axis": [0, 0, 1], "degrees": 90}, "translate": [0.3, 0.01, 0.1],
     "pins": {"boxes": [{"min": [-9, -9, -9], "max": [9, 9, 9]}]}}
  ]})";
  return file;
}

TEST(Report, TheFirstPenetrationEndsTheRunWhereThatIsAsked) {
  const Folder folder;
  const Result result = run_program({"run", write_crossed_sheets(folder), "--frames", "9", "--stop-at-penetration",
                                     "--check-every", "2", "--report", folder / "r.json"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_NE(result.out.find("frame 2: "), std::string::npos) << result.out;
  const Json report = Json::parse(read_text(folder / "r.json"));
  EXPECT_EQ(report["frames"], 2);
  const Json first = report["intersections"]["first"];
  EXPECT_EQ(first["frame"], 2);
  EXPECT_EQ(first["pairs"], report["intersections"]["max"]);
  EXPECT_EQ(first["edge_object"], "upright");  // the level sheet's edges all lie beside it, but for its diagonal
  EXPECT_EQ(first["triangle_object"], "level");
  EXPECT_NEAR(first["place"][0].get<double>(), 0.3, 1e-6);
  EXPECT_NEAR(first["place"][1].get<double>(), 0, 1e-6);
  EXPECT_LE(std::abs(first["place"][2].get<double>() - 0.1), 0.1 + 1e-6);
}

TEST(Report, WithoutAPenetrationTheRunGoesToItsEndAndSaysNone) {
  const Folder folder;
  const Json report = run_with_report(folder, {"--frames", "3", "--stop-at-penetration"});
  EXPECT_EQ(report["frames"], 3);
  EXPECT_EQ(report["intersections"]["checked"], 3) << "every frame";
  EXPECT_TRUE(report["intersections"]["first"].is_null());
}

TEST(Report, HasTheFieldsThatScriptsReadAndNoOthers) {
  const Folder folder;
  const Json report = run_with_report(folder, {"--frames", "7", "--check-every", "3", "--threads", "1"});
  EXPECT_EQ(fields(report), (std::set<std::string>{
                                "scene",         "device",     "threads",    "frames",     "vertices",    "triangles",
                                "finite",        "state_hash", "stages_ms",  "contacts",   "predictions", "inversions",
                                "intersections", "warnings",   "rays",       "strain",     "buffers",     "safety_net",
                                "bridson",       "pinched",    "detections", "untangling", "asleep",      "substeps"}));
  EXPECT_EQ(fields(report["untangling"]), (std::set<std::string>{"frames", "contours", "first", "last"}));
  EXPECT_EQ(report["untangling"]["frames"], 0);
  EXPECT_EQ(fields(report["asleep"]), (std::set<std::string>{"frames", "first"}));
  EXPECT_EQ(report["asleep"]["frames"], 0);
  EXPECT_EQ(fields(report["rays"]), (std::set<std::string>{"cast", "skipped"}));
  EXPECT_EQ(report["scene"], (folder / "small.json").string());
  EXPECT_TRUE(report["device"].is_string());
  EXPECT_EQ(report["threads"], 1);
  EXPECT_EQ(report["frames"], 7);
  EXPECT_EQ(report["vertices"], 3 * 3 + 5 * 4 + 4 * 4);
  EXPECT_EQ(report["triangles"], 2 * (2 * 2 + 4 * 3 + 3 * 3));
  EXPECT_EQ(report["finite"], true);
  EXPECT_EQ(report["state_hash"].get<std::string>().size(), 16u);
  EXPECT_EQ(report["state_hash"].get<std::string>().find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(fields(report["contacts"]), (std::set<std::string>{"mean", "max"}));
  EXPECT_EQ(fields(report["predictions"]), (std::set<std::string>{"mean", "max"}));
  EXPECT_TRUE(report["inversions"]["total"].is_number_integer());
  EXPECT_EQ(fields(report["intersections"]),
            (std::set<std::string>{"checked", "final", "max", "frames_with", "first"}));
  EXPECT_EQ(report["intersections"]["checked"], 3) << "frames 3, 6 and the last";
  EXPECT_EQ(report["intersections"]["max"], 0);
  EXPECT_EQ(fields(report["strain"]), (std::set<std::string>{"final_max", "max", "p99"}));
  EXPECT_GE(report["strain"]["max"], report["strain"]["final_max"]);
  EXPECT_GE(report["strain"]["max"], report["strain"]["p99"]);
  EXPECT_EQ(fields(report["safety_net"]), (std::set<std::string>{"frames", "pairs", "impulses", "zones", "held"}));
  EXPECT_EQ(fields(report["detections"]), (std::set<std::string>{"mean", "max"}));
  EXPECT_EQ(report["detections"]["max"], 2);
  EXPECT_EQ(fields(report["pinched"]), (std::set<std::string>{"max", "final"}));
  ASSERT_TRUE(report["buffers"].is_object());
  for (const auto& [name, use] : report["buffers"].items()) {
    EXPECT_EQ(fields(use), (std::set<std::string>{"capacity", "peak"})) << name;
  }
}

TEST(Report, TheDeviceIsAsManyThreadsAsAreUsed) {
  const Folder folder;
  const auto device_of = [&](const std::string& threads) {
    const Json report = run_with_report(folder, {"--frames", "1", "--device", "cpu", "--threads", threads});
    const std::string device = report["device"];
    const std::string count = std::to_string(report["threads"].get<int>());
    return std::pair(device.substr(device.rfind(", ") + 2), count);
  };
  EXPECT_EQ(device_of("1"), std::pair(std::string("1 thread"), std::string("1")));
  const auto [said, count] = device_of("64");  // more than there are
  EXPECT_EQ(said.substr(0, said.find(' ')), count);
  EXPECT_EQ(count, std::to_string(std::thread::hardware_concurrency()));
}

TEST(Report, TellsEveryStage) {
  const Folder folder;
  const Json stages = run_with_report(folder, {"--frames", "5"})["stages_ms"];
  EXPECT_EQ(fields(stages),
            (std::set<std::string>{"predict", "untangle", "broad_phase", "refit", "exits", "trace", "classify", "edges",
                                   "remember", "solve", "net", "finish", "detect", "step"}));
  for (const auto& [name, stage] : stages.items()) {
    EXPECT_EQ(fields(stage), (std::set<std::string>{"mean", "median", "p95", "max"})) << name;
    EXPECT_LE(stage["median"], stage["p95"]) << name;
    EXPECT_LE(stage["p95"], stage["max"]) << name;
    EXPECT_LE(stage["mean"], stage["max"].get<double>() * (1 + 1e-12)) << name;
    EXPECT_GE(stage["mean"], 0.0) << name;
  }
  EXPECT_GT(stages["step"]["median"], 0.0);
}

TEST(Report, TellsSinceWhenAllSleeps) {
  const Folder folder;
  std::ofstream(folder / "lies.json") << R"({"name": "lies", "ground": {"height": 0}, "objects": [
    {"name": "a", "kind": "cloth", "sheet": {"size": [0.3, 0.3], "cells": [4, 4]}, "translate": [0, 0.02, 0]}]})";
  const auto report_of = [&](const std::string& frames, const std::string& sleep) {
    const Result result = run_program(
        {"run", folder / "lies.json", "--frames", frames, "--set", "sleep=" + sleep, "--report", folder / "r.json"});
    EXPECT_EQ(result.code, 0) << result.err;
    return Json::parse(read_text(folder / "r.json"));
  };
  const Json report = report_of("240", "on");
  const long long first = report["asleep"]["first"];
  ASSERT_GT(first, 60);
  EXPECT_EQ(report["asleep"]["frames"], 240 - first + 1);
  EXPECT_EQ(report_of(std::to_string(first), "on")["state_hash"], report["state_hash"]);
  EXPECT_EQ(report_of("240", "off")["asleep"]["frames"], 0);
}

TEST(Report, SameStateFromRunToRunAndForAnyThreads) {
  const Folder folder;
  const Json once = run_with_report(folder, {"--frames", "20", "--threads", "1"});
  EXPECT_EQ(run_with_report(folder, {"--frames", "20", "--threads", "2"})["state_hash"], once["state_hash"]);
  EXPECT_NE(run_with_report(folder, {"--frames", "21", "--threads", "1"})["state_hash"], once["state_hash"]);
}

// Sheets put through each other on purpose have to be seen: a referee that always says 0 is none.
TEST(Report, CountsCrossingsOfSheetsPutThroughEachOther) {
  const Folder folder;
  std::ofstream(folder / "crossed.json") << R"({"name": "crossed", "objects": [
    {"name": "a", "kind": "cloth", "sheet": {"size": [1, 1], "cells": [4, 4]}},
    {"name": "b", "kind": "cloth", "sheet": {"size": [1, 1], "cells": [4, 4]},
     "rotate": {"axis": [1, 0.2, 0], "degrees": 80}}]})";
  const Result result = run_program({"run", folder / "crossed.json", "--frames", "1", "--report", folder / "r.json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json intersections = Json::parse(read_text(folder / "r.json"))["intersections"];
  EXPECT_EQ(intersections["checked"], 1);
  EXPECT_GT(intersections["final"], 0);
  EXPECT_EQ(intersections["frames_with"], 1);
}

struct Csv {
  std::vector<std::string> comments, columns;
  std::vector<std::vector<double>> rows;
};

/// Fails the test on anything but comments, then column names, then whole rows of numbers.
Csv read_csv(const fs::path& file) {
  const std::string text = read_text(file);
  EXPECT_EQ(text.back(), '\n') << "the last row is whole";
  Csv csv;
  std::istringstream lines(text);
  for (std::string line, cell; std::getline(lines, line);) {
    if (line[0] == '#') {
      EXPECT_TRUE(csv.columns.empty()) << "comments come first";
      csv.comments.push_back(line);
      continue;
    }
    std::istringstream cells(line);
    if (csv.columns.empty()) {
      while (std::getline(cells, cell, ',')) csv.columns.push_back(cell);
      continue;
    }
    csv.rows.emplace_back();
    while (std::getline(cells, cell, ',')) {
      size_t used = 0;
      csv.rows.back().push_back(std::stod(cell, &used));
      EXPECT_EQ(used, cell.size()) << line;
    }
    EXPECT_EQ(csv.rows.back().size(), csv.columns.size()) << line;
  }
  return csv;
}

TEST(Timings, OneRowAFrameUnderAHeaderThatTellsTheRun) {
  const Folder folder;
  const fs::path file = folder / "t.csv";
  const Result result = run_program(
      {"run", write_small_scene(folder), "--frames", "6", "--timings", file, "--threads", "1", "--set", "substeps=14"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Csv csv = read_csv(file);
  const std::vector<std::string> expected = {"device", "driver", "cpu", "threads", "commit", "scene", "settings"};
  ASSERT_EQ(csv.comments.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(csv.comments[i].rfind("# " + expected[i] + ": ", 0), 0u) << csv.comments[i];
    EXPECT_GT(csv.comments[i].size(), expected[i].size() + 4) << "not empty";
  }
  EXPECT_EQ(csv.comments[3], "# threads: 1");
  EXPECT_NE(csv.comments[6].find("substeps=14"), std::string::npos);
  ASSERT_EQ(csv.rows.size(), 6u);
  for (size_t i = 0; i < csv.rows.size(); ++i) {
    EXPECT_EQ(csv.rows[i][0], static_cast<double>(i + 1)) << "frame";
    EXPECT_NEAR(csv.rows[i][1], static_cast<double>(i + 1) / 60, 1e-6) << "time";
  }
}

TEST(Timings, AsJsonTheyAreTheSame) {
  const Folder folder;
  const auto recorded = [&](const std::string& name) {
    const Result result =
        run_program({"run", write_small_scene(folder), "--frames", "6", "--timings", folder / name, "--threads", "1"});
    EXPECT_EQ(result.code, 0) << result.err;
    return folder / name;
  };
  const Csv csv = read_csv(recorded("t.csv"));
  const Json json = Json::parse(read_text(recorded("t.json")));
  EXPECT_EQ(json["columns"].get<std::vector<std::string>>(), csv.columns);
  EXPECT_EQ(fields(json["environment"]),
            (std::set<std::string>{"device", "driver", "cpu", "threads", "commit", "scene", "settings"}));
  EXPECT_EQ(json["environment"]["threads"], "1");
  EXPECT_EQ(json["environment"]["scene"], (folder / "small.json").string());
  EXPECT_EQ(json["environment"]["settings"]["handler"], "rays");
  ASSERT_EQ(json["frames"].size(), 6u);
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(json["frames"][i].size(), csv.columns.size());
    EXPECT_EQ(json["frames"][i][0], i + 1);
    EXPECT_EQ(json["frames"][i][1], csv.rows[i][1]) << "time";
  }
}

/// Vertices and faces, from 0, of an OBJ with nothing but v, f, o and comments.
struct Surface {
  std::vector<Vec3> vertices;
  std::vector<Int3> faces;
};

Surface read_obj(const fs::path& file) {
  std::ifstream in(file);
  Surface surface;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "v") {
      Vec3& v = surface.vertices.emplace_back();
      words >> v.x >> v.y >> v.z;
    } else if (kind == "f") {
      Int3& f = surface.faces.emplace_back();
      words >> f.x >> f.y >> f.z;
      f -= 1;
    }
    EXPECT_FALSE(words.fail()) << line;
  }
  return surface;
}

template <class T>
T take(std::istream& in) {
  T value{};
  in.read(reinterpret_cast<char*>(&value), sizeof value);
  return value;
}

Surface read_ply(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  size_t vertices = 0, faces = 0;
  for (std::string line; std::getline(in, line) && line != "end_header";) {
    std::sscanf(line.c_str(), "element vertex %zu", &vertices);
    std::sscanf(line.c_str(), "element face %zu", &faces);
  }
  Surface surface;
  for (size_t i = 0; i < vertices; ++i) surface.vertices.push_back(take<Vec3>(in));
  for (size_t i = 0; i < faces; ++i) {
    EXPECT_EQ(take<uint8_t>(in), 3);
    surface.faces.push_back(take<Int3>(in));
  }
  EXPECT_TRUE(in.good());
  EXPECT_EQ(in.peek(), std::char_traits<char>::eof()) << "nothing follows";
  return surface;
}

struct PointCache {
  int points = 0, samples = 0;
  std::vector<Vec3> positions;  // sample after sample, those that the header promises
};

PointCache read_pc2(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  char magic[12];
  in.read(magic, sizeof magic);
  EXPECT_STREQ(magic, "POINTCACHE2");
  EXPECT_EQ(take<int32_t>(in), 1) << "version";
  PointCache cache;
  cache.points = take<int32_t>(in);
  EXPECT_EQ(take<float>(in), 1.0f) << "first frame";
  EXPECT_EQ(take<float>(in), 1.0f) << "samples a frame";
  cache.samples = take<int32_t>(in);
  for (int i = 0; i < cache.points * cache.samples; ++i) cache.positions.push_back(take<Vec3>(in));
  EXPECT_TRUE(in.good()) << "fewer samples than promised";
  return cache;
}

/// The cloths of the small scene as the scene reader has them: vertices of flag, then towel.
Surface source_surface(const fs::path& scene_file) {
  Surface surface;
  for (const SceneObject& object : load_scene({scene_file}).objects) {
    if (object.kind != ObjectKind::cloth) continue;
    const int first = static_cast<int>(surface.vertices.size());
    surface.vertices.insert(surface.vertices.end(), object.mesh.positions.begin(), object.mesh.positions.end());
    for (const Int3& t : object.mesh.triangles) surface.faces.push_back(t + first);
  }
  return surface;
}

/// After one small step nothing has moved by more than a few millimetres, so positions tell the order of
/// vertices.
void expect_close(const std::vector<Vec3>& found, const std::vector<Vec3>& source) {
  ASSERT_EQ(found.size(), source.size());
  for (size_t i = 0; i < found.size(); ++i) EXPECT_LT(glm::distance(found[i], source[i]), 0.02f) << "vertex " << i;
}

TEST(Export, AllFormatsHoldTheClothInSourceOrder) {
  const Folder folder;
  const fs::path scene = write_small_scene(folder);
  for (const char* format : {"obj", "ply", "pc2"}) {
    const Result result = run_program({"run", scene, "--frames", "3", "--export", folder / format, "--format", format});
    ASSERT_EQ(result.code, 0) << result.err;
  }
  const Surface source = source_surface(scene);
  const Surface obj = read_obj(folder / "obj" / "frame_000001.obj");
  const Surface ply = read_ply(folder / "ply" / "frame_000001.ply");
  expect_close(obj.vertices, source.vertices);
  EXPECT_EQ(obj.faces, source.faces);
  EXPECT_EQ(ply.vertices, obj.vertices) << "the same bits";
  EXPECT_EQ(ply.faces, source.faces);

  const PointCache flag = read_pc2(folder / "pc2" / "flag.pc2"), towel = read_pc2(folder / "pc2" / "small_towel.pc2");
  EXPECT_EQ(flag.points, 5 * 4);
  EXPECT_EQ(towel.points, 4 * 4);
  EXPECT_EQ(flag.samples, 3);
  for (int frame = 1; frame <= 3; ++frame) {
    std::vector<Vec3> both(flag.positions.begin() + 20 * (frame - 1), flag.positions.begin() + 20 * frame);
    both.insert(both.end(), towel.positions.begin() + 16 * (frame - 1), towel.positions.begin() + 16 * frame);
    const fs::path same = folder / "obj" / ("frame_00000" + std::to_string(frame) + ".obj");
    EXPECT_EQ(both, read_obj(same).vertices) << "frame " << frame;
  }
}

TEST(Export, LeavesAFileAFrameAndNothingElse) {
  const Folder folder;
  const fs::path out = folder / "deep" / "down";
  const Result result = run_program({"run", write_small_scene(folder), "--frames", "4", "--export", out});
  ASSERT_EQ(result.code, 0) << result.err;
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(out)) names.insert(entry.path().filename());
  EXPECT_EQ(names,
            (std::set<std::string>{"frame_000001.obj", "frame_000002.obj", "frame_000003.obj", "frame_000004.obj"}));
}

// Runs for hours unless interrupted; the signal comes when some frames are in the CSV.
TEST(Interruption, LeavesWholeFilesOfWhatWasDone) {
  for (int signal : {SIGINT, SIGTERM}) {
    const Folder folder;
    const Interruption interruption{folder / "t.csv", 3000, signal};
    const Result result =
        run_program({"run", write_small_scene(folder), "--frames", "100000000", "--timings", folder / "t.csv",
                     "--report", folder / "r.json", "--export", folder / "pc2", "--format", "pc2"},
                    &interruption);
    EXPECT_EQ(result.code, 130);
    EXPECT_EQ(line_count(result.err), 1) << result.err;
    EXPECT_NE(result.err.find("interrupted after frame"), std::string::npos) << result.err;
    const size_t frames = read_csv(folder / "t.csv").rows.size();
    EXPECT_GT(frames, 1u);
    const Json report = Json::parse(read_text(folder / "r.json"));
    EXPECT_EQ(report["frames"], frames);
    EXPECT_EQ(report["finite"], true);
    EXPECT_EQ(report["intersections"]["checked"], 1);
    const PointCache flag = read_pc2(folder / "pc2" / "flag.pc2");
    EXPECT_EQ(flag.samples, static_cast<int>(frames));
  }
}

// The hardest way to end: whatever is in the point cache when the program is killed can be read.
TEST(Interruption, AKilledRunLeavesAReadablePointCacheAndTimings) {
  const Folder folder;
  const Interruption interruption{folder / "t.csv", 3000, SIGKILL};
  const Result result = run_program({"run", write_small_scene(folder), "--frames", "100000000", "--timings",
                                     folder / "t.csv", "--export", folder / "pc2", "--format", "pc2"},
                                    &interruption);
  EXPECT_EQ(result.code, 128 + SIGKILL);
  EXPECT_GT(read_csv(folder / "t.csv").rows.size(), 1u);
  EXPECT_GT(read_pc2(folder / "pc2" / "flag.pc2").samples, 0);
}

TEST(Interruption, AKilledRunLeavesTimingsThatAreJson) {
  const Folder folder;
  const Interruption interruption{folder / "t.json", 6000, SIGKILL};
  const Result result = run_program(
      {"run", write_small_scene(folder), "--frames", "100000000", "--timings", folder / "t.json"}, &interruption);
  EXPECT_EQ(result.code, 128 + SIGKILL);
  EXPECT_GT(Json::parse(read_text(folder / "t.json"))["frames"].size(), 1u);
}

}  // namespace
}  // namespace raycloth::test
