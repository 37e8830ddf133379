// `raycloth handlers` and `raycloth parity`, as a user runs them.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "sim/simulation.h"
#include "tests/app/program.h"

namespace raycloth::test {
namespace {

TEST(HandlersCommand, HasARowForEveryHandlerInTextAndJson) {
  const Folder folder;
  const std::string scene = write_small_scene(folder).string(), json = (folder / "h.json").string();
  const Result result = run_program({"handlers", scene, "--frames", "6", "--check-every", "3", "--json", json});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const auto table = nlohmann::json::parse(read_text(json));
  ASSERT_EQ(table["handlers"].size(), std::size(kHandlerNames));
  for (size_t i = 0; i < std::size(kHandlerNames); ++i) {
    EXPECT_EQ(table["handlers"][i]["handler"], kHandlerNames[i]);
    EXPECT_EQ(table["handlers"][i]["frames"], 6);
    EXPECT_EQ(table["handlers"][i]["intersections"]["checked"], 2);
    EXPECT_NE(result.out.find(kHandlerNames[i]), std::string::npos);
  }
  // The row of rays is the run that `raycloth run` makes.
  const Result plain = run_program({"run", scene, "--frames", "6"});
  const std::string hash = table["handlers"][0]["state_hash"];
  EXPECT_NE(plain.out.find(hash), std::string::npos) << plain.out;
}

TEST(HandlersCommand, DoesASessionAgain) {
  const Folder folder;
  const std::string scene = write_small_scene(folder).string();
  const std::filesystem::path session = folder / "s.jsonl";
  std::ofstream(session) << R"({"raycloth_session": 1, "scene": "small", "triangles": 50, "commit": "x"})"
                            "\n"
                         << R"({"frame": 1, "set": {"wind": "0 0 4"}})"
                            "\n";
  const Result still = run_program({"handlers", scene, "--frames", "6"});
  const Result windy = run_program({"handlers", scene, "--frames", "6", "--session", session});
  ASSERT_EQ(windy.code, 0) << windy.err;
  const auto hash = [](const std::string& text) { return text.substr(text.find("%, ", text.find("rays ")) + 3, 16); };
  EXPECT_NE(hash(still.out), hash(windy.out));
}

TEST(HandlersCommand, MistakesAreNamed) {
  const Folder folder;
  const std::string scene = write_small_scene(folder).string();
  for (const auto& [words, named] : std::initializer_list<std::pair<std::vector<std::string>, const char*>>{
           {{"handlers", "nowhere.json"}, "nowhere.json"},
           {{"handlers", scene, "--session", "nowhere.jsonl"}, "nowhere.jsonl"},
           {{"handlers", scene, "--json", "/nowhere/h.json"}, "/nowhere/h.json"},
           {{"handlers", scene, "--frames", "0"}, "--frames"},
           {{"parity"}, "scene"},
           {{"parity", scene, "--from-frame", "-1"}, "--from-frame"}}) {
    const Result result = run_program(words);
    EXPECT_EQ(result.code, 2) << named << ": " << result.err;
    EXPECT_EQ(line_count(result.err), 1) << result.err;
    EXPECT_NE(result.err.find(named), std::string::npos) << result.err;
  }
}

TEST(ParityCommand, FindsTheSameBits) {
  const Folder folder;
  const std::string scene = write_small_scene(folder).string();
  const Result result = run_program({"parity", scene, "--frames", "5", "--from-frame", "3"});
  EXPECT_EQ(result.code, 0) << result.err << result.out;
  EXPECT_NE(result.out.find("5 frames from frame 3 on: the same bits"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("no CUDA device answers") == std::string::npos, device_info().cuda_answers);
}

}  // namespace
}  // namespace raycloth::test
