#include "app/run/past/take_facts.h"

#include <algorithm>

#include "sim/model/crossings.h"
#include "sim/model/cuts.h"
#include "sim/scene/scene.h"
#include "sim/text.h"

namespace raycloth {
namespace {

void set_last(Changes& changes, const std::string& key, const std::string& value) {
  const auto known = std::ranges::find(changes, key, &Changes::value_type::first);
  if (known == changes.end())
    changes.emplace_back(key, value);
  else
    known->second = value;
}

long long count_crossings(const Snapshot& state, const Model& model) {
  const bool same = cut_alike(state.scene.get(), model.scene.get());
  return static_cast<long long>(crossings(state.positions(), same ? model : build_model(state.scene)).size());
}

/// "+2 -1": vertices that were pinned and let go.
std::string pins_text(size_t pinned, size_t let_go) {
  const std::string more = pinned > 0 ? "+" + std::to_string(pinned) : "";
  const std::string fewer = let_go > 0 ? "-" + std::to_string(let_go) : "";
  return more + (more.empty() || fewer.empty() ? "" : " ") + fewer;
}

/// What each object has of its kind.
Changes words_of(const std::vector<Material>& materials, const Model& model) {
  Changes words;
  for (size_t i = 0; i < materials.size(); ++i) {
    const SceneObject& object = model.scene->objects[i];
    const unsigned kind = matter_of(object.kind, object.motion.kind);
    for (const MaterialInfo& row : material_list())
      if (row.owners & kind)
        words.emplace_back(model.objects[i].name + "." + row.key, printed("%g", materials[i].*row.member));
  }
  return words;
}

/// Those that were taken after it left the take before.
std::vector<const Timeline::StepRecord*> own_steps(const Timeline::Take& take) {
  std::vector<const Timeline::StepRecord*> own;
  for (const Timeline::StepRecord& step : take.steps)
    if (step.frame > take.from) own.push_back(&step);
  return own;
}

template <class Value>
Summary summary_of(const std::vector<const Timeline::StepRecord*>& steps, Value value) {
  std::vector<float> values;
  for (const Timeline::StepRecord* step : steps) values.push_back(value(step->timings));
  return summarize(values);
}

}  // namespace

Changes changes_of(const Timeline::Take& take, const Model& model) {
  Changes changes;
  size_t pinned = 0, let_go = 0;
  for (const SessionEvent& event : take.log.events) {
    if (event.frame < take.from) continue;
    if (const auto* change = std::get_if<PinAction>(&event.action))
      (change->on ? pinned : let_go) += change->vertices.size();
    if (const auto* change = std::get_if<SettingsAction>(&event.action))
      for (const auto& [key, value] : change->values) set_last(changes, key, value);
    if (const auto* change = std::get_if<MaterialAction>(&event.action))
      for (const auto& [key, value] : change->values)
        set_last(changes, model.objects[change->object].name + "." + key, printed("%g", value));
    if (const auto* change = std::get_if<CutAction>(&event.action))
      set_last(changes, model.objects[change->object].name + ".cuts", std::to_string(change->cuts.size()));
  }
  if (pinned + let_go > 0) changes.emplace_back("pins", pins_text(pinned, let_go));
  return changes;
}

std::vector<long long> cuts_of(const Timeline::Take& take) {
  std::vector<long long> frames;
  for (const SessionEvent& event : take.log.events)
    if (std::holds_alternative<CutAction>(event.action)) frames.push_back(event.frame);
  return frames;
}

TakeFacts facts_of(const Timeline& timeline, const Timeline::Take& take, const Model& model) {
  TakeFacts facts{take.number,
                  take.parent,
                  take.name,
                  take.note,
                  take.from,
                  take.last,
                  changes_of(take, model),
                  timeline.settings_of(take),
                  words_of(timeline.materials_of(take), model),
                  {},
                  {},
                  {}};
  const std::vector<const Timeline::StepRecord*> steps = own_steps(take);
  if (steps.empty()) return facts;
  for (const StageTime& stage : steps.back()->timings.stages)
    facts.stages.emplace_back(
        stage.name, summary_of(steps, [&](const StepTimings& t) { return stage_time(t.stages, stage.name); }));
  facts.stages.emplace_back("detect", summary_of(steps, [](const StepTimings& t) { return t.detect; }));
  facts.stages.emplace_back("step", summary_of(steps, [](const StepTimings& t) { return t.step; }));
  for (const Timeline::StepRecord* step : steps) facts.step_ms.emplace_back(step->frame, step->timings.step);
  return facts;
}

std::vector<std::pair<long long, long long>> count_crossings(const Timeline::Take& take, const Model& model, int most,
                                                             const std::function<bool()>& go_on) {
  std::vector<std::pair<long long, long long>> counts;
  for (int i = 1; i <= most; ++i) {
    const Snapshot& state = take.states.at_or_before(take.from + (take.last - take.from) * i / most);
    if (!counts.empty() && counts.back().first == state.frame) continue;
    if (!go_on()) break;
    counts.emplace_back(state.frame, count_crossings(state, model));
  }
  return counts;
}

std::string title_of(int number, const std::string& name) {
  const std::string title = "take " + std::to_string(number);
  return name.empty() ? title : title + ": " + name;
}

}  // namespace raycloth
