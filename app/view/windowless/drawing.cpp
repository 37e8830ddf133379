#include "app/view/windowless/drawing.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/run/output/naming.h"
#include "app/view/drawables.h"
#include "app/view/overlay.h"
#include "app/view/tangle_lines.h"
#include "app/view/windowless/alone.h"

namespace raycloth {
namespace {

constexpr float kMargin = 12, kLegend = 230;  // pixels, that a label keeps from its corner and from a legend
constexpr float kNarrow = 60;                 // pixels: it rather runs into the legend than to be narrower
constexpr ImU32 kInk = IM_COL32(240, 242, 245, 255), kPlate = IM_COL32(20, 22, 26, 170);

/// In a part that has room for some of it.
void draw_label(ImDrawList& list, const std::string& words, float left, float right, float height) {
  const float most = right - left - 2 * kMargin, wrap = std::max(most - kLegend, std::min(most, kNarrow));
  if (wrap <= 0) return;
  const ImVec2 size = ImGui::CalcTextSize(words.c_str(), nullptr, false, wrap), at(left + kMargin, kMargin);
  list.PushClipRect({left, 0}, {right, height});
  list.AddRectFilled({at.x - 6, at.y - 4}, {at.x + size.x + 6, at.y + size.y + 4}, kPlate, 4);
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, kInk, words.c_str(), nullptr, wrap);
  list.PopClipRect();
}

/// And the line between the parts.
void draw_beside(ImDrawList& list, const Beside& beside, PictureSize size) {
  const float width = static_cast<float>(size.width), height = static_cast<float>(size.height);
  const float middle = beside.divider * width;
  draw_label(list, beside.labels[0], 0, middle, height);
  draw_label(list, beside.labels[1], middle, width, height);
  list.AddLine({middle, 0}, {middle, height}, kInk, 2);
}

}  // namespace

void find_boxes(const Model& model, DrawnOptions& drawn) {
  if (drawn.boxes_of.empty()) return;
  const ObjectLevel found = find_level(model, drawn.boxes_of, "--boxes");
  drawn.shown.boxes = true;
  drawn.shown.boxes_object = found.object;
  drawn.shown.boxes_level = found.level;
}

OrbitCamera camera_of(Simulation& simulation, const Scene& scene, float aspect, const ViewChoice& choice) {
  OrbitCamera camera;
  if (scene.camera)
    camera.look(scene.camera->eye, scene.camera->target);
  else
    camera.frame(bounds(simulation.positions()), aspect);
  camera.set_orthographic(choice.orthographic);
  if (choice.side) camera.look_from(*choice.side);
  return camera;
}

Drawing::Drawing(Simulation& simulation, const ViewOptions& shown, std::span<const Vec4> twin)
    : shown_(shown), state_(make_drawable_state(simulation)) {
  Frame frame;
  fill_state(frame, simulation, wishes_of(shown), {});
  values_ = frame_heat(shown.heat, frame, simulation.model(), twin);
  lines_ = make_view_lines(frame, shown);
  tangle_ = std::move(frame.tangle);
}

float Drawing::heat_range() const { return values_.empty() ? 0 : raycloth::heat_range(shown_.heat, values_); }

OffscreenPainter::Part Drawing::part(float range, float from, float to) {
  colors_ = values_.empty() ? std::vector<uint32_t>() : heat_colors(shown_.heat, values_, range);
  state_.over_fabric = colors_.empty();
  tint_regions(tangle_, colors_);
  state_.colors = colors_;
  layers_ = layers_of(lines_);
  return {state_, {.wireframe = shown_.wireframe, .lines = layers_, .from = from, .to = to, .white = shown_.white}};
}

Image paint(OffscreenPainter& painter, std::span<Drawing> drawings, const OrbitCamera& camera, const ViewOptions& shown,
            PictureSize size, float& range, const Beside& beside) {
  for (const Drawing& drawing : drawings) range = std::max(range, drawing.heat_range());
  const bool two = drawings.size() == 2, heat = shown.heat != Heat::off;
  std::vector<OffscreenPainter::Part> parts = {drawings[0].part(range, 0, two ? beside.divider : 1)};
  if (two) parts.push_back(drawings[1].part(range, beside.divider, 1));
  const auto draw_over = [&] {
    draw_without_window(size.width, size.height, [&](ImDrawList& list) {
      const Overlay overlay{shown.heat, range, static_cast<float>(size.height) / camera.height(), shown.white > 0};
      if (heat) draw_overlay(list, {0, 0, size.width, size.height}, overlay);
      if (two) draw_beside(list, beside, size);
    });
  };
  return painter.paint(parts, camera.view(size.aspect()), heat || two ? std::function<void()>(draw_over) : nullptr);
}

}  // namespace raycloth
