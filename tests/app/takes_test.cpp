// Takes as a tree, what is known of them, and the report.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/run/build_info.h"
#include "app/run/output/base64.h"
#include "app/run/output/takes_html.h"
#include "app/run/past/take_facts.h"
#include "tests/app/program.h"

namespace raycloth {
namespace {

using test::Folder;
using test::run_program;

struct Tree {
  Folder folder;
  Scene scene = load_scene({test::write_small_scene(folder)});
  std::unique_ptr<Simulation> simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
  Timeline timeline{*simulation, Authored(scene)};

  void steps(int count) {
    for (int i = 0; i < count; ++i) timeline.step();
  }
  void damp(float damping) {
    Settings settings = simulation->settings();
    settings.damping = damping;
    timeline.change(settings);
  }
  const Timeline::Take& take(int number) const {
    return *std::ranges::find(timeline.takes(), number, &Timeline::Take::number);
  }
  TakeFacts facts(int number) const { return facts_of(timeline, take(number), simulation->model()); }
};

TEST(Takes, KnowWhichTheyLeft) {
  Tree tree;
  tree.steps(10);
  tree.timeline.seek(4);
  tree.damp(1);
  tree.steps(4);  // take 2, from 4
  tree.timeline.seek(6);
  tree.steps(2);  // take 3, from 6 of take 2
  tree.timeline.show_take(0);
  tree.timeline.seek(5);
  tree.steps(1);  // take 4, from 5 of take 1
  ASSERT_EQ(tree.timeline.takes().size(), 4u);
  EXPECT_EQ(tree.take(1).parent, 0);
  EXPECT_EQ(tree.take(2).parent, 1);
  EXPECT_EQ(tree.take(3).parent, 2);
  EXPECT_EQ(tree.take(4).parent, 1);
}

TEST(Takes, ThoseWithWordsAreForgottenLast) {
  Tree tree;
  tree.steps(3);
  tree.timeline.describe_take(1, "the first", "");
  for (int i = 0; i < Timeline::kMostTakes; ++i) {
    tree.timeline.seek(2);
    tree.steps(1 + i % 2);
    tree.timeline.seek(0);
    tree.steps(3);
  }
  EXPECT_EQ(tree.timeline.takes().size(), static_cast<size_t>(Timeline::kMostTakes));
  EXPECT_EQ(tree.timeline.takes().front().name, "the first");
  for (const Timeline::Take& take : tree.timeline.takes())
    EXPECT_TRUE(take.parent == 0 ||
                std::ranges::count(tree.timeline.takes(), take.parent, &Timeline::Take::number) == 1)
        << take.number << " left " << take.parent;
}

TEST(Takes, WhatWasChangedIsToldOnceWithItsLastValue) {
  Tree tree;
  tree.damp(0.5f);
  Settings settings = tree.simulation->settings();
  settings.speed_limit = 9;
  tree.timeline.change(settings);
  tree.steps(5);
  tree.timeline.seek(2);
  for (const float damping : {1.0f, 2.0f, 3.0f}) tree.damp(damping);
  Material material = tree.simulation->material(1);
  material.half_thickness = 0.01f;
  tree.timeline.change(1, material);
  tree.steps(3);
  EXPECT_EQ(tree.facts(2).changes, (Changes{{"damping", "3"}, {"flag.half_thickness", "0.01"}}));
  EXPECT_EQ(tree.facts(1).changes, (Changes{{"damping", "0.5"}, {"speed_limit", "9"}}));
  EXPECT_EQ(get(tree.facts(1).settings, "damping"), "0.5");
  EXPECT_EQ(get(tree.facts(2).settings, "damping"), "3");
}

TEST(Takes, TimingsAreOfTheirOwnSteps) {
  Tree tree;
  tree.steps(10);
  tree.timeline.seek(4);
  tree.damp(1);
  tree.steps(3);
  const auto frames = [&](int number) {
    std::vector<long long> result;
    for (const auto& [frame, ms] : tree.facts(number).step_ms) result.push_back(frame);
    return result;
  };
  EXPECT_EQ(frames(1), (std::vector<long long>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(frames(2), (std::vector<long long>{5, 6, 7}));
  const TakeFacts facts = tree.facts(2);
  ASSERT_FALSE(facts.stages.empty());
  EXPECT_EQ(facts.stages.back().first, "step");
  EXPECT_GT(facts.stages.back().second.mean, 0);
}

TEST(Takes, CrossingsAreCountedInStatesThatAreKept) {
  Scene scene = load_scene({RAYCLOTH_SOURCE_DIR "/tests/window/scenes/crossed.json"});
  const auto simulation = create(build_model(scene), scene.settings, DeviceChoice::cpu, 1);
  Timeline timeline(*simulation, Authored(scene));
  for (int i = 0; i < 6; ++i) timeline.step();
  const auto counts = count_crossings(timeline.takes()[0], simulation->model(), 3, [] { return true; });
  ASSERT_EQ(counts.size(), 3u);
  EXPECT_EQ(counts.back().first, 6);
  for (const auto& [frame, pairs] : counts) EXPECT_EQ(pairs, 9) << frame;  // all is pinned
  int asked = 0;
  EXPECT_EQ(count_crossings(timeline.takes()[0], simulation->model(), 3, [&] { return ++asked < 2; }).size(), 1u);
}

TEST(Takes, OfWhatIsLeftFewerStatesAreKeptAndAllFramesComeBack) {
  StateRing ring;
  Tree tree;
  for (int i = 0; i < 40; ++i) {
    tree.steps(1);
    ring.add(tree.simulation->save());
  }
  const size_t all = ring.size();
  ring.bound(ring.bytes() / 4);
  EXPECT_LT(ring.size(), all / 2);
  EXPECT_EQ(ring.at_or_before(1000).frame, 40);
  EXPECT_EQ(ring.at_or_before(1).frame, 1);
}

TEST(Base64, IsThatOfTheRfc) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

/// Every element that is opened is closed, in order.
void expect_well_formed(const std::string& html) {
  const std::vector<std::string> alone = {"meta", "img", "line", "polyline", "!DOCTYPE"};
  std::vector<std::string> open;
  for (size_t at = html.find('<'); at != html.npos; at = html.find('<', at + 1)) {
    const bool closes = html[at + 1] == '/';
    const size_t begin = at + (closes ? 2 : 1), end = html.find_first_of(" >/\n", begin);
    const std::string name = html.substr(begin, end - begin);
    if (std::ranges::count(alone, name)) continue;
    if (!closes) {
      open.push_back(name);
      continue;
    }
    ASSERT_FALSE(open.empty()) << "</" << name;
    ASSERT_EQ(open.back(), name);
    open.pop_back();
  }
  EXPECT_TRUE(open.empty());
}

TEST(TakesReport, NeedsNoOtherFileAndSaysEverything) {
  TakesReport report;
  report.scene = "sails & <ropes>";
  report.budget_ms = 16;
  report.takes.resize(3);
  for (int i = 0; i < 3; ++i) {
    TakeFacts& take = report.takes[i];
    take.number = i + 1;
    take.parent = i;
    take.last = 10;
    take.stages = {{"trace", {1, 1.25, 2, 3}}, {"step", {4, 4.5, 5, 6}}};
    take.step_ms = {{1, 4}, {2, 5}};
    take.crossings = {{5, 0}, {10, i}};
  }
  report.takes[1].name = "\"quoted\"";
  report.takes[1].note = "two\nlines <b>";
  report.takes[1].settings.inversion = Inversion::off;
  report.takes[1].changes = {{"inversion", "off"}};
  report.takes[2].settings.inversion = Inversion::off;
  report.pictures[2] = "no picture, but bytes";
  const std::string html = takes_html(report);
  expect_well_formed(html);
  const auto has = [&](const char* text) { EXPECT_NE(html.find(text), html.npos) << text; };
  has("sails &amp; &lt;ropes&gt;");
  has("take 2: &quot;quoted&quot;");
  has("two\nlines &lt;b&gt;");
  has("src=\"data:image/png;base64,bm8gcGljdHVyZSwgYnV0IGJ5dGVz\"");
  has("<td>remembered</td><td class=\"other\">off</td><td>off</td>");
  has("1.25 (2.00)");
  has("<td class=\"bad\">2</td>");
  for (const char* outside : {"http", "<link", "<script", "url(", "@import"})
    EXPECT_EQ(html.find(outside), html.npos) << outside;
}

TEST(TakesCommand, WritesAReportAndATakeWithoutChangesIsTheSame) {
  const Folder folder;
  const std::string scene = test::write_small_scene(folder).string(), html = (folder / "t.html").string();
  const test::Result result =
      run_program({"takes", scene, "--frames", "20", "--html", html, "--take", "--name same --from-frame 7", "--take",
                   "--name 'more wind' --from-frame 5 --set wind=0,0,5 --set flag.half_thickness=0.01", "--take",
                   "--of 3 --from-frame 15 --set damping=3"});
  ASSERT_EQ(result.code, 0) << result.err;
  std::vector<std::string> hashes;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) hashes.push_back(line.substr(line.find("state")));
  ASSERT_EQ(hashes.size(), 4u) << result.out;
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_NE(hashes[0], hashes[2]);
  EXPECT_NE(hashes[2], hashes[3]);
  const std::string text = test::read_text(html);
  expect_well_formed(text);
  for (const char* words : {"take 2: same", "take 3: more wind", "wind 0 0 5, flag.half thickness 0.01",
                            "frames 15 to 20, from take 3", "<td class=\"other\">3</td>"})
    EXPECT_NE(text.find(words), text.npos) << words;
}

TEST(TakesReport, SaysTheDeviceAndTheCommitOnce) {
  const Tree tree;
  TakesReport report = about_takes(tree.scene, *tree.simulation);
  report.takes.resize(1);
  report.takes[0].number = 1;
  const std::string html = takes_html(report);
  const auto count = [&](const std::string& words) {
    int found = 0;
    for (size_t at = html.find(words); at != html.npos; at = html.find(words, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count(" thread"), 1) << tree.simulation->device_name();
  EXPECT_EQ(count("commit"), 1);
  EXPECT_EQ(count(build_commit()), 1);
}

TEST(TakesCommand, MistakesAreNamed) {
  const Folder folder;
  const std::string scene = test::write_small_scene(folder).string(), html = (folder / "t.html").string();
  const auto refusal = [&](const std::vector<std::string>& words) {
    std::vector<std::string> all = {"takes", scene, "--frames", "20", "--html", html};
    all.insert(all.end(), words.begin(), words.end());
    const test::Result result = run_program(all);
    EXPECT_EQ(result.code, 2) << result.err;
    EXPECT_EQ(test::line_count(result.err), 1) << result.err;
    return result.err;
  };
  EXPECT_NE(refusal({"--take", "--of 2"}).find("--of: found 2, expected"), std::string::npos);
  EXPECT_NE(refusal({"--take", "--from-frame 20"}).find("--from-frame: found 20"), std::string::npos);
  EXPECT_NE(refusal({"--take", "--bogus"}).find("--bogus"), std::string::npos);
  EXPECT_NE(refusal({"--take", "--set bogus=3"}).find("bogus"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(html));
}

}  // namespace
}  // namespace raycloth
