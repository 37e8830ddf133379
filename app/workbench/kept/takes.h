// The takes of the scene that is shown (app/run/past/timeline.h): the user's words about them, pictures, a report, and
// what is asked before they would be lost. Needs a current OpenGL context; one thread.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "app/view/quality.h"
#include "app/workbench/kept/take_pictures.h"
#include "app/workbench/kept/takes_question.h"
#include "app/workbench/parts/shown.h"
#include "app/workbench/parts/sight.h"
#include "app/workbench/parts/surfaces.h"

namespace raycloth {

class Takes {
 public:
  Takes(Shown& shown, const Sight& sight, const QualityKeeper& quality, Surfaces& surfaces)
      : shown_(shown), sight_(sight), quality_(quality), surfaces_(surfaces) {}

  void describe(int number, const std::string& name, const std::string& note);
  /// All of them as a page for a browser.
  void write_report(const std::filesystem::path& file, double budget_ms);

  TakePictures& pictures() { return pictures_; }
  TakesQuestion& question() { return question_; }
  const TakesQuestion& question() const { return question_; }

  /// Does what ends all of them: at once, or where there is another than the present one, once a person has agreed.
  void end_for(TakesLoss loss, const std::function<void()>& act);

  /// Before this frame takes the place of the present one.
  void leave_for(const Frame& newest);
  /// While the present frame is drawn: its take's picture, where somebody looks at it.
  void picture_where_wanted();
  /// Built anew: other takes.
  void forget() { pictures_.forget(); }

 private:
  const TakeView& present_take() const { return shown_.frame->past.takes[shown_.frame->past.present_take]; }
  void picture();

  Shown& shown_;
  const Sight& sight_;
  const QualityKeeper& quality_;
  Surfaces& surfaces_;
  TakePictures pictures_;
  TakesQuestion question_;
};

}  // namespace raycloth
