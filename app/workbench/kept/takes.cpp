#include "app/workbench/kept/takes.h"

#include <utility>

#include "app/run/past/timeline.h"
#include "app/view/drawables.h"
#include "render/png.h"

namespace raycloth {

void Takes::describe(int number, const std::string& name, const std::string& note) {
  shown_.runner->ask(Runner::Kind::value, "words of take " + std::to_string(number),
                     [=](LiveScene& scene) { scene.describe_take(number, name, note); });
}

void Takes::write_report(const std::filesystem::path& file, double budget_ms) {
  if (pictures_.is_farther(present_take().number, shown_.frame->number)) picture();
  std::map<int, std::string> pictures;
  for (const TakeView& take : shown_.frame->past.takes)
    if (const Image* picture = pictures_.of(take.number)) pictures[take.number] = png_bytes(*picture);
  shown_.runner->ask([=](LiveScene& scene) { scene.write_takes(file, pictures, budget_ms); });
}

void Takes::end_for(TakesLoss loss, const std::function<void()>& act) {
  if (!question_.comes_before(shown_.frame->past.takes.size(), std::move(loss), act)) act();
}

void Takes::leave_for(const Frame& newest) {
  const Frame& present = *shown_.frame;
  const int take = present_take().number;
  const bool left = newest.past.takes[newest.past.present_take].number != take || newest.number < present.number;
  if (left && pictures_.is_farther(take, present.number)) picture();
  if (newest.past.forgotten.size() <= present.past.forgotten.size()) return;
  shown_.message = {"take " + std::to_string(newest.past.forgotten.back()) + " is forgotten: " +
                    std::to_string(Timeline::kMostTakes) + " are kept, and those with a name or a note longest"};
}

void Takes::picture_where_wanted() {
  if (pictures_.wants(present_take().number, shown_.frame->number)) picture();
}

/// Of the present take, as it is shown.
void Takes::picture() {
  const Frame& frame = *shown_.frame;
  pictures_.retain(frame.past.takes);
  surfaces_.upload(frame, sight_.view);
  const RenderTarget& target = pictures_.target();
  const float aspect = static_cast<float>(target.width()) / static_cast<float>(target.height());
  surfaces_.a().draw(target, sight_.camera.view(aspect), half_thicknesses(shown_.model(), frame.materials),
                     {quality_.level().light_mask, false, sight_.view.hidden, {}, 0, 1, sight_.view.white});
  pictures_.keep(present_take().number, frame.number, target.read());
}

}  // namespace raycloth
