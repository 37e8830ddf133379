// How a step is to be done, by what the one before it found.
#include <algorithm>
#include <optional>

#include "sim/response/bridson/bridson.h"
#include "sim/response/net/view.h"
#include "sim/solver/world.h"

namespace raycloth::RAYCLOTH_DEVICE {

/// What vertices of a pair that met may close in on each other in a detection interval, in units of SweepView::look.
constexpr float kClosing = 4;
/// Steps with finer substeps after one in which much met, or in which the air drove more than this part of the cloth's
/// vertices too far, or more than this part of its edges was left too long, or one of them by far; at least and at
/// most.
constexpr int kStepsFiner = 10, kMostStepsFiner = 160;
constexpr float kDrivenPart = 0.01f, kStretchedPart = 0.01f;
/// Pairs that met, per vertex of the cloth, more of which ask for finer substeps: in a step without care; with it; and
/// as many as the net corrects for less, however small the cloth.
constexpr float kMetPart = 0.001f, kMetInCarePart = 0.00025f, kFewMet = 10;
/// s: in shorter substeps the rounding of positions is a velocity that counts.
constexpr float kShortestSubstep = 1e-4f;
/// Detections, at least and where that can be, of a step with care, of one after which more than this part of the
/// contacts was fast, and of each that has no net or another handler.
constexpr int kUnsure = 2;
constexpr float kFastPart = 0.02f;
/// From so many on, a step with care is not done again only for what its corrections left.
constexpr int kManyDetections = 8;

/// How many times as many detections a step has that is done again since more was near than can be listed: of what a
/// vertex may meet, which grows with the square of its way, a sixteenth is left.
constexpr int kEmptier = 4;

/// How many times as fine substeps are, but for the settings' care_substeps, for strain alone and for what falls
/// through still air, which can only brake it.
constexpr int kFewTimes = 4;

/// How many finer substeps there are in one of the settings', where so many are wanted.
static int finer_substeps(const Settings& settings, int times) {
  const float usual = settings.time_step / static_cast<float>(settings.substeps);
  return std::clamp(static_cast<int>(usual / kShortestSubstep), 1, std::min(times, settings.care_substeps));
}

static int detections_at(Settings settings, int finer, int wanted) {
  settings.substeps *= finer;
  return detections_for(settings, wanted);
}

/// `crosses`: whether anything may, where the step begins.
static Pace pace_from(const World& world, bool crosses) {
  const Settings& settings = world.settings;
  const bool nets = lets_nothing_cross(settings), untangles = settings.untangling && crosses;
  const NetOutlook next = nets ? world.net->outlook.download()[0] : NetOutlook{};
  const bool warned = next.care > 0 || parts_of(settings).any();
  const bool careful = warned || (untangles && nets);
  const bool sure = nets && !careful && !next.fast && settings.handler == HandlerKind::rays;
  const bool verified = next.care > 0 && settings.self_collision && !crosses;
  const bool behind = next.steps_finer > 0 && !crosses && !parts_of(settings).any();
  const int finer = behind ? finer_substeps(settings, next.times) : 1;
  const int least = sure || settings.substeps * finer % kUnsure != 0 ? 1 : kUnsure;
  const int detections = detections_at(settings, finer, std::max(least, next.care));
  return {detections, careful, untangles, verified, finer, false, false, crosses, warned};
}

Pace pace_of(const World& world) { return pace_from(world, may_cross(world)); }

/// Each time with more of something than before, so that it ends.
std::optional<Pace> pace_again(const World& world) {
  if (!lets_nothing_cross(world.settings)) return std::nullopt;
  const Pace pace = world.pace;
  const NetCounters found = world.net->counters.download()[0];
  const bool overfull = found.overfull > 0, began_so = pace.crosses && world.net->sweep.counters().any_crossed;
  Pace next = overfull ? pace_from(world, began_so) : pace_of(world);
  const bool care = next.warned && !pace.warned && (found.met > 0 || overfull);
  const bool left = pace.careful && (found.held > 0 || found.drawn > 0);
  if (left && pace.detections < kManyDetections)
    next.detections = std::max(next.detections, detections_at(world.settings, next.finer, 2 * pace.detections));
  const bool shorter = left && next.detections >= 2 * pace.detections;
  const bool emptier = overfull && next.detections > pace.detections;
  const bool finer = !pace.crosses && next.finer > pace.finer;
  return care || shorter || emptier || finer ? std::optional(next) : std::nullopt;
}

/// Finer substeps begin. Where what asks for them is back within the time that the last ones went on, they go on for
/// twice as long, or cloth would give way and be pulled together by turns, and never come to rest.
RAYCLOTH_HD static void begin_finer(NetOutlook& outlook) {
  const bool again = outlook.run > -outlook.steps_finer;
  outlook.run = again ? smaller(2 * outlook.run, kMostStepsFiner) : kStepsFiner;
  outlook.steps_finer = outlook.run;
}

/// For strain: where finer substeps did not help, they are not tried again until it has gone.
RAYCLOTH_HD static void note_strain(NetOutlook& outlook, bool stretched, bool finer) {
  const bool over = outlook.steps_finer <= 0;
  outlook.in_vain = stretched && (outlook.in_vain || (finer && over));
  if (!stretched || finer || outlook.in_vain || !over) return;
  outlook.times = kFewTimes;
  begin_finer(outlook);
}

/// Substeps are so many times as fine for a while; those that are finer come to their end first.
RAYCLOTH_HD static void want_finer(NetOutlook& outlook, int times) {
  if (outlook.steps_finer > 0 && outlook.times > times) return;
  outlook.times = times;
  outlook.steps_finer = larger(outlook.steps_finer, kStepsFiner);
}

/// How the next step is to be done: the more detections, the faster what met closed in; and fewer again by and by.
void note_outlook(Queue& queue, World& world, const NetView& view) {
  NetOutlook* outlook = world.net->outlook.data();
  const Pace pace = world.pace;
  const float way = kClosing * view.sweep.look;
  const int* driven = world.state.driven.data();
  const StepInputs* inputs = world.state.inputs.data();
  const float cloth = static_cast<float>(cloth_vertices(world.model));
  const float most_met = std::max(kFewMet, (pace.warned ? kMetInCarePart : kMetPart) * cloth);
  const float most_driven = kDrivenPart * cloth;
  const Overstretched* overstretched = world.state.edges.overstretched.data();
  const float most_overstretched = kStretchedPart * static_cast<float>(world.state.edges.pairs.size());
  const int care = world.settings.care_substeps;
  const int* fast = world.response.fast.data();
  const DeviceCount rows = row_count(world.response);
  parallel_for(queue, "note_outlook", 1, bytes<NetCounters, NetOutlook, int>, [=] RAYCLOTH_KERNEL(int) {
    outlook->finer = pace.finer;
    if (pace.finer > 1) outlook->times = pace.finer;
    outlook->fast = static_cast<float>(*fast) > kFastPart * static_cast<float>(*rows.count);
    const bool begins = outlook->steps_finer <= 0 && pace.finer > 1;  // this one was done again
    outlook->steps_finer = larger(outlook->steps_finer - 1, -kMostStepsFiner);
    const int met_or_pinched = view.counters->met + view.counters->pinched;
    const bool overfull = view.counters->overfull > 0;
    const bool behind = overfull || static_cast<float>(met_or_pinched) > most_met;
    if (begins || (behind && outlook->steps_finer <= 0)) begin_finer(*outlook);
    const bool blown = static_cast<float>(*driven) > most_driven, still = inputs->wind == Vec3(0);
    if (behind || blown) want_finer(*outlook, behind || !still ? care : kFewTimes);
    const bool stretched = overstretched->far > 0 || static_cast<float>(overstretched->edges) > most_overstretched;
    note_strain(*outlook, stretched, pace.finer > 1);
    const bool met = met_or_pinched > 0 || overfull;
    const int least = pace.detections > kUnsure ? pace.detections / 2 : 0;
    if (!met) return static_cast<void>(outlook->care = least);
    const float closing = view.counters->closing * static_cast<float>(pace.careful ? pace.detections : 1);
    const int wanted = way > 0 ? static_cast<int>(smaller(closing / way, 1e6f)) + 1 : 1;
    outlook->care = larger(larger(wanted, overfull ? kEmptier * pace.detections : 0), least);
  });
}

}  // namespace raycloth::RAYCLOTH_DEVICE
