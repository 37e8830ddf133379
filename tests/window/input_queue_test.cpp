// Input that comes faster than display frames: nothing is lost, order is kept, and what a frame must see for itself it
// sees.
#include <gtest/gtest.h>

#include <random>

#include "app/window/input_queue.h"

namespace raycloth {
namespace {

using Kind = InputEvent::Kind;
using Role = InputEvent::Role;

constexpr int kReturn = 1000, kControl = 1001, kShift = 1002;

InputEvent key(int code, bool down, Role role = Role::text) {
  InputEvent event{Kind::key, code, down};
  event.role = role;
  return event;
}
InputEvent command(int code, bool down) { return key(code, down, Role::command); }
InputEvent button(bool down, int code = 0) { return {Kind::button, code, down}; }
InputEvent character(int c) { return {Kind::character, c}; }
InputEvent cursor(float x, float y) {
  InputEvent event{Kind::cursor};
  event.value = {x, y};
  return event;
}
InputEvent wheel(float steps) {
  InputEvent event{Kind::wheel};
  event.value = {0, steps};
  return event;
}

/// How many events each frame takes until none is left.
std::vector<size_t> frames(InputQueue& queue, bool typing) {
  std::vector<size_t> sizes;
  while (!queue.empty()) sizes.push_back(queue.take(typing).size());
  return sizes;
}

using Sizes = std::vector<size_t>;

TEST(InputQueue, AKeyGoesDownInOneFrameAndUpInTheNext) {
  InputQueue queue;
  for (int i = 0; i < 3; ++i) {
    queue.push(command(kReturn, true));
    queue.push(command(kReturn, false));
  }
  EXPECT_EQ(frames(queue, false), Sizes({1, 1, 1, 1, 1, 1}));
}

TEST(InputQueue, AClickIsSeenAtItsPlaceHeldAndReleased) {
  InputQueue queue;
  queue.push(cursor(10, 20));
  queue.push(button(true));
  queue.push(button(false));
  queue.push(cursor(90, 20));
  EXPECT_EQ(queue.take(false).size(), 1u);
  EXPECT_EQ(queue.cursor(), Vec2(10, 20));
  EXPECT_FALSE(queue.held(0));
  EXPECT_EQ(queue.take(false).size(), 1u);
  EXPECT_TRUE(queue.held(0));
  EXPECT_EQ(queue.cursor(), Vec2(10, 20));
  EXPECT_EQ(queue.take(false).size(), 1u);
  EXPECT_FALSE(queue.held(0));
  EXPECT_EQ(queue.cursor(), Vec2(10, 20)) << "where the button was released";
  queue.take(false);
  EXPECT_EQ(queue.cursor(), Vec2(90, 20));
}

TEST(InputQueue, AClickWhereTheCursorIsNeedsNoFrameForIt) {
  InputQueue queue;
  queue.push(cursor(10, 20));
  queue.take(false);
  queue.push(cursor(10, 20));
  queue.push(button(true));
  EXPECT_EQ(frames(queue, false), Sizes({2}));
}

TEST(InputQueue, AWordIsTypedInOneFrameAndReturnComesAfterIt) {
  InputQueue queue;
  for (const char c : std::string("hello_hello")) {
    if (c == '_') queue.push(key(kShift, true, Role::shift));
    queue.push(key(c, true));
    queue.push(character(c));
    queue.push(key(c, false));
    if (c == '_') queue.push(key(kShift, false, Role::shift));
  }
  queue.push(command(kReturn, true));
  queue.push(command(kReturn, false));
  queue.push(key('x', true));
  queue.push(character('x'));
  EXPECT_EQ(queue.take(true).size(), 11u * 3 + 2);
  EXPECT_EQ(queue.take(true).size(), 1u) << "Return";
  std::vector<InputEvent> last = queue.take(true);
  EXPECT_EQ(last.size(), 2u) << "Return is up, x is down";
  last = queue.take(true);
  ASSERT_EQ(last.size(), 1u);
  EXPECT_EQ(last[0].code, 'x') << "not in a frame with Return, which would come after it there";
}

TEST(InputQueue, OutsideAFieldEveryPressOfALetterIsSeen) {
  InputQueue queue;
  for (int i = 0; i < 2; ++i) {
    queue.push(key('s', true));
    queue.push(character('s'));
    queue.push(key('s', false));
  }
  EXPECT_EQ(frames(queue, false), Sizes({2, 1, 2, 1}));
}

TEST(InputQueue, ACommandOfTwoKeysIsSeenWhole) {
  InputQueue queue;
  queue.push(command(kControl, true));
  queue.push(command('a', true));
  queue.push(command('a', false));
  queue.push(command(kControl, false));
  queue.push(key('b', true));
  queue.push(character('b'));
  EXPECT_EQ(queue.take(true).size(), 2u) << "both down";
  EXPECT_EQ(queue.take(true).size(), 3u) << "both up";
  EXPECT_EQ(queue.take(true).size(), 1u) << "a character beside the control key would be none";
}

TEST(InputQueue, ACharacterWaitsForTheClickThatChoosesItsField) {
  InputQueue queue;
  queue.push(button(true));
  queue.push(button(false));
  queue.push(key('x', true));
  queue.push(character('x'));
  EXPECT_EQ(frames(queue, false), Sizes({1, 1, 2}));
}

TEST(InputQueue, ABurstOfMovesIsOne) {
  InputQueue queue;
  for (int i = 0; i < 100; ++i) queue.push(cursor(static_cast<float>(i), 0));
  EXPECT_EQ(frames(queue, false), Sizes({1}));
  EXPECT_EQ(queue.cursor(), Vec2(99, 0));
}

TEST(InputQueue, AHeldKeyIsRepeatedOnceAFrame) {
  InputQueue queue;
  queue.push(command(kReturn, true));
  for (int i = 0; i < 100; ++i) queue.push({Kind::repeat, kReturn});
  EXPECT_EQ(frames(queue, false), Sizes({2}));
}

TEST(InputQueue, ADragEndsWhereTheButtonWasReleased) {
  InputQueue queue;
  queue.push(button(true));
  for (int i = 1; i <= 50; ++i) queue.push(cursor(static_cast<float>(i), 0));
  queue.push(button(false));
  queue.push(cursor(500, 0));
  queue.take(false);
  queue.take(false);
  EXPECT_EQ(queue.cursor(), Vec2(50, 0));
  EXPECT_TRUE(queue.held(0)) << "for a frame at its end";
  queue.take(false);
  EXPECT_EQ(queue.cursor(), Vec2(50, 0));
  EXPECT_FALSE(queue.held(0));
}

TEST(InputQueue, TheWheelTurnsWhereTheCursorWas) {
  InputQueue queue;
  queue.push(cursor(10, 10));
  for (int i = 0; i < 20; ++i) {
    queue.push(wheel(1));
    queue.push(cursor(10 + static_cast<float>(i % 2), 10));  // a hand is not still
  }
  queue.push(cursor(300, 10));
  EXPECT_EQ(queue.take(false).size(), 40u) << "the last small move is one with the large";
  EXPECT_NEAR(glm::length(*queue.cursor() - Vec2(10, 10)), 0, 2);
  queue.take(false);
  EXPECT_EQ(queue.cursor(), Vec2(300, 10));
}

TEST(InputQueue, OutsideTheWindowThereIsNoCursorButADragGoesOn) {
  InputQueue queue;
  queue.push(cursor(10, 10));
  queue.take(false);
  queue.push({Kind::leave});
  queue.take(false);
  EXPECT_FALSE(queue.cursor());
  queue.push(cursor(10, 10));
  queue.push(button(true));
  queue.push({Kind::leave});
  while (!queue.empty()) queue.take(false);
  EXPECT_EQ(queue.cursor(), Vec2(10, 10));
}

TEST(InputQueue, WhateverComesIsTakenOnceInItsOrder) {
  std::mt19937 random(5);
  const auto any = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
  for (const bool typing : {false, true}) {
    InputQueue queue;
    int pushed = 0, taken = 0;
    for (int round = 0; round < 3000; ++round) {
      for (int i = any(6); i > 0; --i) {
        InputEvent event;
        event.kind = std::array{Kind::button, Kind::wheel, Kind::key, Kind::character, Kind::focus}[any(5)];
        event.code = any(3);
        event.down = any(2) != 0;
        event.role = static_cast<Role>(any(3));
        event.scancode = pushed++;  // its number
        queue.push(event);
      }
      for (const InputEvent& event : queue.take(typing)) EXPECT_EQ(event.scancode, taken++);
    }
    const size_t left = queue.size();
    size_t rounds = 0;
    for (; !queue.empty(); ++rounds)
      for (const InputEvent& event : queue.take(typing)) EXPECT_EQ(event.scancode, taken++);
    EXPECT_EQ(taken, pushed);
    EXPECT_LE(rounds, left) << "no frame takes nothing";
  }
}

}  // namespace
}  // namespace raycloth
