// B of a comparison: a second simulation of the scene that goes on from A's state with settings, materials and a device
// of its own, frame by frame beside it. What acts on the cloth from outside (hands, pins, gravity, wind, air) acts on
// both. Both are stepped by one thread, one after the other: so neither can be ahead, and neither takes the other's
// time. One thread at a time, save abandon().
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "app/run/live/frame.h"
#include "app/run/live/frame_pool.h"
#include "app/run/past/session_player.h"

namespace raycloth {

class Twin {
 public:
  /// `a` and `model`, as it was built of the scene, must outlive this. There is no B at first.
  Twin(Simulation& a, const Model& model, int threads) : a_(a), model_(model), threads_(threads) {}

  bool on() const { return b_ != nullptr; }
  Simulation& simulation() { return *b_; }

  /// From A's present state, under A's settings and materials. Throws std::runtime_error without such a device.
  void start(DeviceChoice device);
  void stop();
  /// Goes on from A's present state, under its own settings: A is in another state than it came to by steps.
  void begin_again();
  /// B as it is, on another device. Throws as start, and stays where it was.
  void move_to(DeviceChoice device);

  /// Something was done to A.
  void follow(const Action& action);
  /// After A's.
  void step();
  void change(const Settings& settings);
  void change(int object, const Material& material);

  void fill(ComparisonView& view, std::shared_ptr<const OpenedScene> opened, const Wishes& wishes,
            const std::map<int, int>& hands);

  /// Goes through what B did since both went on from one state, made again from that; B is then as it was. What is done
  /// to either meanwhile is lost.
  class Course {
   public:
    explicit Course(Twin& twin);  // without a B it has no frames
    ~Course();
    Course(const Course&) = delete;
    Course& operator=(const Course&) = delete;

    /// B in that frame, which is not before the last one that was asked for. False where it has none such.
    bool go_to(long long frame);

   private:
    Twin& twin_;
    std::optional<Snapshot> end_;  // B as it was
    SessionPlayer player_;
  };

  /// Crossing pairs of B, where those of A are counted.
  void count(bool on) { watch_.counting = on; }
  /// True when a count has come in; `at_once` as PenetrationWatch::look has it, of the next.
  bool poll_count(bool at_once);
  bool counts() const { return watch_.busy(); }

  /// From any thread: B's step ends soon, as Simulation::abandon's.
  void abandon();

 private:
  static constexpr size_t kRecent = 60;  // steps that the pace is told of

  std::unique_ptr<Simulation> make(DeviceChoice device) const;
  void put(std::unique_ptr<Simulation> b);
  void compare_anew();
  void note(const Action& action);

  Simulation& a_;
  const Model& model_;
  int threads_;
  DeviceChoice device_ = DeviceChoice::automatic;
  std::unique_ptr<Simulation> b_;
  std::mutex mutex_;  // of what abandon() reaches: which simulation b_ is
  bool abandoned_ = false;

  long long since_ = 0;  // the frame from which both go on
  Snapshot begin_;       // B's state there,
  Session log_;          // and what was done to it since
  Divergence divergence_;
  std::deque<float> ms_a_, ms_b_;  // of the recent steps
  FramePool pool_;

  PenetrationWatch watch_;  // last: its thread looks at the model
};

}  // namespace raycloth
