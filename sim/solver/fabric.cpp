#include "sim/solver/fabric.h"

namespace raycloth::RAYCLOTH_DEVICE {

static std::vector<int> corners(const std::vector<Int3>& triangles, int k) {
  std::vector<int> corners;
  for (const Int3& t : triangles) corners.push_back(t[k]);
  return corners;
}

MembraneArrays::MembraneArrays(const Membrane& m)
    : first(corners(m.triangles, 0)),
      second(corners(m.triangles, 1)),
      third(corners(m.triangles, 2)),
      shapes(m.shapes),
      areas(m.areas),
      objects(m.objects),
      softness(m.areas.size()) {}

BendArrays::BendArrays(const Curvature& c, size_t vertices)
    : rows(c.rows),
      columns(transposed(c.rows, static_cast<int>(vertices))),
      areas(c.areas),
      rest(c.rest),
      steepness(c.steepness),
      stiffness(c.areas.size()),
      vertices(c.vertices),
      moments(c.areas.size()),
      damping(vertices),
      bent(vertices),
      moved(vertices),
      last(vertices) {}

EdgeArrays::EdgeArrays(const FabricEdges& e, size_t vertices)
    : pairs(e.pairs),
      lengths(e.lengths),
      give(e.give),
      objects(e.objects),
      longest(e.pairs.size()),
      before(vertices),
      after(vertices),
      acted(1),
      left(1) {}

CreaseArrays::CreaseArrays(const Creases& c)
    : pairs(c.pairs), openings(c.openings), objects(c.objects), least(c.pairs.size()) {}

LevelArrays::LevelArrays(const CoarseLevel& l)
    : restriction(l.restriction),
      followed(l.followed),
      shares(l.shares),
      inverse_masses(l.inverse_masses),
      objects(l.objects),
      edges(l.edges),
      lengths(l.lengths),
      softness(l.edges.size()),
      give(l.give),
      centres(l.inverse_masses.size()),
      moved(l.inverse_masses.size()) {}

}  // namespace raycloth::RAYCLOTH_DEVICE
