#include "app/window/input_queue.h"

#include <algorithm>

namespace raycloth {
namespace {

using Kind = InputEvent::Kind;
using Role = InputEvent::Role;

constexpr float kStill = 4;  // of the cursor's units: a hand on the wheel moves the mouse as much

bool is_known_button(int button) { return button >= 0 && button < InputQueue::kButtons; }

/// Keys that do nothing of their own while text is typed.
bool only_types(const InputEvent& event, bool typing) { return typing && event.role != Role::command; }

}  // namespace

void InputQueue::push(const InputEvent& event) {
  if (event.kind == Kind::button && !is_known_button(event.code)) return;
  if (!events_.empty()) {
    InputEvent& last = events_.back();
    if (event.kind == Kind::cursor && last.kind == Kind::cursor) {
      const int times = last.times + event.times;
      last = event;
      last.times = times;
      return;
    }
    if (event.kind == Kind::repeat && last.kind == Kind::repeat && last.code == event.code) {
      last.times += event.times;
      return;
    }
  }
  events_.push_back(event);
}

std::vector<InputEvent> InputQueue::take(bool typing) {
  std::vector<InputEvent> taken;
  Frame frame;
  while (!events_.empty() && fits(events_.front(), frame, typing)) {
    apply(events_.front(), frame, typing);
    taken.push_back(events_.front());
    events_.pop_front();
  }
  return taken;
}

bool InputQueue::fits(const InputEvent& event, const Frame& frame, bool typing) const {
  switch (event.kind) {
    case Kind::cursor:
      return !frame.buttons && !(frame.wheel && glm::length(event.value - wheel_at_) > kStill);
    case Kind::leave:
      return !frame.buttons && !frame.wheel;
    case Kind::button:
      return !(frame.buttons & 1u << event.code) && !frame.moved && !frame.wheel && !frame.text;
    case Kind::wheel:
      return !frame.buttons;
    case Kind::key:
      if (frame.buttons) return false;
      if (event.role == Role::shift && frame.command) return false;
      if (only_types(event, typing)) return std::ranges::count(frame.keys, event.code) == 0;
      return std::ranges::count(frame.keys, event.code) == 0 && !(event.role == Role::command && frame.text);
    case Kind::repeat:
      return !frame.buttons && !(event.role == Role::command && frame.text);
    case Kind::character:
      return !frame.buttons && !frame.command;
    case Kind::focus:
      return true;
    case Kind::drop:
      return frame.keys.empty() && !frame.buttons;
  }
  return true;
}

void InputQueue::apply(const InputEvent& event, Frame& frame, bool typing) {
  switch (event.kind) {
    case Kind::cursor:
      frame.moved |= cursor_ != event.value;
      cursor_ = event.value;
      return;
    case Kind::leave:  // a drag goes on outside
      if (std::ranges::count(held_, true) == 0) cursor_.reset();
      return;
    case Kind::button:
      frame.buttons |= 1u << event.code;
      held_[event.code] = event.down;
      return;
    case Kind::wheel:
      frame.wheel = true;
      if (cursor_) wheel_at_ = *cursor_;
      return;
    case Kind::key:
      if (!only_types(event, typing)) frame.keys.push_back(event.code);
      frame.command |= event.role == Role::command;
      return;
    case Kind::character:
      frame.text = true;
      return;
    case Kind::repeat:
    case Kind::focus:
    case Kind::drop:
      return;
  }
}

}  // namespace raycloth
