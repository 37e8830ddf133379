// What a user did, written down and done again: the same state, to the bit.
#include "app/run/past/session.h"

#include <gtest/gtest.h>

#include <fstream>

#include "app/run/live/live_scene.h"
#include "app/run/output/report.h"
#include "app/run/past/session_player.h"
#include "app/run/past/session_recorder.h"
#include "app/run/past/timeline.h"
#include "app/run/state_checks.h"
#include "device/error.h"
#include "tests/app/program.h"

namespace raycloth {
namespace {

using test::Folder;
using test::read_text;

/// The small scene of the program's tests: a floor, a pinned flag, a falling towel.
struct Small {
  Folder folder;
  std::filesystem::path file = test::write_small_scene(folder);
  Scene scene = load_scene({file});
  Model model = build_model(scene);

  std::unique_ptr<Simulation> simulate(int threads = 1) const {
    return create(model, scene.settings, DeviceChoice::cpu, threads);
  }
  int triangle(int object, int index) const { return model.objects[object].triangles.begin + index; }
  int vertex(int object, int index) const { return model.objects[object].vertices.begin + index; }
};

/// What a user might do in 30 frames, with a reset when `frame` 12 is over.
void play_by_hand(Timeline& timeline, const Small& small, int frames) {
  int id = -1;
  bool was_reset = false;
  for (int i = 0; i < frames; ++i) {
    if (i == 2) id = timeline.grab(small.triangle(1, 5), {0.2f, 0.5f, 0.3f});
    if (i > 2 && i < 9) timeline.move_grab(id, {0.1f / i, 1.1f, 0.03f * i});
    if (i == 9) timeline.release(id);
    if (i == 5) timeline.change_pins({small.vertex(1, 3), small.vertex(1, 9)});  // the corners are let go
    if (i == 21) timeline.change_pins({small.vertex(1, 3), small.vertex(2, 0)});
    if (i == 12 && !std::exchange(was_reset, true)) timeline.reset();
    if (i == 15) {
      Settings settings;
      settings.gravity = {0.1f, -1.7f, 0};
      settings.substeps = 12;
      timeline.change(settings);
      Material material = small.model.objects[1].material;
      material.bend_stiffness = 1e-3f / 3;
      timeline.change(1, material);
    }
    if (i == 18) {  // two at once
      id = timeline.grab(small.triangle(2, 3), Vec3(1.0f / 3));
      timeline.move_grab(timeline.grab(small.triangle(1, 1), {1, 0, 0}), {0, 2, 0});
      timeline.move_grab(id, {1, 0.5f, 0.7f});
    }
    timeline.step();
  }
}

TEST(Session, RecordedAndReplayedEndsInTheSameState) {
  const Small small;
  const auto played = small.simulate(2);
  Timeline timeline(*played, Authored(small.scene));
  const auto file = small.folder / "session.jsonl";
  timeline.record(file);
  play_by_hand(timeline, small, 30);
  timeline.stop_recording();
  ASSERT_EQ(played->frame(), 18) << "the reset was part of it";

  SessionPlayer player(read_session(file, small.model, small.scene.settings));
  const auto replayed = small.simulate(1);
  for (int i = 0; i < 30; ++i) player.step(*replayed);
  EXPECT_EQ(replayed->state_hash(), played->state_hash());
  EXPECT_EQ(replayed->frame(), played->frame());
  EXPECT_EQ(replayed->settings().substeps, 12);

  const auto untouched = small.simulate(1);
  for (int i = 0; i < 18; ++i) untouched->step();
  EXPECT_NE(untouched->state_hash(), played->state_hash()) << "or the test would see nothing";
}

TEST(Session, RecordingThatBeginsLateHoldsWhatWasDoneBefore) {
  const Small small;
  const auto played = small.simulate();
  Timeline timeline(*played, Authored(small.scene));
  play_by_hand(timeline, small, 11);
  const auto file = small.folder / "session.jsonl";
  timeline.record(file);
  timeline.step();
  SessionPlayer player(read_session(file, small.model, small.scene.settings));
  const auto replayed = small.simulate();
  for (int i = 0; i < 12; ++i) player.step(*replayed);
  EXPECT_EQ(replayed->state_hash(), played->state_hash());
}

// Every line is on the disk before the step that it belongs to.
TEST(Session, AnInterruptedRecordingIsValid) {
  const Small small;
  const auto played = small.simulate();
  Timeline timeline(*played, Authored(small.scene));
  const auto file = small.folder / "session.jsonl", copy = small.folder / "copy.jsonl";
  timeline.record(file);
  play_by_hand(timeline, small, 7);
  std::filesystem::copy_file(file, copy);  // as the disk has it now
  SessionPlayer player(read_session(copy, small.model, small.scene.settings));
  const auto replayed = small.simulate();
  for (int i = 0; i < 7; ++i) player.step(*replayed);
  EXPECT_EQ(replayed->state_hash(), played->state_hash());
}

TEST(Session, TellsWhatTheCommandLineChanged) {
  const Small small;
  Settings settings = small.scene.settings;
  settings.inversion = Inversion::off;
  const auto played = create(small.model, settings, DeviceChoice::cpu, 1);
  Timeline timeline(*played, Authored(small.scene));
  const Session& log = timeline.takes()[0].log;
  ASSERT_EQ(log.events.size(), 1u);
  EXPECT_EQ(std::get<SettingsAction>(log.events[0].action).values,
            (std::vector<std::pair<std::string, std::string>>{{"inversion", "off"}}));
}

TEST(Session, OneEventAFrameForWhatIsDrawnOn) {
  Session session;
  add(session, 3, MoveAction{0, {1, 0, 0}});
  add(session, 3, MoveAction{0, {2, 0, 0}});
  add(session, 3, MoveAction{1, {3, 0, 0}});
  add(session, 4, MoveAction{1, {4, 0, 0}});
  add(session, 4, SettingsAction{{{"substeps", "8"}, {"damping", "1"}}});
  add(session, 4, SettingsAction{{{"substeps", "9"}, {"wind", "1 0 0"}}});
  add(session, 4, ReleaseAction{1});
  add(session, 4, SettingsAction{});  // changes nothing
  ASSERT_EQ(session.events.size(), 5u);
  EXPECT_EQ(std::get<MoveAction>(session.events[0].action).target.x, 2);
  const auto& values = std::get<SettingsAction>(session.events[3].action).values;
  EXPECT_EQ(values,
            (std::vector<std::pair<std::string, std::string>>{{"substeps", "9"}, {"damping", "1"}, {"wind", "1 0 0"}}));
}

TEST(Session, LinesComeBackToTheSameBits) {
  const Small small;
  const std::vector<SessionEvent> events = {{0, GrabAction{0, small.triangle(1, 7), {0.1f, 0.2f, 0.7f}}},
                                            {1, MoveAction{0, {1.0f / 3, -1e-7f, 0.1f + 0.2f}}},
                                            {1, SettingsAction{{{"gravity", "0 -3.7000003 0.1"}}}},
                                            {2, MaterialAction{1, {{"half_thickness", 0.1f / 30}}}},
                                            {3, PinAction{{small.vertex(1, 2), small.vertex(2, 4)}, true}},
                                            {4, PinAction{{small.vertex(2, 4)}, false}},
                                            {5, MoveAction{0, {1, 2, 3}, 0.1f + 0.2f}},
                                            {5, ReleaseAction{0}},
                                            {6, ResetAction{}}};
  const auto file = small.folder / "lines.jsonl";
  {
    std::ofstream out(file);
    out << session_header("small", small.model) << "\n";
    for (const SessionEvent& event : events) out << session_line(event, small.model) << "\n";
  }
  const Session read = read_session(file, small.model, small.scene.settings);
  ASSERT_EQ(read.events.size(), events.size());
  for (size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(read.events[i].frame, events[i].frame);
    EXPECT_EQ(session_line(read.events[i], small.model), session_line(events[i], small.model));
  }
  const auto& grab = std::get<GrabAction>(read.events[0].action);
  EXPECT_EQ(grab.triangle, small.triangle(1, 7));
  EXPECT_EQ(grab.barycentric, Vec3(0.1f, 0.2f, 0.7f));
  EXPECT_EQ(std::get<MoveAction>(read.events[1].action).target, Vec3(1.0f / 3, -1e-7f, 0.1f + 0.2f));
  EXPECT_EQ(std::get<MoveAction>(read.events[1].action).strength, 1) << "all of it, where a line does not say";
  EXPECT_EQ(session_line(events[1], small.model).find("strength"), std::string::npos);
  EXPECT_EQ(std::get<MoveAction>(read.events[6].action).strength, 0.1f + 0.2f);
  EXPECT_EQ(std::get<MaterialAction>(read.events[3].action).values[0].second, 0.1f / 30);
  EXPECT_EQ(std::get<PinAction>(read.events[4].action).vertices, (std::vector{small.vertex(1, 2), small.vertex(2, 4)}));
}

// By hand: the towel of the small scene lies flat at y = 1 around x = 2.
TEST(Session, AGrabByPlaceTakesTheNearestPoint) {
  const Small small;
  const auto file = small.folder / "rest.jsonl";
  std::ofstream(file) << "{\"raycloth_session\": 1}\n"
                      << R"({"frame": 0, "grab": 0, "object": "small towel", "rest": [2.04, 1.5, -0.03]})"
                      << "\n";
  const Session session = read_session(file, small.model, small.scene.settings);
  const auto& grab = std::get<GrabAction>(session.events.at(0).action);
  EXPECT_EQ(small.model.objects[small.model.triangle_object[grab.triangle]].name, "small towel");
  Vec3 point(0);
  for (int k = 0; k < 3; ++k)
    point += grab.barycentric[k] * Vec3(small.model.positions[small.model.triangles[grab.triangle][k]]);
  EXPECT_NEAR(glm::distance(point, Vec3(2.04f, 1, -0.03f)), 0, 1e-6f);
}

/// Recorded by earlier versions, with compliances of edges.
TEST(Session, OlderWordsOfMaterialsAreRead) {
  const Small small;
  const auto file = small.folder / "old.jsonl";
  std::ofstream(file) << "{\"raycloth_session\": 1}\n"
                      << R"({"frame": 1, "object": "flag", "material": {"warp_compliance": 0.001}})"
                      << "\n"
                      << R"({"frame": 2, "object": "flag", "material": {"shear_compliance": 0.0}})"
                      << "\n";
  const Session session = read_session(file, small.model, small.scene.settings);
  ASSERT_EQ(session.events.size(), 2u);
  using Values = std::vector<std::pair<std::string, float>>;
  EXPECT_EQ(std::get<MaterialAction>(session.events[0].action).values, (Values{{"warp_stiffness", 1 / 0.001f}}));
  EXPECT_EQ(std::get<MaterialAction>(session.events[1].action).values, (Values{{"shear_stiffness", 1e9f}}));
}

/// In a window, where much has been changed since: as `run --replay` does it, which knows nothing of that.
TEST(Session, ThatIsOpenedInAWindowPlaysAsItWasRecorded) {
  const Small small;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(small.folder.path());
  LiveScene live({small.scene, Authored(small.scene)}, {DeviceChoice::cpu, 1, {}});
  live.toggle_session_recording();
  for (int i = 0; i < 3; ++i) live.single_step();
  live.grab(0, small.triangle(1, 5), {0.2f, 0.5f, 0.3f}, {0.1f, 1.1f, 0});
  for (int i = 0; i < 3; ++i) live.single_step();
  Settings settings = live.simulation().settings();
  settings.gravity = {0.5f, -3, 0};
  live.change(settings);
  Material material = live.simulation().material(1);
  material.bend_stiffness = 1e-3f;
  live.change(1, material);
  live.change_pins({small.vertex(1, 3)});
  live.move_grab(0, {0.3f, 1.2f, 0.1f});
  for (int i = 0; i < 6; ++i) live.single_step();
  const uint64_t played = live.simulation().state_hash();
  live.toggle_session_recording();
  settings.wind = {2, 0, 0};
  settings.substeps = 7;
  live.change(settings);
  material.areal_density = 0.5f;
  live.change(1, material);
  live.change_pins({});
  live.single_step();
  live.play_session("small_session.jsonl");
  for (int i = 0; i < 12; ++i) live.single_step();
  const uint64_t again = live.simulation().state_hash();
  std::filesystem::current_path(before);
  const test::Result headless = test::run_program({"run", small.file.string(), "--frames", "12", "--device", "cpu",
                                                   (small.folder / "small_session.jsonl").string()});
  ASSERT_EQ(headless.code, 0) << headless.err;
  char hash[32];
  std::snprintf(hash, sizeof hash, "state %016llx", static_cast<unsigned long long>(again));
  EXPECT_NE(headless.out.find(hash), std::string::npos) << headless.out << "but " << hash;
  EXPECT_EQ(again, played);
}

TEST(Session, OfAnotherSceneIsRefusedInTheWordsOfTheCommandLine) {
  const Small small;
  const auto file = small.folder / "other.jsonl";
  std::ofstream(file) << "{\"raycloth_session\": 1, \"scene\": \"other\", \"triangles\": 7}\n";
  LiveScene live({small.scene, Authored(small.scene)}, {DeviceChoice::cpu, 1, {}});
  for (int i = 0; i < 2; ++i) live.single_step();
  std::string words;
  try {
    live.play_session(file);
  } catch (const InputError& error) {
    words = error.what();
  }
  EXPECT_NE(words.find("was it recorded with another?"), std::string::npos) << words;
  EXPECT_EQ(live.simulation().frame(), 2) << "all stays";
  const test::Result headless =
      test::run_program({"run", small.file.string(), "--frames", "2", "--replay", file.string()});
  EXPECT_EQ(headless.code, 2);
  EXPECT_EQ(headless.err, "raycloth: " + words + "\n");
}

struct BadSession {
  const char* label;
  const char* lines;    // after a good header, unless it begins with one of its own
  const char* message;  // after the name of the file
};

void PrintTo(const BadSession& bad, std::ostream* out) { *out << bad.label; }

class BadSessions : public testing::TestWithParam<BadSession> {};

TEST_P(BadSessions, AreRefusedWithTheLineAndWhatWouldBeRight) {
  const Small small;
  const auto file = small.folder / "bad.jsonl";
  const std::string lines = GetParam().lines;
  const bool whole = lines.empty() || lines.find("raycloth_session") == 2 || lines[0] == '[';
  std::ofstream(file) << (whole ? "" : "{\"raycloth_session\": 1}\n") << lines;
  try {
    read_session(file, small.model, small.scene.settings);
    FAIL() << "was accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).rfind(file.string() + GetParam().message, 0), 0u) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Session, BadSessions,
    testing::Values(
        BadSession{"Empty", "", ":1: found nothing, expected a first line"},
        BadSession{"NoHeader", "[1]", ":1: /: found [1], expected an object"},
        BadSession{"LaterFormat", R"({"raycloth_session": 2})", ":1: /raycloth_session: found 2, expected format 1"},
        BadSession{"AnotherScene", R"({"raycloth_session": 1, "triangles": 7})",
                   ":1: /triangles: found 7, expected 50, as the scene has"},
        BadSession{"NotJson", "{\"frame\": 0, \"move\"", ":2:"},
        BadSession{"UnknownWord", R"({"frame": 0, "throw": 1})", ":2: /throw: unknown key"},
        BadSession{"NoFrame", R"({"release": 0})", ":2: /: 'frame' is missing"},
        BadSession{"Nothing", R"({"frame": 0})", ":2: /: found {\"frame\":0}, expected one of grab, move"},
        BadSession{"BackInTime",
                   "{\"frame\": 5, \"reset\": true}\n{\"frame\": 5, \"reset\": true}\n"
                   "{\"frame\": 4, \"set\": {}}\n{\"frame\": 3, \"set\": {}}",
                   ":5: /frame: found 3, expected frame 4 or a later one"},
        BadSession{"OldWordOutOfRange", R"({"frame": 0, "object": "flag", "material": {"weft_compliance": 3}})",
                   ":2: /material/weft_compliance: found 3, expected a number in [0, 1]"},
        BadSession{"MoveOfNothing", R"({"frame": 0, "move": 0, "target": [0, 0, 0]})",
                   ":2: /move: found 0, expected a grab that holds something"},
        BadSession{"ReleasedTwice",
                   "{\"frame\": 0, \"grab\": 0, \"object\": \"flag\", \"rest\": [0, 1, 0]}\n"
                   "{\"frame\": 1, \"release\": 0}\n{\"frame\": 1, \"release\": 0}",
                   ":4: /release: found 0, expected a grab that holds something"},
        BadSession{"NotTheFirstFree", R"({"frame": 0, "grab": 3, "object": "flag", "rest": [0, 1, 0]})",
                   ":2: /grab: found 3, expected 0, the first that is free"},
        BadSession{"NoSuchObject", R"({"frame": 0, "grab": 0, "object": "sail", "rest": [0, 1, 0]})",
                   ":2: /object: found \"sail\", expected the name of an object"},
        BadSession{"NotACloth", R"({"frame": 0, "grab": 0, "object": "floor", "rest": [0, 1, 0]})",
                   ":2: /object: found \"floor\", expected a cloth"},
        BadSession{"NoSuchTriangle",
                   R"({"frame": 0, "grab": 0, "object": "flag", "triangle": 24, "barycentric": [1, 0, 0]})",
                   ":2: /triangle: found 24, expected a whole number in [0, 23]"},
        BadSession{"NotOnTheTriangle",
                   R"({"frame": 0, "grab": 0, "object": "flag", "triangle": 3, "barycentric": [1, 1, 0]})",
                   ":2: /barycentric: found [1,1,0], expected three numbers that add up to 1"},
        BadSession{"NotFinite",
                   "{\"frame\": 0, \"grab\": 0, \"object\": \"flag\", \"rest\": [0, 1, 0]}\n"
                   "{\"frame\": 0, \"move\": 0, \"target\": [0, 1e99, 0]}",
                   ":3: /target/1: found 1e+99, expected a number in"},
        BadSession{"TooStrong",
                   "{\"frame\": 0, \"grab\": 0, \"object\": \"flag\", \"rest\": [0, 1, 0]}\n"
                   "{\"frame\": 0, \"move\": 0, \"target\": [0, 1, 0], \"strength\": 1.5}",
                   ":3: /strength: found 1.5, expected a number in [0, 1]"},
        BadSession{"SettingOutOfRange", R"({"frame": 0, "set": {"substeps": 0}})", ":2: /set/substeps: found '0'"},
        BadSession{"SettingsThatDoNotFit", R"({"frame": 0, "set": {"substeps": 9, "detections": 2}})",
                   ":2: /set/substeps: found 9, expected a multiple"},
        BadSession{"NoSuchVertex", R"({"frame": 0, "pin": {"flag": [3, 20]}})",
                   ":2: /pin/flag: object 'flag': found vertex 20, expected the number of one that the object has"},
        BadSession{"PinsNothing", R"({"frame": 0, "unpin": {}})", ":2: /unpin: found {}, expected objects with"},
        BadSession{"PinsNoCloth", R"({"frame": 0, "pin": {"floor": [0]}})",
                   ":2: /pin/floor: found [0], expected numbers of vertices of a cloth"},
        BadSession{"NoSuchMaterial", R"({"frame": 0, "object": "flag", "material": {"weight": 2}})",
                   ":2: /material/weight: unknown key"},
        BadSession{"MaterialOfAnotherKind", R"({"frame": 0, "object": "flag", "material": {"density": 200}})",
                   ":2: /material/density: 'flag' is cloth and has no density, only half_thickness, areal_density"}),
    [](const auto& test) { return test.param.label; });

TEST(Session, TheProgramReplaysWhatTheTimelineRecorded) {
  const Small small;
  const auto played = small.simulate();
  Timeline timeline(*played, Authored(small.scene));
  const std::string file = small.folder / "session.jsonl";
  timeline.record(file);
  play_by_hand(timeline, small, 11);
  timeline.stop_recording();
  char hash[17];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(played->state_hash()));
  for (const char* threads : {"1", "2"}) {
    const test::Result result = test::run_program(
        {"run", small.file, "--replay", file, "--frames", "11", "--threads", threads, "--device", "cpu"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_NE(result.out.find(hash), std::string::npos) << result.out << " wanted " << hash;
  }
}

TEST(Session, ADensityThatChangesAtTheStartIsThatOfASceneLoadedSo) {
  const Small small;
  const std::string heavier = small.folder / "heavier.jsonl";
  std::ofstream(heavier) << "{\"raycloth_session\": 1}\n"
                         << R"({"frame": 0, "object": "small towel", "material": {"areal_density": 1}})";
  const auto state = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"run", small.file, "--frames", "12", "--device", "cpu"};
    words.insert(words.end(), more.begin(), more.end());
    const test::Result result = test::run_program(words);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out.substr(result.out.find("state "), 22);
  };
  const std::string wanted = state({"--set", "small towel.areal_density=1"});
  EXPECT_NE(state({}), wanted);
  EXPECT_EQ(state({"--replay", heavier}), wanted);
}

// A scene may name a session of its own, beside it; "none" leaves it out.
TEST(Session, OfTheSceneIsPlayedUnlessToldOtherwise) {
  const Small small;
  std::ofstream(small.folder / "pull.jsonl")
      << "{\"raycloth_session\": 1}\n"
      << "{\"frame\": 0, \"grab\": 0, \"object\": \"flag\", \"rest\": [0, 1, 0.15]}\n"
      << "{\"frame\": 0, \"move\": 0, \"target\": [0, 1.2, 0.2]}\n";
  std::string text = read_text(small.file);
  text.insert(text.find("\"objects\""), "\"session\": \"pull.jsonl\", ");
  const std::string scene = small.folder / "pulled.json";
  std::ofstream(scene) << text;
  const auto last_line = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"run", scene, "--frames", "5", "--device", "cpu"};
    words.insert(words.end(), more.begin(), more.end());
    const test::Result result = test::run_program(words);
    EXPECT_EQ(result.code, 0) << result.err;
    return result.out;
  };
  const std::string own = last_line({}), none = last_line({"--replay", "none"});
  EXPECT_NE(own, none);
  EXPECT_EQ(last_line({"--replay", small.folder / "pull.jsonl"}), own);
}

TEST(Session, ABadFileEndsTheProgramWithCode2AndOneLine) {
  const Small small;
  const std::string file = small.folder / "bad.jsonl";
  std::ofstream(file) << "{\"raycloth_session\": 1}\n{\"frame\": -1}\n";
  const test::Result result = test::run_program({"run", small.file, "--replay", file, "--frames", "2"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(test::line_count(result.err), 1) << result.err;
  EXPECT_NE(result.err.find("bad.jsonl:2: /frame: found -1"), std::string::npos) << result.err;
}

TEST(GrabScene, ItsHandsKeepTo3MetresPerSecond) {
  const auto assets = std::filesystem::path(RAYCLOTH_SOURCE_DIR) / "assets";
  const Scene scene = load_scene_scaled(assets / "scenes/grab.json", 0.2f);
  const Session session = read_session(scene.session, build_model(scene), scene.settings);
  Vec3 hands[2];
  bool known[2] = {};
  float fastest = 0;
  for (const SessionEvent& event : session.events) {
    const auto* move = std::get_if<MoveAction>(&event.action);
    if (!move) continue;
    ASSERT_LT(move->id, 2);
    if (std::exchange(known[move->id], true))
      fastest = std::max(fastest, 60 * glm::distance(hands[move->id], move->target));
    hands[move->id] = move->target;
  }
  EXPECT_GT(fastest, 2.85f);
  EXPECT_LE(fastest, 3.0001f);
}

}  // namespace
}  // namespace raycloth
