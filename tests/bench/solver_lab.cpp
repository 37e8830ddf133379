// The laboratory of solvers: methods for stretch and bending in plain scalar code, each measured against its work, as
// tables in Markdown. It shares nothing with the product, so it can judge what the product should do; docs/solver.md
// has its figures. Run by hand:
//   build/release/tests/solver_lab stretch 99 200      cells, steps
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "lab/bending.h"
#include "lab/stretch.h"

namespace raycloth::lab {
namespace {

constexpr const char* kSmallSteps = "Macklin 2019";
constexpr const char* kOurs = "ours";

StretchMethod xpbd(const char* name, int substeps, int passes = 1) {
  return {.name = name, .source = kSmallSteps, .substeps = substeps, .passes = passes};
}
StretchMethod sor(const char* name, Real relaxation, int passes) {
  return {.name = name, .source = "Macklin 2014", .passes = passes, .relaxation = relaxation};
}
StretchMethod chebyshev(const char* name, Real radius, int passes) {
  return {.name = name, .source = "Wang 2015", .passes = passes, .radius = radius};
}
StretchMethod coarse(const char* name, HierarchyPlan plan, int substeps = 20, int passes = 1) {
  return {.name = name,
          .source = plan.injection ? "Mueller 2008" : kOurs,
          .substeps = substeps,
          .passes = passes,
          .coarse = plan};
}
StretchMethod warm(const char* name, Real kept, Real correction) {
  return {.name = name, .source = "Catto 2005", .kept = kept, .correction = correction};
}
StretchMethod descent(const char* name, Real stiffness, int passes, Real radius = 0) {
  return {.name = name, .source = "Chen 2024", .passes = passes, .radius = radius, .stiffness = stiffness};
}

const StretchMethod kAttachments{.name = "XPBD, attachments to pins", .source = "Kim 2012", .attachments = true};
const StretchMethod kCoarse = coarse("centroids: 3 levels, ratio 4, 2 passes, every 2nd substep", {.levels = 3});

std::vector<StretchMethod> fine_methods() {
  return {xpbd("XPBD, 20 substeps", 20),
          xpbd("XPBD, 40 substeps", 40),
          xpbd("XPBD, 80 substeps", 80),
          xpbd("XPBD, 160 substeps", 160),
          xpbd("XPBD, 4 passes", 20, 4),
          xpbd("XPBD, 8 passes", 20, 8),
          sor("XPBD, over-relaxed by 1.5", 1.5, 1),
          sor("XPBD, over-relaxed by 1.8", 1.8, 1),
          sor("XPBD, over-relaxed by 1.5, 4 passes", 1.5, 4),
          chebyshev("XPBD, 8 passes, Chebyshev for 0.9", 0.9, 8),
          chebyshev("XPBD, 8 passes, Chebyshev for 0.98", 0.98, 8),
          {.name = "XPBD, every second substep backwards", .source = kSmallSteps, .alternate = true},
          kAttachments};
}

std::vector<StretchMethod> coarse_methods() {
  StretchMethod backwards = coarse("the same, every second fine pass backwards", {.levels = 3});
  backwards.alternate = true;
  return {
      coarse("injection: 3 levels, ratio 4, 2 passes, every 2nd substep", {.levels = 3, .injection = true}),
      coarse("injection: 6 levels, ratio 2", {.levels = 6, .spacing = 2, .ratio = 2, .injection = true}),
      kCoarse,
      coarse("the same, every substep", {.levels = 3, .every = 1}),
      coarse("the same, every 4th substep", {.levels = 3, .every = 4}),
      coarse("the same, 1 pass", {.levels = 3, .passes = 1}),
      coarse("the same, 1 pass, every substep", {.levels = 3, .passes = 1, .every = 1}),
      coarse("the same, 4 passes", {.levels = 3, .passes = 4}),
      coarse("the same, 2 levels", {.levels = 2}),
      coarse("the same, first level 8 edges, 2 levels", {.levels = 2, .spacing = 8}),
      coarse("ratio 2 above the first, 5 levels", {.levels = 5, .ratio = 2}),
      coarse("ratio 2, 6 levels", {.levels = 6, .spacing = 2, .ratio = 2}),
      coarse("share 1", {.levels = 3, .share = 1}),
      coarse("share 0.01", {.levels = 3, .share = 0.01}),
      coarse("two-sided", {.levels = 3, .two_sided = true}),
      backwards,
      coarse("10 substeps, coarse in each", {.levels = 3, .every = 1}, 10),
      coarse("10 substeps, coarse in each, 2 fine passes", {.levels = 3, .every = 1}, 10, 2),
      coarse("40 substeps, coarse in every 4th", {.levels = 3, .every = 4}, 40),
  };
}

/// Nodes held to those of the next ring but one too, and how seldom the coarse levels may come.
std::vector<StretchMethod> reach_methods() {
  constexpr double kWide = 2.2;
  return {coarse("3 levels, reach 2.2", {.levels = 3, .reach = kWide}),
          coarse("reach 2.2, 4 passes", {.levels = 3, .reach = kWide, .passes = 4}),
          coarse("reach 2.2, 4 passes, every 4th substep", {.levels = 3, .reach = kWide, .passes = 4, .every = 4}),
          coarse("reach 2.2, share 10, 8 passes", {.levels = 3, .reach = kWide, .share = 10, .passes = 8}),
          coarse("10 substeps, reach 2.2, every 2nd", {.levels = 3, .reach = kWide}, 10),
          coarse("10 substeps, reach 2.2, 4 passes, every 2nd", {.levels = 3, .reach = kWide, .passes = 4}, 10),
          coarse("10 substeps, reach 2.2, 4 passes, each", {.levels = 3, .reach = kWide, .passes = 4, .every = 1}, 10),
          coarse("5 substeps, reach 2.2, 4 passes, each", {.levels = 3, .reach = kWide, .passes = 4, .every = 1}, 5)};
}

std::vector<StretchMethod> descents() {
  return {descent("block descent, 1e3 N/m, 4 passes", 1e3, 4),
          descent("block descent, 1e4 N/m, 4 passes", 1e4, 4),
          descent("block descent, 1e5 N/m, 4 passes", 1e5, 4),
          descent("the same, 16 passes", 1e5, 16),
          descent("accelerated for 0.95, 1e3 N/m, 4 passes", 1e3, 4, 0.95),
          descent("accelerated for 0.95, 1e4 N/m, 4 passes", 1e4, 4, 0.95),
          descent("accelerated for 0.95, 1e5 N/m, 4 passes", 1e5, 4, 0.95),
          descent("the same, 16 passes", 1e5, 16, 0.95)};
}

std::vector<StretchMethod> warm_starts() {
  return {warm("multipliers kept, errors corrected in full", 1, 1),
          warm("0.1 of an error a substep", 1, 0.1),
          warm("0.01 of an error a substep", 1, 0.01),
          warm("0.001 of an error a substep", 1, 0.001),
          warm("0.0001 of an error a substep", 1, 0.0001),
          warm("0.8 of the multipliers kept, errors in full", 0.8, 1),
          warm("0.5 of the multipliers kept, errors in full", 0.5, 1)};
}

void print_head(const char* first) {
  std::printf(
      "| %s | source | p99 strain, %% | largest, %% | lowest, m | kinetic energy, J | kB a vertex and step | "
      "launches a step | ms a step |\n|---|---|---|---|---|---|---|---|---|\n",
      first);
}

void print_row(const StretchMethod& method, int cells, int frames) {
  const StretchResult r = hang_sheet(method, cells, frames);
  std::printf("| %s | %s | %.3g | %.3g | %.4f | %.1e | %.1f | %.0f | %.1f |\n", method.name, method.source, 100 * r.p99,
              100 * r.largest, r.lowest, r.kinetic, r.work.bytes / ((cells + 1) * (cells + 1)) / 1000, r.work.launches,
              r.ms);
  std::fflush(stdout);
}

void print_stretch(const std::vector<StretchMethod>& methods, int cells, int frames) {
  std::printf("\n%d x %d cells, %d steps\n\n", cells, cells, frames);
  print_head("method");
  for (const StretchMethod& method : methods) print_row(method, cells, frames);
}

std::vector<BendMethod> bend_methods() {
  using enum BendKind;
  constexpr const char *kHinge = "Bergou 2006", *kStages = "Verwer 1990", *kCg = "Hestenes 1952", *kSemi = "Golub 1961";
  return {{.name = "hinges, XPBD, 1 pass", .source = kHinge, .kind = hinge},
          {.name = "hinges, XPBD, 4 passes", .source = kHinge, .kind = hinge, .amount = 4},
          {.name = "hinges, XPBD, 1 pass, 80 substeps", .source = kHinge, .kind = hinge, .substeps = 80},
          {.name = "explicit, stages as needed", .source = kStages, .kind = explicit_stages, .amount = 0},
          {.name = "explicit, 40 substeps", .source = kStages, .kind = explicit_stages, .substeps = 40, .amount = 0},
          {.name = "explicit, damping 0.1", .source = kStages, .kind = explicit_stages, .amount = 0, .damping = 0.1},
          {.name = "explicit, 4 stages, B lowered", .source = kStages, .kind = explicit_stages, .amount = 4},
          {.name = "implicit, gradients to 1e-1", .source = kCg, .kind = conjugate_gradients, .tolerance = 1e-1},
          {.name = "implicit, gradients to 1e-2", .source = kCg, .kind = conjugate_gradients, .tolerance = 1e-2},
          {.name = "implicit, gradients to 1e-6", .source = kCg, .kind = conjugate_gradients, .tolerance = 1e-6},
          {.name = "implicit, Chebyshev, 4 iterations", .source = kSemi, .kind = chebyshev, .amount = 4},
          {.name = "implicit, Chebyshev, 16 iterations", .source = kSemi, .kind = chebyshev, .amount = 16}};
}

void print_bend_row(const BendMethod& method, double edge, double stiffness) {
  const BendResult r = bend_strip(method, edge / 1000, stiffness, 30);
  std::printf("| %s | %s | %.1f | %.0f | %.0e | %.1f | %.1f | %.3f | %.2f | %.1e | %.1f | %.0f | %.2f |\n", method.name,
              method.source, edge, 1000 * method.width, stiffness, r.peak, r.amount, r.effective, 100 * r.strain,
              r.kinetic, r.work.bytes / r.vertices / 1000, r.work.launches, r.ms);
  std::fflush(stdout);
}

void print_bend_head() {
  std::printf(
      "\n| method | source | edge, mm | width, mm | B, N m | peak of dt2 K/M | passes, stages | effective B / B | "
      "strain, %% | kinetic energy, J | kB a vertex and step | launches a step | ms a step |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

void print_bending() {
  print_bend_head();
  for (double stiffness : {1e-5, 1e-4, 1e-3})
    for (double edge : {15.625, 7.8125, 3.90625})
      for (const BendMethod& method : bend_methods()) print_bend_row(method, edge, stiffness);
}

/// The energy knows the sum of both curvatures alone, so a narrow strip may bend like a saddle; and bending and stretch
/// take turns, the more often the better.
void print_widths() {
  print_bend_head();
  for (int substeps : {20, 80})
    for (double width : {0.015625, 0.03125, 0.0625, 0.125})
      for (double edge : {7.8125, 3.90625})
        print_bend_row({.name = substeps == 20 ? "explicit, 20 substeps" : "explicit, 80 substeps",
                        .source = "Verwer 1990",
                        .kind = BendKind::explicit_stages,
                        .substeps = substeps,
                        .amount = 0,
                        .width = width},
                       edge, 1e-4);
}

/// A second of what the tables do: do the methods run, and is the order of the first two the known one?
int smoke() {
  const StretchResult plain = hang_sheet(xpbd("XPBD", 20), 32, 60);
  const StretchResult levels = hang_sheet(coarse("centroids", {.levels = 2}), 32, 60);
  const BendResult strip = bend_strip(
      {.name = "explicit", .source = "", .kind = BendKind::explicit_stages, .amount = 0}, 0.015625, 1e-3, 30);
  std::printf("p99 strain: %.4f with one pass, %.4f with coarse levels; effective B / B of a strip %.3f\n", plain.p99,
              levels.p99, strip.effective);
  return levels.p99 < plain.p99 && strip.effective > 0.95 && strip.effective < 1.05 ? 0 : 1;
}

int run(const std::string& table, int cells, int frames) {
  if (table == "smoke") return smoke();
  if (table == "stretch")
    print_stretch(fine_methods(), cells, frames);
  else if (table == "coarse")
    print_stretch(coarse_methods(), cells, frames);
  else if (table == "reach")
    print_stretch(reach_methods(), cells, frames);
  else if (table == "chosen")
    print_stretch({xpbd("XPBD", 20), kAttachments, kCoarse}, cells, frames);
  else if (table == "descent")
    print_stretch(descents(), cells, frames);
  else if (table == "warm")
    print_stretch(warm_starts(), cells, frames);
  else if (table == "bending")
    print_bending();
  else if (table == "widths")
    print_widths();
  else
    return 2;
  return 0;
}

}  // namespace
}  // namespace raycloth::lab

int main(int argc, char** argv) {
  const int cells = argc > 2 ? std::atoi(argv[2]) : 99, frames = argc > 3 ? std::atoi(argv[3]) : 200;
  const int code = argc > 1 && cells > 0 && frames > 0 ? raycloth::lab::run(argv[1], cells, frames) : 2;
  if (code == 2)
    std::fprintf(
        stderr,
        "usage: solver_lab smoke | bending | widths | stretch|coarse|reach|chosen|descent|warm [CELLS [STEPS]]\n");
  return code;
}
