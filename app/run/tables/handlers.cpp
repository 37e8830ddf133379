#include "app/run/tables/handlers.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/run/live/penetrations.h"
#include "app/run/output/naming.h"
#include "app/run/past/session_player.h"
#include "app/run/state_checks.h"
#include "sim/text.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;

/// The handler stays the row's, whatever the session says.
Session without_handlers(Session session) {
  for (SessionEvent& event : session.events)
    if (auto* change = std::get_if<SettingsAction>(&event.action))
      std::erase_if(change->values, [](const auto& value) { return value.first == "handler"; });
  return session;
}

/// What a row is made of, while it runs.
struct Course {
  std::unique_ptr<Simulation> simulation;
  SessionPlayer player;
  std::vector<float> step, detect, contacts;

  void take_step() {
    player.step(*simulation);
    step.push_back(simulation->timings().step);
    detect.push_back(simulation->timings().detect);
    const StepCounters counters = simulation->counters();
    contacts.push_back(static_cast<float>(counters.collisions + counters.predictions));
  }
};

void check_state(Course& course, HandlerRow& row) {
  const auto found = find_penetration(*course.simulation);
  row.last_crossings = found ? found->pairs : 0;
  row.most_crossings = std::max(row.most_crossings, row.last_crossings);
  row.with_crossings += row.last_crossings > 0;
  ++row.checked;
  const Strain strain = strain_of(course.simulation->model(), course.simulation->positions());
  row.strain = {std::max(row.strain.largest, strain.largest), std::max(row.strain.p99, strain.p99)};
}

/// False: it was to end.
bool run(const HandlersPlan& plan, Course& course, HandlerRow& row, const std::function<bool(long long)>& go_on) {
  while (row.frames < plan.frames) {
    if (!go_on(row.frames)) return false;
    course.take_step();
    ++row.frames;
    row.finite = first_not_finite(*course.simulation).empty();
    if (!row.finite) return true;
    if (row.frames % plan.check_every == 0 || row.frames == plan.frames) check_state(course, row);
  }
  return true;
}

}  // namespace

HandlersTable run_handlers(const HandlersPlan& plan, const std::function<bool(double part)>& go_on) {
  HandlersTable table;
  table.frames = plan.frames;
  const double all = static_cast<double>(plan.frames) * static_cast<double>(std::size(kHandlerNames));
  for (size_t i = 0; i < std::size(kHandlerNames); ++i) {
    Settings settings = plan.settings;
    settings.handler = static_cast<HandlerKind>(i);
    Course course{create(plan.model, settings, plan.device, plan.threads),
                  SessionPlayer(without_handlers(plan.session)),
                  {},
                  {},
                  {}};
    table.device = course.simulation->device_name();
    HandlerRow row{kHandlerNames[i]};
    try {
      const auto part = [&](long long frame) {
        return go_on((static_cast<double>(i) * static_cast<double>(plan.frames) + static_cast<double>(frame)) / all);
      };
      if (!run(plan, course, row, part)) return table;
    } catch (const std::exception& error) {
      row.failure = error.what();
    }
    row.step = summarize(course.step);
    row.detect = summarize(course.detect);
    row.contacts = summarize(course.contacts);
    row.hash = course.simulation->state_hash();
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string handlers_text(const HandlersTable& table) {
  std::string text;
  const auto line = [&](const char* format, auto... values) { text += printed(format, values...) + "\n"; };
  line("%-10s %9s %9s %11s %10s %18s %12s  %s", "handler", "step ms", "p95", "detect ms", "contacts", "crossings, most",
       "at the end", "strain of 99 %, state");
  for (const HandlerRow& row : table.rows) {
    line("%-10s %9.2f %9.2f %11.2f %10.0f %18lld %12lld  %.2f %%, %s", row.handler.c_str(), row.step.median,
         row.step.p95, row.detect.median, row.contacts.mean, row.most_crossings, row.last_crossings,
         100 * row.strain.p99, state_name(row.hash).c_str());
    if (!row.finite) line("  ended at frame %lld with numbers that are not finite", row.frames);
    if (!row.failure.empty()) line("  ended at frame %lld: %s", row.frames, row.failure.c_str());
  }
  return text;
}

std::string handlers_json(const HandlersTable& table, const std::string& scene) {
  Json json = {{"scene", scene}, {"device", table.device}, {"frames", table.frames}, {"handlers", Json::array()}};
  for (const HandlerRow& row : table.rows) {
    json["handlers"].push_back({{"handler", row.handler},
                                {"frames", row.frames},
                                {"finite", row.finite},
                                {"failure", row.failure},
                                {"step_ms", json_of(row.step)},
                                {"detect_ms", json_of(row.detect)},
                                {"contacts", {{"mean", row.contacts.mean}, {"max", row.contacts.max}}},
                                {"intersections",
                                 {{"checked", row.checked},
                                  {"frames_with", row.with_crossings},
                                  {"max", row.most_crossings},
                                  {"final", row.last_crossings}}},
                                {"strain", {{"max", row.strain.largest}, {"p99", row.strain.p99}}},
                                {"state_hash", state_name(row.hash)}});
  }
  return json.dump(2) + "\n";
}

}  // namespace raycloth
