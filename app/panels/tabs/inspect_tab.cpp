// The inspect tab: crossing surfaces as they are counted, and the vertex that was clicked, with all its rays.
#include "app/panels/panels.h"
#include "app/panels/widgets.h"
#include "app/run/output/inspect_text.h"
#include "app/run/output/naming.h"

namespace raycloth {
namespace {

void draw_count(const PenetrationsView& found, long long present_frame) {
  if (found.frame < 0) return ImGui::TextColored(kFaintText, "counting");
  const ImVec4 color = found.pairs > 0 ? kErrorText : kGoodText;
  ImGui::TextColored(color, "%lld intersecting pairs", found.pairs);
  ImGui::SameLine();
  if (found.frame == present_frame)
    ImGui::TextColored(kFaintText, "at frame %lld, the present", found.frame);
  else
    ImGui::TextColored(kFaintText, "at frame %lld", found.frame);
}

std::string bookmark_text(const Model& model, const Penetration& p) {
  return "frame " + std::to_string(p.frame) + ": " + std::to_string(p.pairs) + " pairs, first " +
         crossing_name(model, p.first);
}

void draw_penetrations(Workbench& workbench) {
  bool counting = workbench.examining().counting(), pause = workbench.examining().pausing_at_first();
  bool changed = checkbox("count intersecting pairs", &counting);
  changed |= checkbox("pause at the first penetration", &pause);
  if (changed) workbench.examining().watch(counting, pause);
  const PenetrationsView& found = workbench.frame().penetrations;
  if (counting || pause) draw_count(found, workbench.frame().number);
  for (const Penetration& bookmark : found.bookmarks) {
    const bool shown = found.shown && found.shown->frame == bookmark.frame;
    ImGui::PushID(&bookmark);
    if (wrapped_selectable(bookmark_text(workbench.model(), bookmark).c_str(), shown))
      workbench.examining().visit(bookmark);
    ImGui::PopID();
  }
}

void draw_ray(const Model& model, const RayInspection& ray) {
  wrapped(im_color(verdict_color(ray)), ray_heading(model, ray));
  ImGui::Indent();
  ImGui::TextWrapped("%s", rule_text(ray).c_str());
  for (const std::string& line : ground_lines(model, ray)) wrapped(kFaintText, line);
  if (ray.contact) wrapped(kFaintText, "contact " + contact_text(*ray.contact));
  ImGui::Unindent();
}

void draw_others(const Model& model, const VertexInspection& record) {
  if (record.others.empty()) return;
  const std::string heading =
      std::to_string(record.others.size()) + " contacts" + (record.of_rays ? " of others" : "") + " act on it";
  const bool unfolded = ImGui::CollapsingHeader((heading + "###others").c_str());
  note_item("contacts of others");
  if (!unfolded) return;
  for (const ContactView& contact : record.others) {
    ImGui::TextWrapped("%s", features_text(model, contact).c_str());
    ImGui::Indent();
    wrapped(kFaintText, contact_text(contact));
    ImGui::Unindent();
  }
}

void draw_record(const Model& model, const VertexInspection& record, const VertexTangle& tangle) {
  wrapped(kFaintText, push_text(record));
  for (const std::string& line : tangle_lines(model, tangle)) wrapped(tangle.empty() ? kFaintText : kWarningText, line);
  ImGui::Spacing();
  if (record.rays.empty()) wrapped(kFaintText, no_rays_text(record));
  for (const RayInspection& ray : record.rays) draw_ray(model, ray);
  ImGui::Spacing();
  draw_others(model, record);
}

void draw_inspected(Workbench& workbench) {
  const Inspector& inspector = workbench.examining().inspector();
  if (!inspector.active()) return wrapped(kFaintText, "ctrl + click on a surface to see the rays of the vertex there");
  wrapped(ImGui::GetStyle().Colors[ImGuiCol_Text], vertex_heading(workbench.model(), inspector.vertex()));
  if (const VertexInspection* record = inspector.record(workbench.frame()))
    draw_record(workbench.model(), *record, workbench.frame().inspected_tangle);
  else
    wrapped(kFaintText, inspector.known(workbench.frame()) ? "nothing has been detected yet: take a step" : "looking");
  if (button("Stop inspecting", ImVec2(-1, 0))) workbench.examining().stop_inspecting();
}

}  // namespace

void draw_inspect_tab(Workbench& workbench) {
  draw_penetrations(workbench);
  ImGui::Spacing();
  ImGui::Separator();
  draw_inspected(workbench);
}

}  // namespace raycloth
