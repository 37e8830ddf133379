// What the display has asked a runner for and shows as if it were so, until a frame says that it has been done.
#pragma once

#include <utility>

#include "app/run/live/frame.h"

namespace raycloth {

template <class T>
class Pending {
 public:
  void set(T value, Ticket ticket) {
    value_ = std::move(value);
    ticket_ = ticket;
  }
  /// What was asked for, or what there is.
  const T& over(const T& present, const Frame& frame) const { return ticket_ > frame.done ? value_ : present; }
  /// After another scene was opened: its tickets begin anew.
  void forget() { ticket_ = 0; }

 private:
  T value_{};
  Ticket ticket_ = 0;
};

}  // namespace raycloth
