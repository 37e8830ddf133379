#include "app/workbench/kept/display_history.h"

namespace raycloth {

static void add_recent(std::deque<float>& recent, double value) {
  recent.push_back(static_cast<float>(value));
  if (recent.size() > DisplayHistory::kFrames) recent.pop_front();
}

void DisplayHistory::add(double cpu, long long draw_calls) {
  add_recent(cpu_, cpu);
  draw_calls_ = draw_calls;
}

void DisplayHistory::add_gpu(double gpu) { add_recent(gpu_, gpu); }

}  // namespace raycloth
