#include "app/workbench/workbench.h"

#include <utility>

#include "app/view/drawables.h"
#include "app/view/picking.h"

namespace raycloth {

Workbench::Workbench(std::unique_ptr<Runner> first, const SceneOptions& options, std::function<void()> wake)
    : opening_(shown_, {options.device, options.threads, {}}, wake),
      comparison_(shown_, edits_, options.device),
      saving_(shown_, edits_, opening_, !options.objects.empty()),
      filming_(shown_, comparison_, player_, sight_, surfaces_.heat(), std::move(wake)) {
  if (const std::exception_ptr failure = first->failure()) std::rethrow_exception(failure);
  if (first->newest())
    enter(std::move(first));
  else
    wait_for_first(std::move(first), options);
  player_.play(true);
}

Workbench::~Workbench() { shown_.runner->close(); }

void Workbench::advance(double real_seconds) {
  camera.advance(real_seconds);
  opening_.collect();
  take_opened();
  take_frame();
  filming_.advance();
  examining_.ask_wishes();
  take_painted();
  saving_.keep_safe([this] { return present_document(); });
}

std::optional<TaskView> Workbench::task() const {
  return opening_.under_way() ? opening_.task() : shown_.runner->task();
}

void Workbench::cancel_task() {
  if (!opening_.under_way()) return shown_.runner->cancel_task();
  message = {opening_.words() + " was cancelled" + (starting() ? ": open another with ctrl + O, or drop a file" : "")};
  stop_opening();
}

void Workbench::take_frame() {
  std::shared_ptr<const Frame> newest = shown_.runner->newest();
  if (newest == shown_.frame) {
    const std::exception_ptr failure = shown_.runner->closed() ? shown_.runner->failure() : nullptr;
    if (failure && message.text.empty()) message = {"the simulation has ended: " + words_of(failure), true};
    return;
  }
  takes_.leave_for(*newest);
  if (newest->opened->model.scene != frame().opened->model.scene)
    follow_cuts(*newest);
  else if (newest->opened != frame().opened)
    surfaces_.recolor(newest->opened->model);
  shown_.frame = std::move(newest);
  hide_as_looks_say();
  surfaces_.change();
  grabber_.follow(frame());
  if (!frame().comparison.b && !comparison_.on()) forget_comparison();
  player_.follow();
  saving_.follow();
  recordings_.follow();
  take_news();
}

void Workbench::take_news() {
  StepNews news = shown_.runner->take_news();
  if (news.restarted) timings_.clear();
  for (const StepTimings& step : news.steps) timings_.add(step);
  if (std::exchange(messages_seen_, frame().messages) != frame().messages) message = frame().message;
  examining_.follow();
}

/// There is no B any more.
void Workbench::forget_comparison() {
  comparison_.forget_b();
  surfaces_.forget_b();
  if (!can_show(view.heat)) view.heat = Heat::off;
}

void Workbench::reset() {
  takes_.end_for({"The scene begins again at frame 0", "Begin again"}, [this] {
    grabber_.forget();
    player_.goes_to(0, shown_.runner->ask([](LiveScene& scene) { scene.reset(); }));
  });
}

void Workbench::play_session() {
  begin_session([](LiveScene& scene) { scene.play_session(); });
}

void Workbench::play_session(const std::filesystem::path& file) {
  begin_session([file](LiveScene& scene) { scene.play_session(file); });
}

void Workbench::begin_session(const Runner::Command& command) {
  takes_.end_for({"A session is played from frame 0 on", "Play it"}, [=, this] {
    if (building()) return static_cast<void>(message = {Opening::kBuilds});  // it would play in the scene that goes
    grabber_.forget();
    end_gesture();
    shown_.runner->ask(command);
  });
}

std::vector<Workbench::Label> Workbench::labels() const {
  const CameraView seen = sight_.seen();
  std::vector<Label> labels;
  for (const Grabber::Label& label : grabber_.labels(frame()))
    if (const auto place = place_in_picture(seen, label.place)) labels.push_back({*place, label.text});
  if (!shows_wind()) return labels;
  const Vec3 wind = settings().wind;
  const std::string words = wind_words(wind) + (wind == Vec3(0) ? ": pull here" : "");
  if (const auto tip = place_in_picture(seen, wind_handle_.tip(wind))) labels.push_back({*tip, words});
  return labels;
}

void Workbench::frame_view() {
  const auto& grounds = model().ground;
  camera.stay_above(grounds.empty() ? std::nullopt : std::optional(grounds.front().height));
  if (scene().camera)
    camera.look(scene().camera->eye, scene().camera->target);
  else
    camera.frame(bounds(frame().positions), sight_.aspect);
}

void Workbench::recall_view(int bookmark) {
  const std::optional<OrbitCamera::Pose> kept = kept_views_.find(scene().path, bookmark);
  if (!kept) {
    message = {"no view is kept there yet: shift and the same key keep the present one"};
    return;
  }
  camera.take(*kept);
  const auto& grounds = model().ground;
  camera.stay_above(grounds.empty() ? std::nullopt : std::optional(grounds.front().height));
}

Overlay Workbench::overlay(int height) const {
  return overlay_of(view, surfaces_.heat().range(), camera, surfaces_.a().ground(), sight_.aspect, height);
}

void Workbench::draw(const RenderTarget& target) {
  surfaces_.upload(frame(), view);
  takes_.picture_where_wanted();
  const auto& b = frame().comparison.b;
  const float divider = b ? comparison_.divider() : 1;
  draw_side(target, surfaces_.a(), frame(), 0, divider);
  if (b) draw_side(target, surfaces_.b(), *b, divider, 1);
}

/// The part of the picture from there to there, both of its width.
void Workbench::draw_side(const RenderTarget& target, Renderer& renderer, const Frame& frame, float from, float to) {
  const ViewLines lines = make_view_lines(frame, view);
  LineBatch pull, rays, marks, pair, handles, ghost;
  grabber_.draw(frame, pull);
  if (shows_wind()) wind_handle_.draw(frame, handles);
  if (brushing() && hovered_)
    painter.draw(frame.positions, model(), pick(sight_.ray(*hovered_), frame.positions, model(), view.hidden), handles);
  if (arranging || adding_) arranger.draw(sight_.seen(), adding_.has_value(), handles, ghost);
  examining_.inspector().draw(frame, rays, marks);
  if (frame.penetrations.shown) add_crossing(frame, frame.penetrations.shown->first, pair);
  std::vector<LineLayer> layers = layers_of(lines);
  layers.insert(layers.end(), {{&pull, 6.0f, 0.5f},
                               {&rays, 2.0f, 0.6f},
                               {&marks, 7.0f, 0.6f},
                               {&pair, 3.0f, 0.8f},
                               {&ghost, 1.2f, 0.25f},
                               {&handles, 3.0f, 0.8f}});
  renderer.draw(target, sight_.seen(), half_thicknesses(model(), frame.materials),
                {quality.level().light_mask, view.wireframe, view.hidden, layers, from, to, view.white});
}

}  // namespace raycloth
