// What a take of `raycloth takes` may change, held against other commands that do the same, and its report.
#include <gtest/gtest.h>

#include <sstream>

#include "app/run/output/base64.h"
#include "tests/app/program.h"

namespace raycloth::test {
namespace {

/// The hash in the line that begins with `start`, or in the next.
std::string hash_in(const std::string& out, const std::string& start) {
  const size_t line = out.find(start), state = out.find("state ", line);
  return line == out.npos || state == out.npos ? "none" : out.substr(state + 6, 16);
}

class TakesByWords : public testing::Test {
 protected:
  Result takes(std::vector<std::string> more) {
    more.insert(more.begin(), {"takes", scene_, "--frames", "12", "--html", html_});
    return run_program(more);
  }
  Result run(std::vector<std::string> more) {
    more.insert(more.begin(), {"run", scene_, "--frames", "12"});
    return run_program(more);
  }
  std::string report() const { return read_text(html_); }

  Folder folder_;
  std::string scene_ = write_small_scene(folder_), html_ = folder_ / "t.html";
};

const std::string kCut = "flag path=-0.1,0,-1 -0.1,0,0.04";

TEST_F(TakesByWords, PinsOfATakeAreThoseThatItSays) {
  const Result result = takes({"--take", "--pins flag:none", "--take", "--from-frame 7 --pins 'small towel:0,5'"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(hash_in(result.out, "take 2"), hash_in(run({"--pins", "flag:none"}).out, "small:"));
  const Result compared = run_program(
      {"compare", scene_, "--from-frame", "7", "--frames", "5", "--a", "", "--b", "--pins 'small towel:0,5'"});
  EXPECT_EQ(hash_in(result.out, "take 3"), hash_in(compared.out, "\nb: "));
  EXPECT_NE(hash_in(result.out, "take 1"), hash_in(result.out, "take 3"));
  EXPECT_NE(report().find("<p>pins -2</p>"), std::string::npos);
  EXPECT_NE(report().find("<p>pins +2</p>"), std::string::npos);
}

TEST_F(TakesByWords, ClothIsCutAsItIsThen) {
  const Result result = takes(
      {"--take", "--cut '" + kCut + "'", "--take", "--from-frame 6 --cut '" + kCut + "'", "--take", "--from-frame 6"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(hash_in(result.out, "take 2"), hash_in(run({"--cut", kCut}).out, "small:"));
  EXPECT_NE(hash_in(result.out, "take 3"), hash_in(result.out, "take 4"));
  EXPECT_NE(hash_in(result.out, "take 3"), hash_in(result.out, "take 2"));
  EXPECT_EQ(hash_in(result.out, "take 1"), hash_in(result.out, "take 4"));
  EXPECT_NE(report().find("<p>flag.cuts 1</p>"), std::string::npos);
}

// Drawn sideways by 9 m/s^2, in 11 frames the towel comes 0.15 m from where it begins, from 1.9 to 2.1 m.
TEST_F(TakesByWords, AStrokeMeetsClothWhereItHasCome) {
  const auto cut_at = [&](const std::string& x) {
    return takes(
        {"--set", "gravity=9 0 0", "--take", "--from-frame 11 --cut 'small towel path=" + x + ",0,-1 " + x + ",0,1'"});
  };
  EXPECT_EQ(cut_at("2.19").code, 0);
  EXPECT_EQ(cut_at("1.95").code, 2);
}

TEST_F(TakesByWords, ACutThatIsNoneIsOneLine) {
  for (const auto& [words, said] : {std::pair("flag path=5,0,5 6,0,5", "cuts nothing"),
                                    {"floor path=-1,0,0 1,0,0", "no cloth"},
                                    {"sail path=-1,0,0 1,0,0", "no object 'sail'"},
                                    {"flag", "where? Write path="}}) {
    const Result result = takes({"--take", "--cut '" + std::string(words) + "'"});
    EXPECT_EQ(result.code, 2) << words;
    EXPECT_EQ(line_count(result.err), 1) << result.err;
    EXPECT_NE(result.err.find(said), std::string::npos) << result.err;
    EXPECT_FALSE(std::filesystem::exists(html_));
  }
}

TEST_F(TakesByWords, TheReportHasMaterials) {
  const Result result = takes({"--take", "--from-frame 3 --set flag.half_thickness=0.01"});
  ASSERT_EQ(result.code, 0) << result.err;
  const std::string text = report();
  const size_t differs = text.find("What differs between their settings and materials"),
               timings = text.find("Timings:", differs), all = text.find("All settings and materials", timings);
  ASSERT_NE(all, text.npos);
  const std::string differences = text.substr(differs, timings - differs), everything = text.substr(all);
  EXPECT_NE(differences.find(">flag.half thickness</td>"), text.npos) << differences;
  EXPECT_NE(differences.find("<td class=\"other\">0.01</td>"), text.npos);
  EXPECT_EQ(differences.find("small towel."), text.npos) << "it is the same in both";
  EXPECT_NE(everything.find(">small towel.areal density</td>"), text.npos);
  EXPECT_NE(everything.find(">floor.half thickness</td>"), text.npos);
  EXPECT_EQ(everything.find(">floor.areal density</td>"), text.npos) << "a shell that stands still has none";
}

// Its picture is the one that `run` draws.
TEST_F(TakesByWords, PicturesAreSeenAsItIsSaid) {
  const std::vector<std::string> look = {"--heat", "speed", "--view", "top"};
  const std::string png = folder_ / "p.png";
  std::vector<std::string> drawn = look;
  drawn.insert(drawn.end(), {"--picture", png, "--picture-size", "480x300"});
  const Result alone = run(drawn);
  if (alone.err.find("no picture:") != std::string::npos) GTEST_SKIP() << alone.err;
  ASSERT_EQ(takes(look).code, 0);
  EXPECT_NE(report().find("base64," + base64(read_text(png)) + "\""), std::string::npos);
  ASSERT_EQ(takes({}).code, 0);
  EXPECT_EQ(report().find(base64(read_text(png))), std::string::npos);
}

}  // namespace
}  // namespace raycloth::test
