#include "app/window/window.h"

#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "app/panels/files/browser.h"
#include "app/panels/panels.h"
#include "app/panels/widget_map.h"
#include "app/window/frame_log.h"
#include "app/window/gamepads.h"
#include "app/window/input.h"
#include "app/window/preferences_keeper.h"
#include "app/window/surface.h"
#include "app/workbench/workbench.h"
#include "render/draw_calls.h"
#include "render/gpu_timer.h"
#include "sim/scene/watch.h"

namespace raycloth {
namespace {

constexpr Int2 kUsualSize{1440, 900};      // units of the mouse, at first
constexpr double kTitleInterval = 0.25;    // s
constexpr double kIdleWait = 0.05;         // s that the window sleeps unless something happens
constexpr double kMovingWait = 1.0 / 120;  // s, while the picture moves by itself, or by a gamepad, which wakes nobody
constexpr double kShortLoading = 0.3;      // s without a window: a file that is refused at once needs none
constexpr double kMostAtOnce = 0.1;        // s that a gamepad's hands move in a frame, however long it took

LoadedScene load(const SceneOptions& options, const Watch& watch) {
  Scene scene = load_scene(options.files, options.as, watch);
  apply(options.objects, scene);
  Authored authored(scene);
  apply(options, scene);
  print_warnings(scene);
  return {std::move(scene), std::move(authored)};
}

class Window {
 public:
  /// `first` is left where it is when there can be no window.
  Window(std::unique_ptr<Runner>& first, const WindowOptions& options)
      : keeper_(options),
        surface_(keeper_.kept().window.x > 0 ? keeper_.kept().window : kUsualSize, keeper_.kept().window.x == 0,
                 keeper_.kept().maximized),
        frame_interval_(options.display_rate > 0 ? 1 / options.display_rate : 0),
        workbench_(std::move(first), options.scene, glfwPostEmptyEvent),
        input_(surface_, workbench_, panels_) {
    surface_.start_panels();
    keeper_.restore(workbench_, panels_);
    follow_look();
    input_.set_picture(picture_area());
    workbench_.frame_view();
    if (!options.frame_log.empty()) log_.emplace(options.frame_log);
    if (!options.widget_map.empty()) map_widgets(options.widget_map);
  }

  void run() {
    panels_.left_behind = left_behind();
    while (!panels_.leaves) frame();
    workbench_.saving().give_up();
    glfwHideWindow(surface_.get());  // at once, whatever is still under way
    glfwPollEvents();
    keeper_.save();
  }

 private:
  void frame() {
    wait();
    const double start = glfwGetTime();
    follow_look();
    read_input();
    const double passed = real_time();
    workbench_.hands().follow(read_gamepad(), std::min(passed, kMostAtOnce));
    workbench_.advance(passed);
    const long long drawn = draw();
    leave_where_asked();
    if (std::exchange(panels_.wants_picture, false))
      workbench_.filming().save_picture("", [size = surface_.size()] { return read_window(size.x, size.y); });
    if (glfwGetTime() - last_title_ > kTitleInterval) set_title();
    workbench_.display.add(1000 * (glfwGetTime() - start), drawn);
    glfwSwapBuffers(surface_.get());
    keeper_.follow(surface_, workbench_, panels_, glfwGetTime());
    const double seconds = glfwGetTime() - start;
    workbench_.quality.drawn(seconds);
    if (log_) log_frame(1000 * seconds);
  }

  /// Until the next frame may be drawn, and there is an input, a new state of the scene, or a picture that moves.
  void wait() {
    wait_for_turn();
    if (input_.waiting()) return glfwPollEvents();
    glfwWaitEventsTimeout(workbench_.camera.flying() || workbench_.hands().pad().busy() ? kMovingWait : kIdleWait);
  }

  /// All that is seen; draw calls of the scene.
  long long draw() {
    while (const auto milliseconds = gpu_timer_.take()) workbench_.display.add_gpu(*milliseconds);
    gpu_timer_.begin();
    const long long before = draw_calls();
    draw_scene();
    const long long drawn = draw_calls() - before;
    draw_panels_over();
    gpu_timer_.end();
    return drawn;
  }

  void leave_where_asked() {
    const bool closed = glfwWindowShouldClose(surface_.get());
    glfwSetWindowShouldClose(surface_.get(), GLFW_FALSE);
    if (std::exchange(panels_.wants_to_quit, false) || closed) leave_for(workbench_, panels_, {});
  }

  void read_input() {
    input_.set_picture(picture_area());
    input_.begin_frame();
  }

  void wait_for_turn() {
    for (double now = glfwGetTime(); now < next_frame_; now = glfwGetTime()) glfwWaitEventsTimeout(next_frame_ - now);
    next_frame_ = std::max(next_frame_, glfwGetTime() - frame_interval_) + frame_interval_;
  }

  /// Seconds since the last call.
  double real_time() {
    const double now = glfwGetTime();
    const double passed = now - last_time_;
    last_time_ = now;
    return passed;
  }

  /// What was chosen since the last frame, and what display the window is on.
  void follow_look() {
    const float scale = panels_.look.scale * surface_.scale();
    if (std::exchange(scale_, scale) != scale) panels_.laid_anew = true;
    surface_.set_look(panels_.look.theme, scale);
    workbench_.view.white = panels_.look.backdrop == Backdrop::white ? 1 : 0;
  }

  /// Where the scene is shown: x, y from the window's left and upper edge, width and height, in pixels.
  Int4 picture_area() const {
    const float pixels = surface_.pixels_per_unit();
    const Int4 area(pixels * raycloth::picture_area(panels_, scale_, Vec2(surface_.size()) / pixels));
    return {area.x, area.y, std::max(1, area.z), std::max(1, area.w)};
  }

  void draw_scene() {
    const Int4 area = picture_area();
    const DrawLevel level = workbench_.quality.level();
    if (!target_ || target_area_ != area || target_level_ != level) {
      target_.emplace(scaled(area.z, level.scale), scaled(area.w, level.scale), level.samples);
      target_area_ = area;
      target_level_ = level;
    }
    workbench_.draw(*target_);
    target_->show_in_window(area.x, 0, area.z, area.w);
  }

  static int scaled(int pixels, float scale) { return std::max(1, static_cast<int>(scale * pixels + 0.5f)); }

  void map_widgets(const std::filesystem::path& file) {
    widgets_.emplace(file);
    ImGui::GetIO().UserData = &*widgets_;
  }

  void draw_panels_over() {
    draw_panels(workbench_, panels_, scale_);
    const float units = 1 / surface_.pixels_per_unit();
    const Int4 area = picture_area();
    draw_tool_words(workbench_, panels_, Int4(units * Vec4(area)));
    if (const auto box = drawn_box(units)) draw_pin_box(*box);
    draw_stroke(drawn_stroke(units));
    draw_labels(workbench_, Int4(units * Vec4(area)));
    draw_hands(workbench_, Int4(units * Vec4(area)));
    draw_divider(workbench_, Int4(units * Vec4(area)), panels_.visible ? timeline_height() + status_height() : 0);
    draw_overlay(*ImGui::GetBackgroundDrawList(), Int4(units * Vec4(area)),
                 workbench_.overlay(static_cast<int>(units * area.w)));
    ImGui::Render();
    if (widgets_) write_widgets(units * Vec4(area));
    const Int2 size = surface_.size();
    glViewport(0, 0, size.x, size.y);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  }

  /// In Dear ImGui's units; nothing is drawn.
  std::optional<PinBox> drawn_box(float units) const {
    const auto box = input_.box();
    if (!box) return {};
    return PinBox{units * box->from, units * box->to, box->takes};
  }

  std::vector<Vec2> drawn_stroke(float units) const {
    std::vector<Vec2> stroke = input_.stroke();
    for (Vec2& place : stroke) place *= units;
    return stroke;
  }

  void write_widgets(Vec4 picture) {
    widgets_->add({"picture", picture});
    for (const Workbench::Label& handle : workbench_.handles())
      widgets_->add(
          {handle.text, {picture.x + handle.place.x * picture.z, picture.y + handle.place.y * picture.w, 0, 0}});
    widgets_->write();
  }

  void log_frame(double milliseconds) {
    const long long taken = input_.taken();
    log_->add({milliseconds, static_cast<int>(taken - std::exchange(logged_inputs_, taken)), workbench_.frame().number,
               workbench_.player().playing(), workbench_.busy_seconds()});
  }

  void set_title() {
    glfwSetWindowTitle(surface_.get(), title().c_str());
    last_title_ = glfwGetTime();
  }

  std::string title() const {
    if (workbench_.starting()) return "Raycloth - " + workbench_.task()->what;
    return "Raycloth - " + workbench_.scene().name + " - frame " + std::to_string(workbench_.frame().number) +
           (workbench_.player().playing() ? "" : " - paused");
  }

  PreferencesKeeper keeper_;
  WindowSurface surface_;  // before all below, which needs its context
  float scale_ = 1;        // of letters and panels, in units of the mouse, in this frame
  double frame_interval_;  // s, the shortest that a frame may take
  double next_frame_ = 0;  // s
  PanelState panels_;
  Workbench workbench_;
  WindowInput input_;
  GpuTimer gpu_timer_;
  std::optional<RenderTarget> target_;
  Int4 target_area_{0};
  DrawLevel target_level_{};
  double last_time_ = glfwGetTime();
  double last_title_ = 0;
  std::optional<FrameLog> log_;
  std::optional<WidgetMap> widgets_;
  long long logged_inputs_ = 0;
};

}  // namespace

int run_window(const WindowOptions& options) {
  const auto shown = std::make_shared<std::atomic<bool>>(false);
  auto first =
      Workbench::begin([scene = options.scene](const Watch& watch) { return load(scene, watch); }, options.scene,
                       [shown] {
                         if (*shown) glfwPostEmptyEvent();  // before, there is nobody to wake
                       });
  first->wait_until_loaded(kShortLoading);
  std::optional<Window> window;
  try {
    window.emplace(first, options);
  } catch (...) {
    if (first) first->wait_until_loaded();  // what is wrong with the scene is said before what is with the display
    throw;
  }
  *shown = true;
  window->run();
  return 0;
}

}  // namespace raycloth
