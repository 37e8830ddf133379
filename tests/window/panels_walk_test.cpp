// A walk over every panel, at three sizes of the window and three of its letters: nothing is cut off, nothing lies over
// something else, no two widgets have one identity. What is drawn is read from Dear ImGui's lists (reader.h), widgets
// from the widget map.
#include <fstream>

#include "tests/window/walk.h"

namespace raycloth {
namespace {

using walk::PanelsWalk;

TEST_F(PanelsWalk, AtFirst) { walk_at_every_size("at first"); }

TEST_F(PanelsWalk, WithEverythingThatCanBeShown) {
  ViewOptions& view = workbench_->view;
  view.wireframe = view.normals = view.rays = view.contacts = view.boxes = view.pins = view.crossings = view.net = true;
  view.heat = Heat::contacts;
  workbench_->examining().watch(true, false);
  workbench_->recordings().toggle_timings();
  workbench_->recordings().toggle_session();
  wait_for([&] { return workbench_->frame().number > 8 && workbench_->frame().penetrations.pairs > 0; }, "a count");
  workbench_->player().play(false);
  workbench_->player().seek(3);
  wait_for([&] { return workbench_->frame().number == 3; }, "a past frame");
  for (const char* key : {"substeps", "damping"}) {
    Settings settings = workbench_->settings();
    set(settings, key, "10");
    workbench_->change(settings);
  }
  workbench_->player().play(true);
  wait_for([&] { return workbench_->frame().past.takes.size() == 2 && workbench_->frame().number > 8; },
           "a second take");
  workbench_->examining().find_parity(2);
  workbench_->examining().run_handlers();
  wait_for([&] { return workbench_->frame().parity && workbench_->frame().handlers; }, "tables");
  workbench_->set_aspect(1.6f);
  workbench_->examining().inspect({0.5f, 0.5f});
  wait_for([&] { return workbench_->examining().inspector().record(workbench_->frame()) != nullptr; },
           "an inspected vertex");
  workbench_->hands().follow(PadState{"a gamepad", {}, 0}, 0.01);
  wait_for([&] { return !workbench_->frame().tangle.empty(); }, "contours");
  workbench_->message = {"a message that is longer than one line of the panel, which is why it is wrapped into several",
                         true};
  walk_at_every_size("with everything");
}

TEST_F(PanelsWalk, ComparingAAndB) {
  wait_for([&] { return workbench_->frame().number > 3; }, "a contact");
  workbench_->examining().watch(true, false);
  workbench_->comparison().turn(true);
  wait_for([&] { return workbench_->frame().comparison.b != nullptr; }, "B");
  Settings settings = workbench_->settings();
  for (const auto& [key, value] : {std::pair{"predictions", "off"},
                                   {"response_uses_predictions", "off"},
                                   {"inversion", "last-step"},
                                   {"substeps", "12"},
                                   {"overlap_tolerance", "0.12"}})
    set(settings, key, value);
  workbench_->change(settings);
  workbench_->view.heat = Heat::distance;
  const long long frame = workbench_->frame().number + 5;
  wait_for([&] { return workbench_->frame().number > frame; }, "steps");
  workbench_->player().play(false);
  walk_at_every_size("comparing");
}

/// Medians of 2 and 3 ms, and then of one alone against the steps of now.
TEST_F(PanelsWalk, TwoRecordingsAreCompared) {
  for (const auto& [name, ms] : {std::pair{"a.csv", 2}, {"b.csv", 3}}) {
    std::ofstream file(name);
    file << "frame,stretch_ms,detect_ms,step_ms\n";
    for (int i = 1; i <= 5; ++i) file << i << ',' << ms << ",1," << 4 * ms << '\n';
  }
  set_look({1280, 1400}, 1);  // all of the tab is seen
  panels_.show(Tab::timings);
  settle();
  put_text(panels_.recordings[0].path, "a.csv");
  put_text(panels_.recordings[1].path, "b.csv");
  click_on("Compare");
  EXPECT_TRUE(workbench_->message.text.empty()) << workbench_->message.text;
  const reader::Reading two;
  for (const char* words : {"first", "second", "2.00", "3.00", "1.50", "8.00", "12.00"})
    EXPECT_TRUE(two.says(words)) << words;
  walk_at_every_size("two recordings");
  set_look({1280, 1400}, 1);
  panels_.show(Tab::timings);
  settle();
  put_text(panels_.recordings[1].path, "");
  click_on("Compare");
  const reader::Reading one;
  for (const char* words : {"there", "now", "2.00"}) EXPECT_TRUE(one.says(words)) << words;
  EXPECT_FALSE(one.says("12.00"));
}

TEST_F(PanelsWalk, WhatANarrowStatusLineHasNoRoomForIsUnderTheMouse) {
  set_look({1920, 720}, 1);
  settle();
  EXPECT_TRUE(find("status memory"));
  EXPECT_FALSE(find("status more"));
  set_look({560, 720}, 1);
  settle();
  EXPECT_TRUE(find("status device"));
  EXPECT_FALSE(find("status memory"));
  const std::optional<Vec2> more = find("status more");
  ASSERT_TRUE(more);
  EXPECT_LT(more->x, 560);
  ImGui::GetIO().MousePos = {more->x, more->y};
  settle();
  const reader::Reading reading;
  for (const char* words : {"MB: of main", "untangling", "kept apart"}) EXPECT_TRUE(reading.says(words)) << words;
}

TEST_F(PanelsWalk, TheDisplaysFramesAreToldWithMeanAndPercentile) {
  for (int i = 1; i <= 20; ++i) workbench_->display.add(i, 26);  // 95 % of 20 are 19
  for (int i = 0; i < 3; ++i) workbench_->display.add_gpu(7.25);
  set_look({1280, 1600}, 1);
  panels_.show(Tab::timings);
  settle();
  const reader::Reading reading;
  for (const char* words : {"10.50", "19.00", "7.25", "26 draw calls for the scene"})
    EXPECT_TRUE(reading.says(words)) << words;
}

TEST_F(PanelsWalk, OtherPlacesOfTheColumn) {
  panels_.layout.side = PanelSide::right;
  walk_at_every_size("at the right");
  panels_.layout.side = PanelSide::floating;
  walk_at_every_size("floating");
}

TEST_F(PanelsWalk, TabsInWindowsOfTheirOwn) {
  for (int i = 0; i < static_cast<int>(Tab::count); ++i) {
    panels_ = {};
    panels_.layout.take_out(static_cast<Tab>(i));
    walk_at_every_size(std::string(kTabNames[i]) + " taken out");
    if (HasFailure()) return;
  }
}

TEST_F(PanelsWalk, TheTreeOfTakes) {
  for (int take = 1; take < 4; ++take) {
    wait_for([&] { return workbench_->frame().number > 4; }, "steps");
    workbench_->player().seek(take);
    wait_for([&] { return workbench_->frame().number == take; }, "a past frame");
    Settings settings = workbench_->settings();
    settings.damping += 1;
    settings.overlap_tolerance = 0.1f * static_cast<float>(take);
    settings.response_uses_predictions = !settings.response_uses_predictions;
    workbench_->change(settings);
    workbench_->takes().describe(take, "a name of a take that says what was tried in it", "and a note\nof two lines");
    workbench_->player().play(true);
  }
  wait_for([&] { return workbench_->frame().past.takes.size() == 4 && workbench_->frame().number > 4; }, "four takes");
  workbench_->player().play(false);
  panels_.takes = true;
  walk_at_every_size("takes");
}

TEST_F(PanelsWalk, TheTour) {
  for (int step = 0; step < 5 && !HasFailure(); ++step) {
    panels_.tour = step;
    walk_at_every_size("step " + std::to_string(step) + " of the tour");
  }
}

TEST_F(PanelsWalk, HelpPaletteAndPins) {
  panels_.help = true;
  walk_at_every_size("help");
  panels_.help = false;
  panels_.palette = true;
  walk_at_every_size("palette");
  panels_.palette = false;
  panels_.pinning = true;
  walk_at_every_size("pins");
}

}  // namespace
}  // namespace raycloth
