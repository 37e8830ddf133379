#include "collision/handler.h"

#include <stdexcept>
#include <utility>

#include "collision/bridson_handler.h"
#include "collision/no_handler.h"
#include "collision/rays/inspection.h"
#include "collision/rays/ray_handler.h"

namespace raycloth::RAYCLOTH_DEVICE {

std::vector<Room> Handler::rooms() const { return {{"contacts", contacts_.capacity(), contacts_.counters().most}}; }

void Handler::make_room(const std::vector<long long>& capacities) {
  if (capacities.back() > contacts_.capacity()) contacts_.reserve(static_cast<int>(capacities.back()));
}

std::optional<VertexFindings> Handler::findings() const { return {}; }

std::unique_ptr<Handler> make_handler(HandlerKind kind, HandlerInput input) {
  switch (kind) {
    case HandlerKind::rays:
      return std::make_unique<RayHandler>(std::move(input));
    case HandlerKind::bridson:
      return std::make_unique<BridsonHandler>(input);
    case HandlerKind::none:
      return std::make_unique<NoHandler>();
  }
  throw std::logic_error("no such handler");
}

}  // namespace raycloth::RAYCLOTH_DEVICE
