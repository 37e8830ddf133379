// The scene that is shown: the thread that it runs on, its newest frame, and what there is to say of it. What the parts
// of the workbench look at, and ask.
#pragma once

#include <memory>

#include "app/run/live/runner.h"

namespace raycloth {

struct Shown {
  std::unique_ptr<Runner> runner;
  std::shared_ptr<const Frame> frame;  // neither is null once there is a workbench
  Ticket cut_asked = 0;                // the last
  /// The last thing that went wrong or was written; empty when dismissed.
  Message message;

  const Scene& scene() const { return frame->opened->scene; }
  const Model& model() const { return frame->opened->model; }
  bool cutting() const { return cut_asked > frame->done; }
};

}  // namespace raycloth
