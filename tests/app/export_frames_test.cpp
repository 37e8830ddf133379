// `run --export-frames`: some frames of a run, held against the export of all of them.
#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/program.h"

namespace raycloth::test {
namespace {

namespace fs = std::filesystem;

Result export_frames(const fs::path& scene, const fs::path& target, const std::string& frames,
                     std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"run", scene, "--frames", "5", "--export", target});
  if (!frames.empty()) more.insert(more.end(), {"--export-frames", frames});
  const Result result = run_program(more);
  EXPECT_EQ(result.code, 0) << result.err;
  return result;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

TEST(ExportFrames, AreThoseOfTheWholeRun) {
  const Folder folder;
  const fs::path scene = write_small_scene(folder);
  for (const std::string format : {"obj", "ply"}) {
    export_frames(scene, folder / ("all " + format), "", {"--format", format});
    export_frames(scene, folder / format, "2:3", {"--format", format});
    const std::vector<std::string> names = {"frame_000002." + format, "frame_000003." + format};
    ASSERT_EQ(names_in(folder / format), names);
    for (const std::string& name : names)
      EXPECT_EQ(read_text(folder / format / name), read_text(folder / ("all " + format) / name)) << name;
  }
}

TEST(ExportFrames, OneIsTheFileThatIsNamed) {
  const Folder folder;
  const fs::path scene = write_small_scene(folder);
  export_frames(scene, folder / "all", "");
  export_frames(scene, folder / "sail.obj", "4");
  EXPECT_EQ(read_text(folder / "sail.obj"), read_text(folder / "all" / "frame_000004.obj"));
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"all", "sail.obj", "small.json"}));
}

// Both sheets of the scene lie in a plane, 1 m up, before anything moves.
TEST(ExportFrames, NumberZeroIsHowTheRunBegins) {
  const Folder folder;
  const fs::path scene = write_small_scene(folder);
  export_frames(scene, folder / "o", "0:1");
  int at_rest = 0, vertices = 0, moved = 0;
  for (const char* name : {"frame_000000.obj", "frame_000001.obj"}) {
    std::istringstream lines(read_text(folder / "o" / name));
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string word, x, y;
      if (!(words >> word >> x >> y) || word != "v") continue;
      const bool first = name[11] == '0';
      vertices += first;
      at_rest += first && y == "1";
      moved += !first && y != "1";
    }
  }
  EXPECT_EQ(vertices, 5 * 4 + 4 * 4);
  EXPECT_EQ(at_rest, vertices);
  EXPECT_GE(moved, 4 * 4) << "the free one falls";
}

TEST(ExportFrames, FilesOfSeveralFramesSayWhichTheyAre) {
  const Folder folder;
  const fs::path scene = write_small_scene(folder);
  export_frames(scene, folder / "c.usda", "3:5");
  const std::string usd = read_text(folder / "c.usda");
  EXPECT_NE(usd.find("startTimeCode = 3\n"), usd.npos);
  EXPECT_NE(usd.find("endTimeCode = 5\n"), usd.npos);
  export_frames(scene, folder / "c.gltf", "3:5");
  const auto gltf = nlohmann::json::parse(read_text(folder / "c.gltf"));
  EXPECT_EQ(gltf["meshes"][0]["primitives"][0]["targets"].size(), 2u);
  export_frames(scene, folder / "c.pc2", "3:5");
  const std::string cache = read_text(folder / "c_flag.pc2");
  float start = 0;
  int32_t samples = 0;
  std::memcpy(&start, cache.data() + 20, sizeof start);
  std::memcpy(&samples, cache.data() + 28, sizeof samples);
  EXPECT_EQ(start, 3);
  EXPECT_EQ(samples, 3);
  EXPECT_EQ(cache.size(), 32u + 3u * 20u * 12u);
}

}  // namespace
}  // namespace raycloth::test
