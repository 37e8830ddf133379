// What takes a while, at the foot of the column: how far it is, and a button that ends it.
#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "sim/text.h"

namespace raycloth {
namespace {

constexpr double kShortWork = 0.3;  // s that are not worth a row

std::string words_of(const TaskView& task) {
  return task.part ? printed("%.0f %%", 100 * *task.part) : printed("%.0f s", task.seconds);
}

}  // namespace

bool shows_task(const Workbench& workbench) {
  const auto task = workbench.task();
  return task && task->seconds > kShortWork;
}

void draw_task(Workbench& workbench) {
  const auto task = workbench.task();
  if (!task) return;
  ImGui::Separator();
  const float right = room_beside("Cancel");
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::TextUnformatted(shortened(task->what, width).c_str());
  ImGui::ProgressBar(static_cast<float>(task->part.value_or(0)), {width - right, 0}, words_of(*task).c_str());
  ImGui::SameLine();
  if (button("Cancel")) workbench.cancel_task();
}

float task_height(const Workbench& workbench) {
  if (!shows_task(workbench)) return 0;
  return ImGui::GetTextLineHeightWithSpacing() + ImGui::GetFrameHeightWithSpacing() +
         2 * ImGui::GetStyle().ItemSpacing.y;
}

}  // namespace raycloth
