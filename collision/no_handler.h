// Nobody looks for contacts: what a scene costs and does without, to compare with.
#pragma once

#include "collision/handler.h"

namespace raycloth::RAYCLOTH_DEVICE {

class NoHandler : public Handler {
 public:
  NoHandler() : Handler(0, 1) {}
  void detect(Queue&, const CollisionOptions&) override {}
  std::vector<const char*> stages() const override { return {}; }
  void list_carried(CarriedList&, const CollisionOptions&) override {}
};

}  // namespace raycloth::RAYCLOTH_DEVICE
