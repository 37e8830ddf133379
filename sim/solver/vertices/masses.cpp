// Densities that change while a scene runs.
#include "sim/model/masses.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

void change_masses(World& world, Model& model, int object, const Material& material) {
  raycloth::change_masses(model, object, material);
  world.state.rest.upload(model.positions);
  std::vector<Vec4> positions = world.state.positions.download();
  for (size_t v = 0; v < positions.size(); ++v) positions[v].w = model.positions[v].w;
  world.state.positions.upload(positions);
  if (!is_body(model.objects[object].motion)) return;
  std::vector<BodyState> bodies = world.state.bodies.download();
  weigh_again(world.bodies, model, bodies, object);
  world.state.bodies.upload(bodies);
}

}  // namespace raycloth::RAYCLOTH_DEVICE
