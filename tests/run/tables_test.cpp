// Tables over runs: both devices from one state, every handler over one course.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/run/live/live_scene.h"
#include "app/run/past/session_player.h"
#include "app/run/tables/handlers.h"
#include "app/run/tables/parity.h"
#include "tests/run/scenes.h"

namespace raycloth {
namespace {

constexpr auto kAlways = [](double) { return true; };

struct Pulled {
  test::WorkFolder folder;
  Scene scene = load_scene({folder.write("flag.json", test::kFlag)});
  Model model = build_model(scene);

  /// The towel is pulled up, and substeps change.
  Session session() const {
    Session session;
    const int triangle = model.objects[2].triangles.begin;
    add(session, 2, GrabAction{0, triangle, {0.2f, 0.3f, 0.5f}});
    add(session, 3, MoveAction{0, {0, 0.3f, 0}});
    add(session, 5, SettingsAction{{{"substeps", "6"}, {"handler", "none"}}});
    add(session, 9, ReleaseAction{0});
    return session;
  }

  uint64_t hash_after(int frames, HandlerKind handler, Session done) const {
    Settings settings = scene.settings;
    settings.handler = handler;
    const auto simulation = create(model, settings, DeviceChoice::cpu, test::kThreads);
    for (SessionEvent& event : done.events)
      if (auto* change = std::get_if<SettingsAction>(&event.action)) change->values = {{"substeps", "6"}};
    SessionPlayer player(done);
    for (int i = 0; i < frames; ++i) player.step(*simulation);
    return simulation->state_hash();
  }

  HandlersPlan plan(int frames) const {
    return {model, scene.settings, session(), frames, DeviceChoice::cpu, test::kThreads, 4};
  }
};

TEST(Parity, IsOfTheSameBitsFromAPresentStateOn) {
  const Pulled pulled;
  const auto simulation = create(pulled.model, pulled.scene.settings, DeviceChoice::cpu, test::kThreads);
  SessionPlayer player(pulled.session());
  for (int i = 0; i < 6; ++i) player.step(*simulation);
  const ParityResult result = find_parity(pulled.model, simulation->save(), 2, 5, kAlways);
  EXPECT_EQ(result.from, 6);
  EXPECT_EQ(result.frames, 5);
  EXPECT_TRUE(result.equal()) << parity_text(result, pulled.model);
  for (int i = 0; i < 5; ++i) simulation->step();
  EXPECT_EQ(result.hash_a, simulation->state_hash()) << "it went on as the scene does";
  const std::string text = parity_text(result, pulled.model);
  EXPECT_NE(text.find("5 frames from frame 6 on: the same bits"), std::string::npos) << text;
  EXPECT_EQ(device_info().cuda_answers, result.without_cuda.empty());
  EXPECT_EQ(text.find("no CUDA device answers") == std::string::npos, result.without_cuda.empty()) << text;
}

TEST(Parity, SaysWhereBitsDiffer) {
  const Pulled pulled;
  ParityResult result;
  result.frames = 9;
  result.hash_a = 1;
  result.hash_b = 2;
  result.differs = 3;
  result.largest = {0.002, 30, 8};
  EXPECT_FALSE(result.equal());
  const std::string text = parity_text(result, pulled.model);
  EXPECT_NE(text.find("up to 0.002 m apart"), std::string::npos) << text;
  EXPECT_NE(text.find("they differ since frame 3"), std::string::npos) << text;
}

TEST(Parity, EndsWhenAsked) {
  const Pulled pulled;
  const auto simulation = create(pulled.model, pulled.scene.settings, DeviceChoice::cpu, test::kThreads);
  EXPECT_EQ(find_parity(pulled.model, simulation->save(), 1, 50, [](double part) { return part < 0.1; }).frames, 5);
}

TEST(Handlers, EachDoesTheSessionAgainWithItself) {
  const Pulled pulled;
  const HandlersTable table = run_handlers(pulled.plan(12), kAlways);
  ASSERT_EQ(table.rows.size(), std::size(kHandlerNames));
  for (size_t i = 0; i < table.rows.size(); ++i) {
    const HandlerRow& row = table.rows[i];
    EXPECT_EQ(row.handler, kHandlerNames[i]);
    EXPECT_EQ(row.frames, 12);
    EXPECT_EQ(row.checked, 3);
    EXPECT_TRUE(row.finite);
    EXPECT_EQ(row.failure, "");
    EXPECT_GT(row.step.median, 0);
    EXPECT_EQ(row.hash, pulled.hash_after(12, static_cast<HandlerKind>(i), pulled.session())) << row.handler;
  }
  EXPECT_NE(table.rows[0].hash, table.rows[2].hash) << "who handles collisions matters here";
}

TEST(Handlers, CrossingsAreCounted) {
  const test::WorkFolder folder;
  const Scene scene = load_scene({folder.write("crossed.json", test::kCrossed)});
  const Model model = build_model(scene);
  const HandlersTable table = run_handlers({model, scene.settings, {}, 5, DeviceChoice::cpu, 1, 2}, kAlways);
  for (const HandlerRow& row : table.rows) {
    EXPECT_EQ(row.checked, 3) << row.handler;
    EXPECT_EQ(row.with_crossings, 3) << row.handler;
    EXPECT_EQ(row.most_crossings, 9) << row.handler;
    EXPECT_EQ(row.last_crossings, 9) << row.handler;
  }
}

TEST(Handlers, EndWhenAsked) {
  const Pulled pulled;
  const double one = 1.0 / std::size(kHandlerNames);
  const HandlersTable table = run_handlers(pulled.plan(6), [&](double part) { return part < 1.5 * one; });
  EXPECT_EQ(table.rows.size(), 1u);
}

TEST(Handlers, AreWrittenAsTextAndJson) {
  const Pulled pulled;
  const HandlersTable table = run_handlers(pulled.plan(4), kAlways);
  const std::string text = handlers_text(table);
  const nlohmann::json json = nlohmann::json::parse(handlers_json(table, "flag.json"));
  EXPECT_EQ(json["scene"], "flag.json");
  EXPECT_EQ(json["frames"], 4);
  ASSERT_EQ(json["handlers"].size(), table.rows.size());
  for (const auto& row : json["handlers"]) {
    EXPECT_NE(text.find(row["handler"].get<std::string>()), std::string::npos);
    EXPECT_NE(text.find(row["state_hash"].get<std::string>()), std::string::npos);
    EXPECT_GT(row["step_ms"]["median"], 0);
  }
}

TEST(LiveTables, WhatWasDoneIsDoneAgainAndTheSceneStaysAsItIs) {
  const test::WorkFolder folder;
  LiveScene scene(test::load(folder.write("flag.json", test::kFlag)), test::on_one_thread());
  Frame frame;
  scene.run_handlers();
  scene.fill(frame);
  EXPECT_FALSE(frame.handlers);
  EXPECT_TRUE(frame.message.error) << "nothing was done yet";
  scene.single_step();
  scene.grab(1, scene.simulation().model().objects[2].triangles.begin, {0.2f, 0.3f, 0.5f}, {0, 0.3f, 0});
  for (int i = 0; i < 8; ++i) scene.single_step();
  const uint64_t hash = scene.simulation().state_hash();
  scene.run_handlers();
  scene.find_parity(3);
  scene.fill(frame);
  ASSERT_TRUE(frame.handlers);
  ASSERT_EQ(frame.handlers->rows.size(), std::size(kHandlerNames));
  EXPECT_EQ(frame.handlers->rows[0].hash, hash) << "rays, which the scene has";
  ASSERT_TRUE(frame.parity);
  EXPECT_TRUE(frame.parity->equal());
  EXPECT_EQ(frame.parity->from, 9);
  EXPECT_EQ(scene.simulation().state_hash(), hash);
}

TEST(LiveTables, BuffersAreToldOfWhereTheyAreWishedFor) {
  const test::WorkFolder folder;
  LiveScene scene(test::load(folder.write("flag.json", test::kFlag)), test::on_one_thread());
  for (int i = 0; i < 3; ++i) scene.single_step();
  Frame frame;
  scene.fill(frame);
  EXPECT_TRUE(frame.buffers.empty());
  Wishes wishes;
  wishes.buffers = true;
  scene.wish(wishes);
  scene.fill(frame);
  ASSERT_FALSE(frame.buffers.empty());
  for (const BufferUse& use : frame.buffers) EXPECT_GE(use.capacity, use.peak) << use.name;
}

}  // namespace
}  // namespace raycloth
