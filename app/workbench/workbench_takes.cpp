// What a user does with takes: words, pictures, a report.
#include "app/view/drawables.h"
#include "app/workbench/workbench.h"
#include "render/png.h"

namespace raycloth {

void Workbench::describe_take(int number, const std::string& name, const std::string& note) {
  runner_->ask(Runner::Kind::value, "words of take " + std::to_string(number),
               [=](LiveScene& scene) { scene.describe_take(number, name, note); });
}

void Workbench::write_takes(const std::filesystem::path& file, double budget_ms) {
  const PastView& past = frame_->past;
  if (take_pictures_.is_farther(past.takes[past.present_take].number, frame_->number)) picture_take();
  std::map<int, std::string> pictures;
  for (const TakeView& take : past.takes)
    if (const Image* picture = take_pictures_.of(take.number)) pictures[take.number] = png_bytes(*picture);
  runner_->ask([=](LiveScene& scene) { scene.write_takes(file, pictures, budget_ms); });
}

void Workbench::tell_of_forgotten(const PastView& past) {
  if (past.forgotten.size() <= frame_->past.forgotten.size()) return;
  message = {"take " + std::to_string(past.forgotten.back()) + " is forgotten: " +
             std::to_string(Timeline::kMostTakes) + " are kept, and those with a name or a note longest"};
}

/// Whether it waits for an answer, because it would end other takes.
bool Workbench::asks_first(std::function<void()> act) {
  return can_build() && takes_question_.comes_before(frame_->past.takes.size(), std::move(act));
}

void Workbench::answer_about_takes(bool goes_on, bool never_again) {
  takes_question_.answer(goes_on, never_again);
  if (goes_on) return;
  painter.take();
  uploaded_ = false;  // what was painted goes
  if (!adding_) select(selected_);
}

/// Of the present take, as it is shown.
void Workbench::picture_take() {
  take_pictures_.retain(frame_->past.takes);
  upload();
  const RenderTarget& target = take_pictures_.target();
  const float aspect = static_cast<float>(target.width()) / static_cast<float>(target.height());
  renderer_->draw(target, camera.view(aspect), half_thicknesses(model(), frame_->materials),
                  {quality.level().light_mask, false, view.hidden, {}, 0, 1, view.white});
  take_pictures_.keep(frame_->past.takes[frame_->past.present_take].number, frame_->number, target.read());
}

}  // namespace raycloth
