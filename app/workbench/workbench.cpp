#include "app/workbench/workbench.h"

#include <algorithm>
#include <utility>

#include "app/run/user/recent_files.h"
#include "app/view/drawables.h"
#include "app/view/picking.h"
#include "app/view/tangle_lines.h"

namespace raycloth {
namespace {

constexpr float kVisitDistance = 0.25f;  // m from a penetration that is looked at
constexpr size_t kMostSteps = 3;         // that wait for slow ones before them: a key that is held asks for hundreds

int present_take(const Frame& frame) { return frame.past.takes[frame.past.present_take].number; }

}  // namespace

Workbench::Workbench(std::unique_ptr<Runner> first, const SceneOptions& options, std::function<void()> wake)
    : options_{options.device, options.threads, {}},
      wake_(std::move(wake)),
      changed_by_options_(!options.objects.empty()) {
  if (const std::exception_ptr failure = first->failure()) std::rethrow_exception(failure);
  if (first->newest())
    enter(std::move(first));
  else
    wait_for_first(std::move(first), options);
  play(true);
}

Workbench::~Workbench() {
  for (const auto& runner : retired_) runner->close();
  if (opening_) opening_->close();  // all end at once, then each is waited for
  runner_->close();
}

void Workbench::advance(double real_seconds) {
  camera.advance(real_seconds);
  std::erase_if(retired_, [](const auto& runner) { return runner->closed(); });
  take_opened();
  take_frame();
  draw_film();
  if (std::exchange(picture_asked_, false)) picture_scene();
  ask_wishes();
  take_painted();
  keep_safe();
}

void Workbench::take_frame() {
  std::shared_ptr<const Frame> newest = runner_->newest();
  if (newest == frame_) {
    const std::exception_ptr failure = runner_->closed() ? runner_->failure() : nullptr;
    if (failure && message.text.empty()) message = {"the simulation has ended: " + words_of(failure), true};
    return;
  }
  const bool left = present_take(*newest) != present_take(*frame_) || newest->number < frame_->number;
  if (left && take_pictures_.is_farther(present_take(*frame_), frame_->number)) picture_take();
  if (newest->opened->model.scene != frame_->opened->model.scene)
    follow_cuts(*newest);
  else if (newest->opened != frame_->opened)
    recolor(newest->opened->model);
  tell_of_forgotten(newest->past);
  frame_ = std::move(newest);
  hide_as_looks_say();
  uploaded_ = false;
  grabber_.follow(*frame_);
  if (!frame_->comparison.b && !comparing()) forget_comparison();
  std::erase_if(steps_asked_, [&](Ticket ticket) { return ticket <= frame_->done; });
  if (saved_.follow(frame_->saves)) remember_recent(home_->file());
  take_news();
}

void Workbench::recolor(const Model& model) {
  std::vector<Vec3> colors;
  for (const ModelObject& object : model.objects) colors.push_back(object.color);
  renderer_->set_colors(colors);
  if (renderer_b_) renderer_b_->set_colors(colors);
}

void Workbench::take_news() {
  StepNews news = runner_->take_news();
  if (news.restarted) timings_.clear();
  for (const StepTimings& step : news.steps) timings_.add(step);
  if (std::exchange(messages_seen_, frame_->messages) != frame_->messages) message = frame_->message;
  if (std::exchange(visits_seen_, frame_->visits) != frame_->visits)
    camera.fly_to(frame_->visit->place, kVisitDistance);
}

void Workbench::ask_wishes() {
  Wishes wishes = wishes_of(view);
  wishes.buffers = std::exchange(buffers_looked_at_, false);
  if (wishes == wished_) return;
  wished_ = wishes;
  runner_->ask(Runner::Kind::value, "wishes", [wishes](LiveScene& scene) { scene.wish(wishes); });
}

void Workbench::reset() {
  grabber_.forget();
  sought_.set(0, runner_->ask([](LiveScene& scene) { scene.reset(); }));
}

void Workbench::play(bool on) {
  playing_.set(on, runner_->ask([on](LiveScene& scene) { scene.play(on); }));
}

void Workbench::single_step() {
  if (steps_asked_.size() >= kMostSteps) return;
  const Ticket ticket = runner_->ask([](LiveScene& scene) { scene.single_step(); });
  steps_asked_.push_back(ticket);
  playing_.set(false, ticket);
}

void Workbench::seek(long long frame) {
  grabber_.forget();
  const long long goal = std::clamp(frame, 0LL, std::max(frame_->past.last_frame, frame_->number));
  const Ticket ticket = runner_->ask(Runner::Kind::goal, "seek", [goal](LiveScene& scene) { scene.seek(goal); });
  sought_.set(goal, ticket);
  playing_.set(false, ticket);
}

void Workbench::show_take(int number) {
  grabber_.forget();
  playing_.set(false, runner_->ask([number](LiveScene& scene) { scene.show_take(number); }));
}

void Workbench::repeat() {
  grabber_.forget();
  playing_.set(true, runner_->ask([](LiveScene& scene) { scene.repeat(); }));
}

void Workbench::export_frame(const std::filesystem::path& path) {
  runner_->ask([path](LiveScene& scene) { scene.export_frame(path); });
}

void Workbench::export_frames(const std::filesystem::path& path, long long first, long long last) {
  playing_.set(false, runner_->ask([=](LiveScene& scene) { scene.export_frames(path, first, last); }));
}

bool Workbench::grab(Vec2 place) {
  if (building()) return false;  // triangles may have other numbers soon
  return grabber_.begin(Puller::mouse, *runner_, seen_at(place), camera.ray(place, aspect_), view.hidden);
}

void Workbench::drag(Vec2 place) {
  grabber_.move(Puller::mouse, *runner_, camera.ray(place, aspect_), camera.forward());
}

void Workbench::push(Vec2 place, float steps) {
  grabber_.push(Puller::mouse, steps, camera.forward(), camera.eye());
  drag(place);
}

void Workbench::hold_on() {
  if (!grabber_.hold_on(Puller::mouse)) grabber_.let_all_go(*runner_);
}

void Workbench::follow(const std::optional<PadState>& pad, double seconds) {
  pad_.follow(pad, seconds, aspect_);
  for (const PadHand& hand : pad_.hands()) act(hand, static_cast<float>(seconds));
}

void Workbench::act(const PadHand& hand, float seconds) {
  const ViewRay ray = camera.ray(hand.place, aspect_);
  if (hand.takes) grabber_.begin(hand.puller, *runner_, seen_at(hand.place), ray, view.hidden);
  if (hand.lets_go) grabber_.end(hand.puller, *runner_);
  if (hand.holds_on && !grabber_.hold_on(hand.puller)) grabber_.let_all_go(hand.puller, *runner_);
  if (hand.push != 0) grabber_.push(hand.puller, seconds * hand.push, camera.forward(), camera.eye());
  grabber_.move(hand.puller, *runner_, ray, camera.forward(), hand.pull);
}

std::vector<Workbench::Label> Workbench::labels() const {
  const CameraView seen = camera.view(aspect_);
  std::vector<Label> labels;
  for (const Grabber::Label& label : grabber_.labels(*frame_))
    if (const auto place = place_in_picture(seen, label.place)) labels.push_back({*place, label.text});
  if (!shows_wind()) return labels;
  const Vec3 wind = settings().wind;
  const std::string words = wind_words(wind) + (wind == Vec3(0) ? ": pull here" : "");
  if (const auto tip = place_in_picture(seen, wind_handle_.tip(wind))) labels.push_back({*tip, words});
  return labels;
}

void Workbench::release() { grabber_.end(Puller::mouse, *runner_); }

bool Workbench::inspect(Vec2 place) {
  if (building()) return false;  // vertices may have other numbers soon
  if (inspector_.pick(*runner_, seen_at(place), camera.ray(place, aspect_), view.hidden)) return true;
  inspector_.close(*runner_);
  return false;
}

void Workbench::visit(const Penetration& penetration) {
  grabber_.forget();
  playing_.set(false, runner_->ask([penetration](LiveScene& scene) { scene.visit(penetration); }));
  camera.fly_to(penetration.place, kVisitDistance);
}

void Workbench::watch(bool counting, bool pause_at_first) {
  watched_ = {counting, pause_at_first};
  runner_->ask(Runner::Kind::value, "watch", [=](LiveScene& scene) { scene.watch(counting, pause_at_first); });
}

void Workbench::frame_view() {
  const auto& grounds = model().ground;
  camera.stay_above(grounds.empty() ? std::nullopt : std::optional(grounds.front().height));
  if (scene().camera)
    camera.look(scene().camera->eye, scene().camera->target);
  else
    camera.frame(bounds(frame_->positions), aspect_);
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

/// The frame's vertices, and the colours of what is shown on them, to the renderers.
void Workbench::upload() {
  if (std::exchange(uploaded_, true) && heat_.shown() == view.heat) return;
  const std::vector<float> painted = painter.factors(scene(), model());
  HeatView::Colors colors = heat_.paint(view.heat, *frame_, painted);
  upload(*renderer_, *frame_, std::move(colors.a));
  if (!frame_->comparison.b) return;
  if (!renderer_b_) renderer_b_ = std::make_unique<Renderer>(make_drawable_scene(scene(), model()));
  upload(*renderer_b_, *frame_->comparison.b, std::move(colors.b));
}

void Workbench::upload(Renderer& renderer, const Frame& frame, std::vector<uint32_t> colors) {
  DrawableState state = make_drawable_state(frame);
  state.over_fabric = colors.empty();
  if (view.crossings) tint_regions(frame.tangle, colors);
  state.colors = colors;
  renderer.upload(state);
}

Overlay Workbench::overlay(int height) const {
  return overlay_of(view, heat_.range(), camera, renderer_->ground(), aspect_, height);
}

void Workbench::draw(const RenderTarget& target) {
  upload();
  if (take_pictures_.wants(present_take(*frame_), frame_->number)) picture_take();
  const auto& b = frame_->comparison.b;
  draw_side(target, *renderer_, *frame_, 0, b ? divider_ : 1);
  if (b) draw_side(target, *renderer_b_, *b, divider_, 1);
}

/// The part of the picture from there to there, both of its width.
void Workbench::draw_side(const RenderTarget& target, Renderer& renderer, const Frame& frame, float from, float to) {
  const ViewLines lines = make_view_lines(frame, view);
  LineBatch pull, rays, marks, pair, handles, ghost;
  grabber_.draw(frame, pull);
  if (shows_wind()) wind_handle_.draw(frame, handles);
  if (brushing() && hovered_)
    painter.draw(frame.positions, model(), pick(camera.ray(*hovered_, aspect_), frame.positions, model(), view.hidden),
                 handles);
  if (arranging || adding_) arranger.draw(camera.view(aspect_), adding_.has_value(), handles, ghost);
  inspector_.draw(frame, rays, marks);
  if (frame.penetrations.shown) add_crossing(frame, frame.penetrations.shown->first, pair);
  std::vector<LineLayer> layers = layers_of(lines);
  layers.insert(layers.end(), {{&pull, 6.0f, 0.5f},
                               {&rays, 2.0f, 0.6f},
                               {&marks, 7.0f, 0.6f},
                               {&pair, 3.0f, 0.8f},
                               {&ghost, 1.2f, 0.25f},
                               {&handles, 3.0f, 0.8f}});
  renderer.draw(target, camera.view(aspect_), half_thicknesses(model(), frame.materials),
                {quality.level().light_mask, view.wireframe, view.hidden, layers, from, to, view.white});
}

}  // namespace raycloth
