// A gamepad's sticks as two hands, fed with states as a pad would tell them: what a hand does with its stick, trigger
// and bumper, and what both hold of a running scene, beside the mouse.
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/view/picking.h"
#include "app/window/gamepads.h"
#include "tests/window/walk.h"

namespace raycloth {
namespace {

constexpr float kAspect = 1.6f;

float length(Vec2 v) { return std::hypot(v.x, v.y); }

PadState pad_with(PadState::Side left, PadState::Side right = {}) { return {"a pad", {left, right}, 0}; }

/// Both triggers were up once.
PadHands ready_hands() {
  PadHands hands;
  hands.follow(pad_with({}), 0.01, kAspect);
  return hands;
}

TEST(Sticks, WithinTheDeadZoneMoveNothing) {
  EXPECT_EQ(speed_of(Vec2(0)), Vec2(0));
  EXPECT_EQ(speed_of(Vec2(0.14f, -0.14f)), Vec2(0)) << "0.198 from the middle";
  PadHands hands = ready_hands();
  const Vec2 before = hands.hands()[0].place;
  hands.follow(pad_with({.stick = {0.19f, 0}}), 1, kAspect);
  EXPECT_EQ(hands.hands()[0].place, before);
  EXPECT_FALSE(hands.busy());
}

/// 0.6 is half of what is beyond the dead zone of 0.2: a quarter of the speed.
TEST(Sticks, MoveTheFasterTheFartherTheyAre) {
  EXPECT_NEAR(length(speed_of({0.6f, 0}) - Vec2(0.25f, 0)), 0, 1e-6f);
  EXPECT_NEAR(length(speed_of({0, -1}) - Vec2(0, -1)), 0, 1e-6f);
  EXPECT_NEAR(length(speed_of({0.9f, 0.9f})), 1, 1e-6f) << "corners are no faster";
  PadHands hands = ready_hands();
  const Vec2 before = hands.hands()[1].place;
  hands.follow(pad_with({}, {.stick = {1, 0}}), 0.1, kAspect);
  EXPECT_NEAR(hands.hands()[1].place.x - before.x, 0.1f * PadHands::kSpeed / kAspect, 1e-6f);
  EXPECT_EQ(hands.hands()[1].place.y, before.y);
  EXPECT_EQ(hands.hands()[0].place.y, before.y) << "the other one stays";
  EXPECT_TRUE(hands.busy());
  hands.follow(pad_with({}, {.stick = {0, -1}}), 60, kAspect);
  EXPECT_EQ(hands.hands()[1].place.y, 0) << "the upper edge, and no farther";
}

TEST(Triggers, TakeOnceAndLetGoOnce) {
  PadHands hands = ready_hands();
  const PadHand& hand = hands.hands()[0];
  struct Moment {
    float trigger;
    bool takes, lets_go;
    float pull;
  };
  for (const Moment& moment : {Moment{0.15f, false, false, 0},  // not yet
                               {0.55f, true, false, 0.5f},      // from 0.1 to 1
                               {1, false, false, 1},            // harder
                               {0.145f, false, false, 0.05f},   // below where it took hold, still held
                               {0.09f, false, true, 0},         // gone
                               {0.19f, false, false, 0}}) {     // not again
    hands.follow(pad_with({.trigger = moment.trigger}), 0.01, kAspect);
    EXPECT_EQ(hand.takes, moment.takes) << moment.trigger;
    EXPECT_EQ(hand.lets_go, moment.lets_go) << moment.trigger;
    EXPECT_NEAR(hand.pull, moment.pull, 1e-6f) << moment.trigger;
  }
  EXPECT_EQ(hands.hands()[1].pull, 0);
}

/// Some drivers tell a half pressed trigger until it is touched.
TEST(Triggers, ThatWereNeverUpTakeNothing) {
  PadHands hands;
  for (int i = 0; i < 3; ++i) {
    hands.follow(pad_with({.trigger = 0.5f}), 0.01, kAspect);
    EXPECT_FALSE(hands.hands()[0].takes);
  }
  hands.follow(pad_with({}), 0.01, kAspect);
  hands.follow(pad_with({.trigger = 0.5f}), 0.01, kAspect);
  EXPECT_TRUE(hands.hands()[0].takes);
}

TEST(Bumpers, ActWhenTheyGoDown) {
  PadHands hands = ready_hands();
  int times = 0;
  for (const bool down : {false, true, true, false, true}) {
    hands.follow(pad_with({.bumper = down}), 0.01, kAspect);
    times += hands.hands()[0].holds_on;
  }
  EXPECT_EQ(times, 2);
}

TEST(Pads, ThatAreGoneLetGo) {
  PadHands hands = ready_hands();
  EXPECT_TRUE(hands.connected());
  hands.follow(pad_with({.trigger = 1}), 0.01, kAspect);
  hands.follow({}, 0.01, kAspect);
  EXPECT_TRUE(hands.hands()[0].lets_go);
  EXPECT_FALSE(hands.connected());
  hands.follow(pad_with({.trigger = 1}), 0.01, kAspect);
  EXPECT_FALSE(hands.hands()[0].takes) << "until its trigger was up again";
}

TEST(Pads, AreReadInTheTermsOfTheHands) {
  GLFWgamepadstate state{};
  state.axes[GLFW_GAMEPAD_AXIS_LEFT_X] = 0.5f;
  state.axes[GLFW_GAMEPAD_AXIS_RIGHT_Y] = -0.25f;
  state.axes[GLFW_GAMEPAD_AXIS_LEFT_TRIGGER] = -1;
  state.axes[GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER] = 0.5f;
  state.buttons[GLFW_GAMEPAD_BUTTON_RIGHT_BUMPER] = GLFW_PRESS;
  state.buttons[GLFW_GAMEPAD_BUTTON_DPAD_DOWN] = GLFW_PRESS;
  const PadState pad = pad_state(state, "made by hand");
  EXPECT_EQ(pad.name, "made by hand");
  EXPECT_EQ(pad.sides[0].stick, Vec2(0.5f, 0));
  EXPECT_EQ(pad.sides[1].stick, Vec2(0, -0.25f));
  EXPECT_EQ(pad.sides[0].trigger, 0);
  EXPECT_EQ(pad.sides[1].trigger, 0.75f);
  EXPECT_FALSE(pad.sides[0].bumper);
  EXPECT_TRUE(pad.sides[1].bumper);
  EXPECT_EQ(pad.push, -1);
}

/// Two towels, one under each hand.
class Hands : public walk::PanelsWalk {
 protected:
  std::string scene_name() const override { return "two_towels"; }

  void SetUp() override {
    PanelsWalk::SetUp();
    if (!workbench_) return;
    workbench_->set_aspect(kAspect);
    workbench_->frame_view();
    feed();
    steer(0, place_of(0));
    steer(1, place_of(1));
  }

  /// A display frame of the pad.
  void feed() {
    workbench_->hands().follow(pad_, 0.01);
    workbench_->advance(0.01);
  }

  /// Where the middle of a towel is seen.
  Vec2 place_of(int towel) const {
    const Range range = workbench_->model().objects[towel].vertices;
    const auto& positions = workbench_->frame().positions;
    Vec3 sum(0);
    for (int v = range.begin; v < range.end; ++v) sum += Vec3(positions[v]);
    return place_in_picture(workbench_->camera.view(kAspect), sum / static_cast<float>(range.size())).value();
  }

  void steer(int side, Vec2 goal) {
    for (int i = 0; i < 2000; ++i) {
      const Vec2 way = goal - workbench_->hands().pad().hands()[side].place;
      if (length(way) < 0.01f) break;
      pad_.sides[side].stick = way * (0.6f / length(way));
      feed();
    }
    pad_.sides[side].stick = Vec2(0);
    ASSERT_LT(length(goal - workbench_->hands().pad().hands()[side].place), 0.01f);
  }

  void press(int side, float trigger) {
    pad_.sides[side].trigger = trigger;
    feed();
  }
  void tap_bumper(int side) {
    for (const bool down : {true, false}) {
      pad_.sides[side].bumper = down;
      feed();
    }
  }

  void wait_for_holds(size_t count, const char* what) {
    wait_for([&] { return workbench_->frame().hands.size() == count; }, what);
  }
  void record() {
    workbench_->recordings().toggle_session();
    wait_for([&] { return workbench_->frame().session.has_value(); }, "a session is recorded");
  }
  /// Ends the recording of a session: its text.
  std::string recorded() {
    workbench_->recordings().toggle_session();
    wait_for([&] { return !workbench_->frame().session; }, "the session is written");
    for (const auto& entry : walk::fs::directory_iterator(folder_)) {
      std::ifstream file(entry.path());
      if (entry.path().extension() == ".jsonl") return {std::istreambuf_iterator<char>(file), {}};
    }
    return {};
  }

  /// Of the two towels, those whose vertices have moved.
  std::pair<bool, bool> moved(const std::vector<Vec4>& before) const {
    bool moved[2] = {false, false};
    for (size_t v = 0; v < before.size(); ++v)
      if (glm::distance(Vec3(before[v]), Vec3(workbench_->frame().positions[v])) > 0.01f)
        moved[workbench_->model().vertex_object[v]] = true;
    return {moved[0], moved[1]};
  }

  PadState pad_ = pad_with({});
};

TEST_F(Hands, TakeTwoPointsAtOnceAndLetThemGo) {
  const std::vector<Vec4> before = workbench_->frame().positions;
  press(0, 1);
  wait_for_holds(1, "the left hand holds");
  EXPECT_TRUE(workbench_->hands().pulls(Puller::left_hand));
  EXPECT_FALSE(workbench_->hands().pulls(Puller::right_hand));
  press(1, 1);
  wait_for_holds(2, "both hold");
  for (int i = 0; i < 20; ++i) {
    pad_.sides[0].stick = {0, 1};
    pad_.sides[1].stick = {1, 0};
    feed();
  }
  pad_.sides[0].stick = pad_.sides[1].stick = Vec2(0);
  wait_for([&] { return moved(before) == std::pair(true, true); }, "both towels come along");
  EXPECT_EQ(workbench_->labels().size(), 2u);
  press(0, 0);
  wait_for_holds(1, "the right hand alone");
  EXPECT_TRUE(workbench_->hands().pulls(Puller::right_hand));
  press(1, 0);
  wait_for_holds(0, "nothing is held");
}

TEST_F(Hands, PullBesideTheMouse) {
  press(0, 1);
  EXPECT_TRUE(workbench_->hands().grab(place_of(1)));
  wait_for_holds(2, "a hand and the mouse");
  workbench_->hands().release();
  wait_for_holds(1, "the hand still holds");
  workbench_->hands().hold_on();
  wait_for_holds(0, "the key lets all go");
}

TEST_F(Hands, HoldOnByTheBumper) {
  press(0, 1);
  tap_bumper(0);
  press(0, 0);
  steer(0, {0.5f, 0.2f});
  wait_for_holds(1, "it is held, and the hand is elsewhere");
  press(1, 1);
  wait_for_holds(2, "beside the other one");
  tap_bumper(0);
  wait_for_holds(1, "the bumper of a hand that pulls nothing lets go of what it held on to");
  EXPECT_TRUE(workbench_->hands().pulls(Puller::right_hand));
}

/// Or it would be held as weakly as the trigger came up.
TEST_F(Hands, KeepTheStrengthOfWhatTheyHoldOnTo) {
  record();
  press(0, 1);
  tap_bumper(0);
  for (const float trigger : {0.7f, 0.4f, 0.15f, 0.0f}) press(0, trigger);
  wait_for_holds(1, "it is held");
  const std::string text = recorded();
  EXPECT_NE(text.find("\"grab\":0"), std::string::npos);
  EXPECT_EQ(text.find("strength"), std::string::npos) << "all of it, all the time";
}

TEST_F(Hands, LetGoWhenThePadIsGone) {
  press(0, 1);
  press(1, 1);
  wait_for_holds(2, "both hold");
  workbench_->hands().follow({}, 0.01);
  wait_for_holds(0, "nothing is held");
}

TEST_F(Hands, PullAsHardAsTheTriggerIsPressed) {
  record();
  press(0, 0.325f);  // a quarter of the way from 0.1 to 1
  steer(0, {0.3f, 0.95f});
  wait_for([&] { return !workbench_->frame().hands.empty() && workbench_->frame().hands[0].force > 0.5f; }, "a pull");
  for (int i = 0; i < 30; ++i) {
    EXPECT_LE(workbench_->frame().hands[0].force, 0.25f * Simulation::kMostGrabForce + 1e-4f);
    feed();
  }
  const std::string text = recorded();
  EXPECT_NE(text.find("\"strength\":0.25"), std::string::npos) << text.substr(0, 500);
}

TEST_F(Hands, AreDrawnAndToldWhileThereIsAPad) {
  const auto told = [&] {
    settle();
    const std::vector<WidgetMap::Widget> widgets = widgets_.take();
    return std::ranges::count(widgets, std::string("status gamepad"), &WidgetMap::Widget::name);
  };
  set_look({1920, 1080}, 1);
  EXPECT_EQ(told(), 1);
  const auto letters = [&](const char* letter) {
    const reader::Reading reading;
    return std::ranges::count(reading.runs(), std::string(letter), &reader::Line::text);
  };
  EXPECT_EQ(letters("L"), 1);
  EXPECT_EQ(letters("R"), 1);
  workbench_->hands().follow({}, 0.01);
  EXPECT_EQ(told(), 0);
  EXPECT_EQ(letters("L"), 0);
}

}  // namespace
}  // namespace raycloth
