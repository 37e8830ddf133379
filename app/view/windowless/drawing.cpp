#include "app/view/windowless/drawing.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/run/output/naming.h"
#include "app/view/drawables.h"
#include "app/view/marks/tangle_lines.h"
#include "app/view/overlay.h"
#include "app/view/picking.h"
#include "app/view/windowless/alone.h"

namespace raycloth {
namespace {

constexpr float kMargin = 12, kLegend = 230;  // pixels, that a label keeps from its corner and from a legend
constexpr float kNarrow = 60;                 // pixels: it rather runs into the legend than to be narrower
constexpr ImU32 kInk = IM_COL32(240, 242, 245, 255), kPlate = IM_COL32(20, 22, 26, 170);

/// In a part that has room for some of it.
void draw_label(ImDrawList& list, const std::string& words, float left, float right) {
  const float most = right - left - 2 * kMargin, wrap = std::max(most - kLegend, std::min(most, kNarrow));
  if (wrap <= 0) return;
  const ImVec2 size = ImGui::CalcTextSize(words.c_str(), nullptr, false, wrap), at(left + kMargin, kMargin);
  list.AddRectFilled({at.x - 6, at.y - 4}, {at.x + size.x + 6, at.y + size.y + 4}, kPlate, 4);
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, kInk, words.c_str(), nullptr, wrap);
}

/// Beside the arrow's tip.
void draw_wind(ImDrawList& list, const PicturePart& part, const CameraView& seen, PictureSize size, ImU32 ink) {
  const auto tip = place_in_picture(seen, part.drawing.arrow().tip(part.drawing.wind()));
  if (!tip) return;
  const ImVec2 at(tip->x * static_cast<float>(size.width) + 10, tip->y * static_cast<float>(size.height) + 6);
  list.AddText(at, ink, wind_words(part.drawing.wind()).c_str());
}

/// Words of the parts, and lines between them.
void draw_words(ImDrawList& list, std::span<const PicturePart> parts, const CameraView& seen, const ViewOptions& shown,
                PictureSize size) {
  const auto width = static_cast<float>(size.width);
  for (const PicturePart& part : parts) {
    const float left = part.from * width;
    list.PushClipRect({left, 0}, {part.to * width, static_cast<float>(size.height)});
    if (!part.label.empty()) draw_label(list, part.label, left, part.to * width);
    if (shown.wind) draw_wind(list, part, seen, size, overlay_ink(shown.white > 0));
    list.PopClipRect();
    if (part.from > 0) list.AddLine({left, 0}, {left, static_cast<float>(size.height)}, kInk, 2);
  }
}

Frame frame_of(Simulation& simulation, const ViewOptions& shown) {
  Frame frame;
  fill_state(frame, simulation, wishes_of(shown), {});
  return frame;
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
  if (scene.ground) camera.stay_above(scene.ground->height);
  if (scene.camera)
    camera.look(scene.camera->eye, scene.camera->target);
  else
    camera.frame(bounds(simulation.positions()), aspect);
  if (choice.free) camera.look(*choice.free);
  camera.set_orthographic(choice.orthographic);
  if (choice.side) camera.look_from(*choice.side);
  return camera;
}

Drawing::Drawing(const Frame& frame, const Model& model, DrawableState state, const ViewOptions& shown,
                 std::span<const Vec4> twin)
    : shown_(shown),
      state_(std::move(state)),
      tangle_(shown.crossings ? frame.tangle : Tangle()),
      values_(frame_heat(shown.heat, frame, model, twin)),
      lines_(make_view_lines(frame, shown)),
      arrow_(wind_arrow(model)),
      wind_(frame.settings.wind) {
  if (shown.wind) add_wind(arrow_, frame.settings, frame.time, kWindColor, wind_lines_);
}

Drawing::Drawing(const Frame& frame, const ViewOptions& shown, std::span<const Vec4> twin)
    : Drawing(frame, frame.opened->model, make_drawable_state(frame), shown, twin) {}

Drawing::Drawing(Simulation& simulation, const ViewOptions& shown, std::span<const Vec4> twin)
    : Drawing(frame_of(simulation, shown), simulation.model(), make_drawable_state(simulation), shown, twin) {}

float Drawing::heat_range() const { return values_.empty() ? 0 : raycloth::heat_range(shown_.heat, values_); }

PicturePainter::Part Drawing::part(float range, float from, float to) {
  colors_ = values_.empty() ? std::vector<uint32_t>() : heat_colors(shown_.heat, values_, range);
  state_.over_fabric = colors_.empty();
  tint_regions(tangle_, colors_);
  state_.colors = colors_;
  layers_ = layers_of(lines_);
  layers_.push_back({&wind_lines_, 3.0f, 0.8f});
  return {state_, {.wireframe = shown_.wireframe, .lines = layers_, .from = from, .to = to, .white = shown_.white}};
}

std::array<PicturePart, 2> beside_each_other(Drawing a, Drawing b, const Beside& beside) {
  return {PicturePart{std::move(a), 0, beside.divider, beside.label_a},
          PicturePart{std::move(b), beside.divider, 1, beside.label_b}};
}

Image paint(PicturePainter& painter, std::span<PicturePart> parts, const OrbitCamera& camera, const ViewOptions& shown,
            PictureSize size, float& range) {
  for (const PicturePart& part : parts) range = std::max(range, part.drawing.heat_range());
  std::vector<PicturePainter::Part> drawn;
  for (PicturePart& part : parts) drawn.push_back(part.drawing.part(range, part.from, part.to));
  const CameraView seen = camera.view(size.aspect());
  const auto draw_over = [&] {
    draw_without_window(size.width, size.height, [&](ImDrawList& list) {
      draw_words(list, parts, seen, shown, size);
      draw_overlay(list, {0, 0, size.width, size.height},
                   overlay_of(shown, range, camera, painter.ground(), size.aspect(), size.height));
    });
  };
  const bool writes =
      shown.heat != Heat::off || shown.scale_bar || shown.wind || parts.size() > 1 || !parts.front().label.empty();
  return painter.paint(drawn, seen, writes ? std::function<void()>(draw_over) : nullptr);
}

}  // namespace raycloth
