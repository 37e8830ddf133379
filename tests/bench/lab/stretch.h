// A sheet hung on two corners, swinging down from the horizontal: strain left by a method against its work.
#pragma once

#include "lab/hierarchy.h"

namespace raycloth::lab {

/// XPBD unless `stiffness` says block descent. One of everything by default, so that a table names what differs.
struct StretchMethod {
  const char* name;
  const char* source;
  int substeps = 20;
  int passes = 1;          // over the fine edges, each substep
  Real relaxation = 1;     // each correction times this (SOR)
  Real radius = 0;         // Chebyshev acceleration of the passes for this spectral radius
  bool alternate = false;  // every second pass backwards
  HierarchyPlan coarse = {};
  bool attachments = false;  // one-sided distances to the pins
  Real kept = 0;             // part of the multipliers that a substep begins with
  Real correction = 1;       // part of an error in position that a substep may undo, with multipliers kept
  Real stiffness = 0;        // N/m of every edge, for vertex block descent
};

struct StretchResult {
  double p50, p99, largest;  // strain of the edges
  double lowest;             // m, of any vertex under the pins
  double kinetic;            // J
  double ms;                 // per step of 1/60 s
  Work work;                 // per step
};

/// A sheet of 1.547 m and 0.2 kg/m2 in `cells` x `cells` squares, after `frames` steps.
StretchResult hang_sheet(const StretchMethod& method, int cells, int frames);

}  // namespace raycloth::lab
