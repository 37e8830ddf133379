// Cloth that is put deep into a solid has lost the side on which it was: both ways out are open, and of a garment that
// is pressed flat into who wears it, front and back would leave where it is nearer. It goes back by the way it came.
#pragma once

#include <span>
#include <vector>

#include "sim/model/model.h"

namespace raycloth {

/// `positions` (m; xyz, w is kept) of cloth that lies in a solid and did not `before` (places of all vertices), moved
/// back on the straight way to where it was: as far as the last solid on it reaches, a part t of the way, and beyond
/// that to 2 t / (1 + t), which puts of layers that came the same way the outer one farther out. All other vertices of
/// that cloth go back by a tenth of their way, so that what was pressed into a plane has sides.
///
/// Only cloth of which a vertex would have to go back by more than its median edge: what lies less deep is found by its
/// rays and contacts, which know where it was. What is pinned stays. Host only: the same on every device.
std::vector<Vec4> take_out(const Model& model, std::span<const Vec4> positions, std::span<const Vec4> before);

}  // namespace raycloth
