// How the walk over every panel looks at them, at three sizes of the window and three of its letters: nothing is cut
// off, nothing lies over something else, no two widgets have one identity. What is drawn is read from Dear ImGui's
// lists (reader.h), widgets from the widget map.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <thread>

#include "app/panels/panels.h"
#include "app/panels/widget_map.h"
#include "app/view/overlay.h"
#include "app/view/theme.h"
#include "render/offscreen_context.h"
#include "tests/variable.h"
#include "tests/window/reader.h"

namespace raycloth {
namespace walk {

namespace fs = std::filesystem;
using reader::Line;
using reader::Reading;

inline constexpr Vec2 kSizes[] = {{1280, 720}, {1920, 1080}, {2560, 1440}};
inline constexpr float kScales[] = {1, 1.5f, 2};

/// Pixels by which two boxes may meet: letters lean out of their boxes.
inline constexpr float kTouch = 2;

inline bool meet(const ImRect& a, const ImRect& b) {
  return std::min(a.Max.x, b.Max.x) - std::max(a.Min.x, b.Min.x) > kTouch &&
         std::min(a.Max.y, b.Max.y) - std::max(a.Min.y, b.Min.y) > kTouch;
}

inline bool within(const ImRect& inner, const ImRect& outer) {
  return inner.Min.x >= outer.Min.x - kTouch && inner.Min.y >= outer.Min.y - kTouch &&
         inner.Max.x <= outer.Max.x + kTouch && inner.Max.y <= outer.Max.y + kTouch;
}

inline ImRect box_of(const WidgetMap::Widget& widget) {
  const Vec4 p = widget.place;
  return {p.x, p.y, p.x + p.z, p.y + p.w};
}

/// A window without a screen: the panels are laid out and drawn into lists, nobody shows them.
class PanelsWalk : public testing::Test {
 protected:
  void SetUp() override {
    try {
      context_ = std::make_unique<OffscreenContext>();
    } catch (const std::runtime_error& error) {
      GTEST_SKIP() << error.what();
    }
    home_ = fs::current_path();
    folder_ = fs::temp_directory_path() / ("raycloth_walk_" + std::to_string(getpid()));
    fs::create_directories(folder_);
    fs::current_path(folder_);  // sessions and recordings go there
    state_folder_.emplace("XDG_STATE_HOME", (folder_ / "state").string());
    const std::string file = scene_name() + ".json";
    fs::copy_file(fs::path(RAYCLOTH_SOURCE_DIR "/tests/window/scenes") / file, file);  // it may be saved
    Scene scene = load_scene({file});
    Authored authored(scene);
    const auto loaded = std::make_shared<LoadedScene>(LoadedScene{std::move(scene), std::move(authored)});
    auto first = Workbench::begin([loaded](const Watch&) { return std::move(*loaded); }, SceneOptions{}, [] {});
    first->wait_until_loaded();
    workbench_ = std::make_unique<Workbench>(std::move(first), SceneOptions{}, [] {});
    ImGui::CreateContext();
    ImGui::GetIO().UserData = &widgets_;
  }

  /// Of tests/window/scenes.
  virtual std::string scene_name() const { return "crossed"; }

  void TearDown() override {
    if (!context_) return;
    ImGui::DestroyContext();
    workbench_.reset();
    fs::current_path(home_);
    fs::remove_all(folder_);
  }

  void wait_for(const std::function<bool()>& condition, const char* what) {
    for (int i = 0; i < 2000 && !condition(); ++i) {
      workbench_->advance(0.01);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_TRUE(condition()) << what << "; the message is '" << workbench_->message.text << "'";
  }

  /// Paused in the scene's first frame.
  void begin_at_rest() {
    workbench_->player().play(false);
    workbench_->reset();
    wait_for([&] { return workbench_->frame().number == 0 && !workbench_->frame().playing; }, "the beginning");
  }

  void step(int count) {
    for (int i = 0; i < count && !HasFailure(); ++i) {
      const long long next = workbench_->frame().number + 1;
      workbench_->player().single_step();
      wait_for([&] { return workbench_->frame().number == next; }, "a step");
    }
  }

  void set_look(Vec2 size, float scale) {
    size_ = size;
    scale_ = scale;
    ImGuiIO& io = ImGui::GetIO();
    apply_theme(Theme::dark, scale);
    ImGui::GetStyle().AntiAliasedLinesUseTex = false;  // or lines look like letters
    io.DisplaySize = {size.x, size.y};
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    io.Fonts->SetTexID(reinterpret_cast<ImTextureID>(1));
    panels_.laid_anew = true;
  }

  /// A display frame, drawn as app/window/window.cpp does.
  void draw() {
    widgets_.take();
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    draw_panels(*workbench_, panels_, scale_);
    const Int4 picture(picture_area(panels_, scale_, size_));
    draw_tool_words(*workbench_, panels_, picture);
    draw_labels(*workbench_, picture);
    draw_hands(*workbench_, picture);
    draw_divider(*workbench_, picture, panels_.visible ? timeline_height() + status_height() : 0);
    draw_overlay(*ImGui::GetBackgroundDrawList(), picture, workbench_->overlay(picture.w));
    ImGui::Render();
  }

  /// Once all sizes have settled.
  void settle() {
    for (int i = 0; i < 4; ++i) draw();
  }

  /// The middle of a widget that is seen.
  std::optional<Vec2> find(const std::string& name) {
    draw();
    for (const WidgetMap::Widget& widget : widgets_.take())
      if (widget.name == name)
        return Vec2(widget.place.x, widget.place.y) + 0.5f * Vec2(widget.place.z, widget.place.w);
    return {};
  }

  void click_on(const std::string& name) {
    const std::optional<Vec2> place = find(name);
    ASSERT_TRUE(place) << name;
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {place->x, place->y};
    settle();
    for (const bool down : {true, false}) {
      io.MouseDown[0] = down;
      settle();
    }
  }

  std::string where() const {
    char text[96];
    std::snprintf(text, sizeof text, "%g x %g at scale %g, tab %s, %s", size_.x, size_.y, scale_,
                  kTabNames[static_cast<int>(panels_.tab)], state_.c_str());
    return text;
  }

  /// Where words of any length are told in the room that there is; they are whole under the mouse or in a tab.
  static bool may_be_short(const std::string& window) {
    return window == "Commands" || window == "Timeline" || window == "label A" || window == "label B";
  }

  void look_for_cut_text(const Reading& reading) {
    for (const Line& run : reading.runs()) {
      EXPECT_FALSE(run.cut) << where() << ": '" << run.text << "' is cut off in window '" << run.window << "'";
      EXPECT_FALSE(run.text.size() > 3 && run.text.ends_with("...") && !may_be_short(run.window))
          << where() << ": '" << run.text << "' has no room in window '" << run.window << "'";
    }
  }

  void look_for_text_over_text(const Reading& reading) {
    const std::vector<Line>& runs = reading.runs();
    for (size_t i = 0; i < runs.size(); ++i)
      for (size_t j = i + 1; j < runs.size(); ++j)
        EXPECT_FALSE(runs[i].layer == runs[j].layer && meet(runs[i].box, runs[j].box))
            << where() << ": '" << runs[i].text << "' and '" << runs[j].text << "' lie over each other";
  }

  void look_for_overlap(const Reading& reading, const std::vector<WidgetMap::Widget>& widgets) {
    for (size_t i = 0; i < widgets.size(); ++i) {
      const ImRect box = box_of(widgets[i]);
      for (size_t j = i + 1; j < widgets.size(); ++j) {
        if (widgets[i].window != widgets[j].window || widgets[i].name == widgets[j].name) continue;
        EXPECT_FALSE(meet(box, box_of(widgets[j])))
            << where() << ": '" << widgets[i].name << "' and '" << widgets[j].name << "' lie over each other";
      }
      for (const Line& run : reading.runs())
        EXPECT_TRUE(run.window != widgets[i].window || !meet(run.box, box) || within(run.box, box))
            << where() << ": '" << run.text << "' and the widget '" << widgets[i].name << "' lie over each other";
      EXPECT_FALSE(widgets[i].cut) << where() << ": '" << widgets[i].name << "' is cut off";
    }
  }

  void look_for_clashes(const std::vector<WidgetMap::Widget>& widgets) {
    std::map<unsigned, const WidgetMap::Widget*> known;
    for (const WidgetMap::Widget& widget : widgets) {
      if (widget.id == 0) continue;
      const auto [other, is_new] = known.try_emplace(widget.id, &widget);
      EXPECT_TRUE(is_new) << where() << ": '" << other->second->name << "' and '" << widget.name
                          << "' have one identity";
    }
  }

  /// Those that nobody moves lie beside each other, and all are inside.
  void look_at_windows() {
    const ImRect all(0, 0, size_.x, size_.y);
    std::vector<const ImGuiWindow*> fixed;
    for (const ImGuiWindow* window : GImGui->Windows) {
      if (!window->WasActive || window->Hidden || window->RootWindow != window || !window->DrawList->CmdBuffer.Size)
        continue;
      const std::string name = window->Name;
      if (name == "Debug##Default") continue;
      EXPECT_TRUE(within(window->Rect(), all))
          << where() << ": window '" << name << "' is partly outside, at " << window->Pos.x << ", " << window->Pos.y
          << ", of " << window->Size.x << " x " << window->Size.y;
      if (name == "Timeline" || name == "Status" || (name == "Raycloth" && panels_.layout.side != PanelSide::floating))
        fixed.push_back(window);
    }
    for (size_t i = 0; i < fixed.size(); ++i)
      for (size_t j = i + 1; j < fixed.size(); ++j)
        EXPECT_FALSE(meet(fixed[i]->Rect(), fixed[j]->Rect()))
            << where() << ": windows '" << fixed[i]->Name << "' and '" << fixed[j]->Name << "' lie over each other";
  }

  /// Every screenful of what is drawn now, scrolled down to its end.
  void look_closely() {
    settle();
    ImGuiWindow* const content = find_content();
    for (int page = 0; page < 40; ++page) {
      const std::vector<WidgetMap::Widget> widgets = widgets_.take();
      const Reading reading;
      look_for_cut_text(reading);
      look_for_text_over_text(reading);
      look_for_overlap(reading, widgets);
      look_for_clashes(widgets);
      look_at_windows();
      seen_ += reading.runs().size();
      if (HasFailure() || !content || content->Scroll.y >= content->ScrollMax.y) break;
      content->ScrollTarget.y = content->Scroll.y + 0.8f * content->InnerRect.GetHeight();
      content->ScrollTargetCenterRatio.y = 0;
      settle();
    }
    if (content) content->ScrollTarget.y = 0;
  }

  /// What is scrolled down: a part of the column, or of another window.
  ImGuiWindow* find_content() const {
    for (ImGuiWindow* window : GImGui->Windows)
      if (window->WasActive && std::string(window->Name).find(content_) != std::string::npos) return window;
    return nullptr;
  }

  void walk(const std::string& state) {
    state_ = state;
    for (int i = 0; i < static_cast<int>(Tab::count) && !HasFailure(); ++i) {
      panels_.show(static_cast<Tab>(i));
      look_closely();
    }
  }

  void walk_at_every_size(const std::string& state) {
    at_every_size([&] { walk(state); });
  }

  void at_every_size(const std::function<void()>& look) {
    for (const Vec2 size : kSizes)
      for (const float scale : kScales) {
        set_look(size, scale);
        look();
        if (HasFailure()) return;
      }
    EXPECT_GT(seen_, 300u) << "there was something to read";
  }

  std::unique_ptr<OffscreenContext> context_;
  fs::path home_, folder_;
  std::optional<test::Variable> state_folder_;
  std::unique_ptr<Workbench> workbench_;
  WidgetMap widgets_{""};
  PanelState panels_;
  Vec2 size_{1280, 720};
  float scale_ = 1;
  std::string state_;
  std::string content_ = "/content_";
  size_t seen_ = 0;
};

}  // namespace walk
}  // namespace raycloth
