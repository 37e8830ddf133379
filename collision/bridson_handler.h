// Finds no contacts: what Bridson's pipeline does, it does to the motion of a detection interval, once that is known
// (sim/response/bridson). Here are the names of its stages.
#pragma once

#include "collision/no_handler.h"

namespace raycloth::RAYCLOTH_DEVICE {

class BridsonHandler final : public NoHandler {
 public:
  std::vector<const char*> stages() const override { return {"proximity", "continuous", "zones"}; }
};

}  // namespace raycloth::RAYCLOTH_DEVICE
