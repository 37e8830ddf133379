// A clamped strip under its own weight: the bending stiffness that a method gives it in effect, against its work.
#pragma once

#include "lab/mesh.h"

namespace raycloth::lab {

enum class BendKind { hinge, explicit_stages, conjugate_gradients, chebyshev };

struct BendMethod {
  const char* name;
  const char* source;
  BendKind kind;
  int substeps = 20;
  int amount = 1;         // passes (hinge), stages (0: as many as are stable; else B is lowered to what they bear), or
                          // iterations of Chebyshev
  double tolerance = 0;   // of conjugate gradients: residual over that of the prediction
  double damping = 0.5;   // of the stages: T_s(w0) - 1
  double width = 0.0625;  // m
};

struct BendResult {
  double effective;  // B of the heavy elastica with the same tip drop, over the B asked for
  double drop;       // m
  double strain;     // of the midline: what is left of it should not matter
  double kinetic;    // J
  double amount;     // passes, stages or mean iterations of a substep
  double peak;       // largest eigenvalue of dt^2 M^-1 K
  double ms;         // per step, of bending alone, as is the work
  Work work;
  int vertices;
};

/// A strip of 250 mm with edges of `h` m, clamped by its first two columns, under the gravity that makes
/// density g length^3 / B = `load`.
BendResult bend_strip(const BendMethod& method, double h, double stiffness, double load);

/// Tip drop over length of an inextensible strip, clamped horizontally, with density g length^3 / B = load.
double elastica_drop(double load);

}  // namespace raycloth::lab
