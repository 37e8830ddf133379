// Cloth that is cut: in sessions, in the past, in saved scenes, on the command line and in exports.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/run/live/live_scene.h"
#include "app/run/object_options.h"
#include "app/run/output/scene_file.h"
#include "app/run/output/scene_home.h"
#include "app/run/past/take_facts.h"
#include "app/run/tables/handlers.h"
#include "device/error.h"
#include "sim/mesh/stroke.h"
#include "sim/scene/cuts.h"
#include "tests/app/program.h"

namespace raycloth::test {
namespace {

/// A sheet that hangs on a side, over a shell, and a scarf tied to it.
constexpr const char* kCurtain = R"({
  "name": "curtain",
  "settings": {"substeps": 6},
  "objects": [
    {"name": "floor", "kind": "shell", "sheet": {"size": [2, 2], "cells": [2, 2]}, "translate": [0, -0.4, 0]},
    {"name": "curtain", "kind": "cloth", "sheet": {"size": [0.4, 0.4], "cells": [10, 10]},
     "rotate": {"axis": [1, 0, 0], "degrees": 90},
     "pins": {"boxes": [{"min": [-1, 0.19, -1], "max": [1, 1, 1]}]}},
    {"name": "scarf", "kind": "cloth", "sheet": {"size": [0.1, 0.2], "cells": [3, 6]}, "translate": [0, -0.2, 0.1],
     "attachments": [{"target": "curtain", "vertices": [0, 3]}]}
  ]
})";
constexpr int kCurtainObject = 1;

struct Curtain {
  Folder folder;
  std::filesystem::path file = write(folder / "curtain.json", kCurtain);
  Scene scene = load_scene({file});
  Model model = build_model(scene);

  static std::filesystem::path write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file) << text;
    return file;
  }
  std::unique_ptr<Simulation> simulate() const { return create(model, scene.settings, DeviceChoice::cpu, 1); }
};

/// What the curtain has, and one more from the front as it begins: upright at x, or level at y.
std::vector<Cut> one_more(const Simulation& simulation, float x, float y) {
  const Mesh& mesh = simulation.model().scene->objects[kCurtainObject].mesh;
  Stroke stroke;
  const auto add = [&](float at_x, float at_y) { stroke.rays.push_back({{at_x, at_y, 1}, {0, 0, -1}}); };
  x != 0 ? add(x, -0.5f) : add(-0.5f, y);
  x != 0 ? add(x + 0.01f, 0.5f) : add(0.5f, y + 0.02f);
  std::vector<Cut> cuts = simulation.cuts(kCurtainObject);
  cuts.push_back(cut_along(stroke, mesh, mesh.positions, [](const Vec3&, const Vec3&) { return true; }));
  EXPECT_FALSE(cuts.back().paths.empty());
  return cuts;
}

/// Cuts, hands and pins; frames in all: 24.
void cut_by_hand(Timeline& timeline, Simulation& simulation) {
  const auto steps = [&](int count) {
    for (int i = 0; i < count; ++i) timeline.step();
  };
  steps(3);
  const int first = timeline.grab(simulation.model().objects[1].triangles.begin + 11, {0.2f, 0.5f, 0.3f});
  timeline.move_grab(first, {0.1f, 0, 0.3f});
  steps(3);
  timeline.change_cuts(kCurtainObject, one_more(simulation, 0.03f, 0));
  timeline.move_grab(first, {0.1f, 0.1f, 0.3f});
  steps(4);
  const int last = simulation.model().objects[1].vertices.end - 1;  // a vertex that the cut made, or had another number
  std::vector<int> pins = simulation.model().pins;
  put({{last}, std::ranges::count(pins, last) == 0}, pins);
  timeline.change_pins(pins);
  const int second = timeline.grab(simulation.model().objects[1].triangles.end - 2, Vec3(1.0f / 3));
  timeline.move_grab(second, {-0.1f, 0.2f, -0.2f});
  steps(4);
  timeline.release(first);
  timeline.change_cuts(kCurtainObject, one_more(simulation, 0, -0.05f));
  steps(1);  // the sides are still near to each other
  timeline.change_cuts(kCurtainObject,
                       {simulation.cuts(kCurtainObject).begin(), simulation.cuts(kCurtainObject).begin() + 1});
  steps(9);
}

uint64_t replayed(const Curtain& curtain, const std::filesystem::path& file, int frames) {
  SessionPlayer player(read_session(file, curtain.model, curtain.scene.settings));
  const auto again = curtain.simulate();
  for (int i = 0; i < frames; ++i) player.step(*again);
  return again->state_hash();
}

TEST(CutSession, RecordedAndReplayedEndsInTheSameState) {
  const Curtain curtain;
  const auto played = curtain.simulate();
  Timeline timeline(*played, Authored(curtain.scene));
  timeline.record(curtain.folder / "s.jsonl");
  cut_by_hand(timeline, *played);
  timeline.stop_recording();
  EXPECT_EQ(replayed(curtain, curtain.folder / "s.jsonl", 24), played->state_hash());
  const auto untouched = curtain.simulate();
  for (int i = 0; i < 24; ++i) untouched->step();
  EXPECT_NE(untouched->state_hash(), played->state_hash());
}

/// What is cut stays cut, and a recording that goes on, or begins only then, tells of it.
TEST(CutSession, OfAResetBeginsCut) {
  const Curtain curtain;
  const auto played = curtain.simulate();
  Timeline timeline(*played, Authored(curtain.scene));
  timeline.record(curtain.folder / "early.jsonl");
  cut_by_hand(timeline, *played);
  timeline.reset();
  for (int i = 0; i < 6; ++i) timeline.step();
  timeline.stop_recording();
  timeline.record(curtain.folder / "late.jsonl", std::make_shared<const Model>(curtain.model));
  timeline.stop_recording();
  EXPECT_EQ(played->cuts(kCurtainObject).size(), 1u);
  EXPECT_EQ(replayed(curtain, curtain.folder / "early.jsonl", 30), played->state_hash());
  EXPECT_EQ(replayed(curtain, curtain.folder / "late.jsonl", 6), played->state_hash());
}

TEST(CutSession, PlayedBeginsAsTheSceneIs) {
  const Curtain curtain;
  const auto played = curtain.simulate(), again = curtain.simulate();
  Timeline timeline(*played, Authored(curtain.scene)), other(*again, Authored(curtain.scene));
  timeline.record(curtain.folder / "s.jsonl");
  cut_by_hand(timeline, *played);
  timeline.stop_recording();
  other.change_cuts(kCurtainObject, one_more(*again, 0, 0.1f));
  other.step();
  other.play(read_session(curtain.folder / "s.jsonl", curtain.model, curtain.scene.settings));
  for (int i = 0; i < 24; ++i) other.step();
  EXPECT_EQ(again->state_hash(), played->state_hash());
}

TEST(CutSession, ThePastBeforeACutIsWhole) {
  const Curtain curtain;
  const auto played = curtain.simulate();
  Timeline timeline(*played, Authored(curtain.scene));
  std::map<long long, uint64_t> hashes;
  for (int i = 0; i < 5; ++i) timeline.step(), hashes[timeline.frame()] = played->state_hash();
  timeline.change_cuts(kCurtainObject, one_more(*played, 0.03f, 0));
  for (int i = 0; i < 5; ++i) timeline.step(), hashes[timeline.frame()] = played->state_hash();
  for (const long long frame : {2LL, 9LL, 5LL, 6LL, 1LL, 10LL}) {
    timeline.seek(frame);
    EXPECT_EQ(played->state_hash(), hashes[frame]) << frame;
    EXPECT_EQ(played->cuts(kCurtainObject).size(), frame > 5 ? 1u : 0u) << frame;
  }
  timeline.seek(3);
  timeline.step();  // another take, which is whole
  ASSERT_EQ(timeline.takes().size(), 2u);
  for (int i = 0; i < 4; ++i) timeline.step();
  EXPECT_TRUE(played->cuts(kCurtainObject).empty());
  EXPECT_FALSE(timeline.distance_to(timeline.takes()[0]).has_value());  // of other vertices
  const Changes changes = changes_of(timeline.takes()[0], curtain.model);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0], std::pair(std::string("curtain.cuts"), std::string("1")));
  EXPECT_FALSE(count_crossings(timeline.takes()[0], played->model(), 4, [] { return true; }).empty());
}

TEST(CutSession, IsRefusedWhereACutDoesNotLieOnTheCloth) {
  const Curtain curtain;
  const auto words_of = [&](const std::string& line) -> std::string {
    const auto file = Curtain::write(curtain.folder / "bad.jsonl", "{\"raycloth_session\": 1}\n" + line + "\n");
    try {
      read_session(file, curtain.model, curtain.scene.settings);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(words_of(R"({"frame": 0, "object": "curtain", "cuts": [{"paths": [[0, 1, 2]]}]})"), "");
  EXPECT_NE(words_of(R"({"frame": 0, "object": "curtain", "cuts": [{"paths": [[0, 50]]}]})").find("bad.jsonl:2"),
            std::string::npos);
  EXPECT_NE(words_of(R"({"frame": 0, "object": "floor", "cuts": [{"paths": [[0, 1]]}]})").find("of cloth"),
            std::string::npos);
  EXPECT_NE(words_of(R"({"frame": 0, "object": "curtain", "cuts": [{"paths": [[0, -1]]}]})").find("/cuts/0/paths/0/1"),
            std::string::npos);
  EXPECT_NE(words_of(R"({"frame": 0, "object": "curtain", "cuts": [{"splits": [[0, 1]], "paths": [[0, 1]]}]})")
                .find("part of the way"),
            std::string::npos);
  EXPECT_NE(words_of(R"({"frame": 0, "object": "curtain", "cuts": [{"pathes": []}]})").find("pathes"),
            std::string::npos);
}

TEST(CutSession, SidesThatAreFarApartAreNotJoined) {
  const Curtain curtain;
  const auto played = curtain.simulate();
  Timeline timeline(*played, Authored(curtain.scene));
  const std::vector<Cut> across = one_more(*played, 0, 0.05f);
  std::ostringstream line;
  line << "{\"raycloth_session\": 1}\n{\"frame\": 2, \"object\": \"curtain\", \"cuts\": " << cuts_json(across)
       << "}\n{\"frame\": 32, \"object\": \"curtain\", \"cuts\": []}\n";
  const std::string file = Curtain::write(curtain.folder / "late.jsonl", line.str());
  const test::Result result = test::run_program({"run", curtain.file, "--replay", file, "--frames", "40"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(test::line_count(result.err), 1) << result.err;
  EXPECT_NE(result.err.find("session: frame 32: cuts of 'curtain': found sides that are 0."), std::string::npos)
      << result.err;

  timeline.play(read_session(file, curtain.model, curtain.scene.settings));
  for (int i = 0; i < 32; ++i) timeline.step();
  EXPECT_THROW(timeline.change_cuts(kCurtainObject, {}), InputError);
  EXPECT_NO_THROW(timeline.play({})) << "from the beginning, where they are near";
  EXPECT_TRUE(played->cuts(kCurtainObject).empty());
}

uint64_t hash_after(Simulation& simulation, int frames) {
  for (int i = 0; i < frames; ++i) simulation.step();
  return simulation.state_hash();
}

TEST(CutScene, SavedRunsToTheSameHash) {
  const Curtain curtain;
  const auto cut = curtain.simulate();
  cut->change_cuts(kCurtainObject, one_more(*cut, 0.03f, 0));  // through pins
  cut->change_cuts(kCurtainObject, one_more(*cut, 0, -0.05f));
  const auto file = curtain.folder / "saved.json";
  const std::string text = scene_text(curtain.scene, *cut, file);
  Curtain::write(file, text);
  const Scene loaded = load_scene({file});
  EXPECT_EQ(loaded.objects[kCurtainObject].cut.cuts, cut->cuts(kCurtainObject));
  const auto again = create(build_model(loaded), loaded.settings, DeviceChoice::cpu, 1);
  EXPECT_EQ(again->model().attachments.size(), cut->model().attachments.size());
  EXPECT_EQ(hash_after(*again, 20), hash_after(*cut, 20));
  EXPECT_NE(again->state_hash(), hash_after(*curtain.simulate(), 20));

  EXPECT_EQ(nlohmann::json::parse(scene_text(loaded, *again, file)), nlohmann::json::parse(text));  // saved once more
  again->reset();
  again->change_cuts(kCurtainObject, {});
  const Scene whole = read_document(scene_text(loaded, *again, file), file);
  EXPECT_TRUE(whole.objects[kCurtainObject].cut.cuts.empty());
  again->reset();
  EXPECT_EQ(hash_after(*create(build_model(whole), whole.settings, DeviceChoice::cpu, 1), 20), hash_after(*again, 20));
}

/// The live scene, as the window has it: the frame, the document, and all by names that were changed.
TEST(CutScene, IsCutWhileItRuns) {
  Curtain curtain;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(curtain.folder.path());
  Authored authored(curtain.scene);
  LiveScene live({curtain.scene, std::move(authored)}, {DeviceChoice::cpu, 1, {}});
  Frame frame;
  live.change_look(kCurtainObject, {"drape", {0.1f, 0.2f, 0.3f}});
  for (int i = 0; i < 4; ++i) live.single_step();
  live.toggle_session_recording();
  live.watch(true, false);
  live.single_step();
  live.change_cuts({{kCurtainObject, one_more(live.simulation(), 0.03f, 0)}});
  live.fill(frame);
  EXPECT_EQ(frame.opened->model.objects[kCurtainObject].name, "drape");
  EXPECT_EQ(frame.opened->model.objects[kCurtainObject].color, Vec3(0.1f, 0.2f, 0.3f));
  EXPECT_EQ(frame.positions.size(), frame.opened->model.positions.size());
  EXPECT_EQ(frame.opened->scene.objects[kCurtainObject].mesh.positions.size(),
            static_cast<size_t>(frame.opened->model.objects[kCurtainObject].vertices.size()));
  for (int i = 0; i < 4; ++i) live.single_step();
  const uint64_t hash = live.simulation().state_hash();
  SceneHome home;
  live.save_scene(home, "curtain_edited.json", false);
  live.seek(3);
  live.fill(frame);
  EXPECT_EQ(frame.positions.size(), curtain.model.positions.size());
  EXPECT_EQ(frame.opened->model.positions.size(), curtain.model.positions.size());
  live.seek(9);
  EXPECT_EQ(live.simulation().state_hash(), hash);
  live.toggle_session_recording();
  live.play_session("curtain_session.jsonl");
  for (int i = 0; i < 9; ++i) live.single_step();
  EXPECT_EQ(live.simulation().state_hash(), hash);
  live.run_handlers();
  live.fill(frame);
  ASSERT_TRUE(frame.handlers);
  for (const HandlerRow& row : frame.handlers->rows) EXPECT_EQ(row.failure, "");
  EXPECT_EQ(load_scene({"curtain_edited.json"}).objects[kCurtainObject].cut.cuts.size(), 1u);
  std::filesystem::current_path(before);
}

std::string state_of(const Result& result) {
  EXPECT_EQ(result.code, 0) << result.err;
  const size_t at = result.out.find("state ");
  return at == std::string::npos ? "" : result.out.substr(at);
}

TEST(CutOption, CutsAndIsSaved) {
  const Curtain curtain;
  const std::string file = curtain.file.string(), saved = (curtain.folder / "saved.json").string();
  const std::string cut = "curtain path=-0.5,0.02,0 0.5,-0.01,0 along=0,0,-1";
  const std::string ring = "curtain path=0.05,0.05,0 0.13,0.05,0 0.13,0.13,0 0.05,0.13,0 0.05,0.05,0 along=0,0,-1";
  const Result run = run_program({"run", file, "--frames", "12", "--cut", cut, "--cut", ring, "--save-scene", saved});
  const Result whole = run_program({"run", file, "--frames", "12"});
  const Result again = run_program({"run", saved, "--frames", "12"});
  EXPECT_NE(state_of(run), state_of(whole));
  EXPECT_EQ(state_of(run), state_of(again));
  const Scene scene = load_scene({saved});
  EXPECT_EQ(inspect(scene.objects[kCurtainObject].mesh).components, 3);
}

/// A point cache has one mesh for all frames; files of a frame have that of their frame.
TEST(CutExport, OfACutOnTheWay) {
  const Curtain curtain;
  const auto played = curtain.simulate();
  Timeline timeline(*played, Authored(curtain.scene));
  const auto session = curtain.folder / "s.jsonl";
  timeline.record(session);
  timeline.step();
  timeline.change_cuts(kCurtainObject, one_more(*played, 0.03f, 0));
  timeline.step();
  timeline.stop_recording();
  const std::string meshes = (curtain.folder / "meshes").string();
  const std::vector<std::string> run = {"run", curtain.file.string(), "--frames", "2", "--replay", session.string()};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), run.begin(), run.end());
    return run_program(more);
  };
  EXPECT_EQ(with({"--export", meshes}).code, 0);
  const auto vertices_of = [](const std::string& text) {
    int count = 0;
    for (size_t at = text.find("\nv "); at != text.npos; at = text.find("\nv ", at + 1)) ++count;
    return count;
  };
  const int before = vertices_of(read_text(meshes + "/frame_000001.obj"));
  EXPECT_EQ(before, 11 * 11 + 4 * 7);
  EXPECT_GT(vertices_of(read_text(meshes + "/frame_000002.obj")), before);
  const Result cache = with({"--export", (curtain.folder / "all.usda").string()});
  EXPECT_EQ(cache.code, 1);
  EXPECT_NE(cache.err.find("export obj or ply"), std::string::npos) << cache.err;
}

}  // namespace
}  // namespace raycloth::test
