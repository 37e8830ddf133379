// How many threads share the rounds of a stage: the same loops over and over, as a step's substeps are. The more share
// a short loop, the more memory goes from core to core, which may cost more than it saves: where cores are far from
// each other, two threads take twice as long as one for a few thousand vertices, and half as long where they are near.
// So it is measured: now and then two rounds go by half or twice as many, and what was quicker goes on.
#pragma once

namespace raycloth::cpu {

class Rounds {
 public:
  /// At most so many.
  explicit Rounds(int threads);

  /// A round begins, and the one before it, of the same stage, has ended. Returns how many threads are to share it.
  int begin(double seconds);
  /// The stage's last round has ended.
  void end(double seconds);

 private:
  void judge(double duration);
  int challenger() const;

  int most_, threads_;
  int trial_ = 0;        // threads of the trial that goes on; 0: none
  bool fewer_ = true;    // the next trial is of fewer, where both are possible
  int pause_, left_;     // stages between trials, and until the next
  int round_ = 0;        // of this stage
  double since_ = 0;     // when the present one began
  double quickest_ = 0;  // round of this stage but for its first, in seconds
};

}  // namespace raycloth::cpu
