// What a user says of takes, and what is written of them.
#include "app/run/build_info.h"
#include "app/run/live/live_scene.h"
#include "app/run/output/takes_html.h"
#include "app/run/output/whole_file.h"
#include "app/run/past/take_facts.h"

namespace raycloth {

void LiveScene::describe_take(int number, std::string name, std::string note) {
  timeline_->describe_take(number, std::move(name), std::move(note));
}

void LiveScene::write_takes(const std::filesystem::path& path, const std::map<int, std::string>& pictures,
                            double budget_ms) {
  const Task::Scope scope(task_, "report of all takes");
  WholeFile file(path);
  TakesReport report = about_takes(opened_->scene, *simulation_);
  report.budget_ms = budget_ms;
  report.pictures = pictures;
  const auto& takes = timeline_->takes();
  const double all = static_cast<double>(takes.size() * kCountsOfTake);
  double done = 0;
  for (const Timeline::Take& take : takes) {
    report.takes.push_back(facts_of(*timeline_, take, opened_->model));
    report.takes.back().crossings =
        count_crossings(take, opened_->model, kCountsOfTake, [&] { return goes_on(done++ / all); });
    if (task_.cancelled() || abandoned_) return tell("the report was cancelled; nothing is written");
  }
  file.stream() << takes_html(report);
  file.commit();
  tell(path.string() + ": " + std::to_string(takes.size()) + (takes.size() == 1 ? " take" : " takes") + " written");
}

}  // namespace raycloth
