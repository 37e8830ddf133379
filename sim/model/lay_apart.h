// What touches has no side of the other that it is on: two sheets in one plane, cloth that lies on a table to the last
// digit, a garment pressed flat. The net protects distances, so it would hold such features where they are for ever.
// Before they move they are given a side, by a little room in between.
#pragma once

#include <span>
#include <vector>

#include "sim/model/model.h"

namespace raycloth {

/// `positions` (m; xyz, w is kept) with cloth that touches anything moved apart by a tenth of both half thicknesses.
///
/// Where an edge and a triangle touch and their surfaces lie along each other, the edge goes, along the normal of the
/// triangle,
///
/// - to where it was `before` (places of all vertices, or none): what is pressed flat keeps its order;
/// - out of a solid;
/// - to where its surface goes on, if both bend away from each other;
/// - of two surfaces that face opposite ways, to where both insides face each other: in a garment that is pressed flat
///   its front stays in front of its back;
/// - of two objects that face the same way, before the other if it is the later one: what is put on later is outside.
///
/// Where they do not, as of a wall on a sheet, to where its surface goes on. What goes through the other stays, for
/// untangling to take care of; but where it does so by vertices that lie in the other's triangles, these go, all to one
/// side, to where it goes through between vertices, and everybody can tell what crosses. Of one object what faces the
/// same way or touches at rest, what is attached to the other, and pairs of which nothing may move (pinned, bodies),
/// stay. The same for any number of threads, and on every device, since none has a part in it.
std::vector<Vec4> lay_apart(const Model& model, std::span<const Vec4> positions, std::span<const Vec4> before,
                            bool self_collision);

}  // namespace raycloth
