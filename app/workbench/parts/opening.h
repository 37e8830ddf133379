// Another scene on its way, or the present one, changed: loaded and built on a thread of its own while the present one
// goes on. And those that are shown no more, until they have ended.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/workbench/parts/shown.h"

namespace raycloth {

class Opening {
 public:
  enum class What { first, other, changed };

  /// To who asks for what has to wait for that.
  static constexpr const char* kBuilds = "the scene is being built: a moment";

  /// `wake` as Workbench has it.
  Opening(const Shown& shown, LiveOptions options, std::function<void()> wake)
      : shown_(shown), options_(std::move(options)), wake_(std::move(wake)) {}
  ~Opening();  // all end at once, then each is waited for

  /// `words`: as a user calls it. What was on its way before is given up.
  void begin(What what, std::string words, Runner::Loader loader);
  void begin(What what, std::string words, std::unique_ptr<Runner> runner);

  bool under_way() const { return runner_ != nullptr; }
  bool is(What what) const { return runner_ && what_ == what; }
  /// Whether a changed scene is being built, or what is cut: vertices and triangles may have other numbers soon.
  bool builds() const { return is(What::changed) || shown_.cutting(); }
  const std::string& words() const { return words_; }
  /// Of what is under way.
  TaskView task() const;
  bool built() const { return runner_ && runner_->newest(); }
  std::exception_ptr failure() const { return runner_ ? runner_->failure() : nullptr; }

  /// Nothing is under way then.
  std::unique_ptr<Runner> take() { return std::move(runner_); }
  void give_up() { retire(take()); }

  const std::function<void()>& wake() const { return wake_; }

  /// It is not waited for.
  void retire(std::unique_ptr<Runner> runner);
  /// Forgets those that have ended.
  void collect();

 private:
  const Shown& shown_;
  const LiveOptions options_;
  const std::function<void()> wake_;
  std::unique_ptr<Runner> runner_;
  What what_ = What::other;
  std::string words_;
  std::vector<std::unique_ptr<Runner>> retired_;
};

}  // namespace raycloth
