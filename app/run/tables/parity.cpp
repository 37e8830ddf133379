#include "app/run/tables/parity.h"

#include "app/run/machine.h"
#include "app/run/output/naming.h"
#include "app/run/output/statistics.h"
#include "sim/text.h"

namespace raycloth {
namespace {

std::string threads_text(int threads) { return std::to_string(threads) + (threads == 1 ? " thread" : " threads"); }

}  // namespace

ParityResult find_parity(const Model& model, const Snapshot& state, int threads, int frames,
                         const std::function<bool(double part)>& go_on) {
  const DeviceInfo devices = device_info();
  const auto a = create(model, state.settings, DeviceChoice::cpu, threads);
  const auto b = devices.cuda_answers ? create(model, state.settings, DeviceChoice::cuda)
                                      : create(model, state.settings, DeviceChoice::cpu, 1);
  a->restore(state);
  b->restore(state);
  ParityResult result;
  result.from = state.frame;
  result.a = devices.cuda_answers ? a->device_name() : "CPU, " + threads_text(thread_count(threads));
  result.b = devices.cuda_answers ? b->device_name() : "CPU, " + threads_text(1);
  if (!devices.cuda_answers) result.without_cuda = devices.cuda_name;
  Divergence divergence;
  std::vector<float> ms_a, ms_b;
  while (result.frames < frames && go_on(static_cast<double>(result.frames) / frames)) {
    a->step();
    b->step();
    ++result.frames;
    divergence.look(*a, *b);
    ms_a.push_back(a->timings().step);
    ms_b.push_back(b->timings().step);
  }
  result.hash_a = a->state_hash();
  result.hash_b = b->state_hash();
  result.largest = divergence.largest;
  result.differs = divergence.differs;
  result.ms_a = summarize(ms_a).median;
  result.ms_b = summarize(ms_b).median;
  return result;
}

std::string parity_text(const ParityResult& result, const Model& model) {
  std::string text;
  if (!result.without_cuda.empty())
    text += "no CUDA device answers (" + result.without_cuda + "): the CPU's threads are compared\n";
  text += "a: " + result.a + ", state " + state_name(result.hash_a) + printed(", %.2f ms a step", result.ms_a) + "\n";
  text += "b: " + result.b + ", state " + state_name(result.hash_b) + printed(", %.2f ms a step", result.ms_b) + "\n";
  const std::string when =
      std::to_string(result.frames) + " frames from frame " + std::to_string(result.from) + " on: ";
  if (result.equal()) return text + when + "the same bits\n";
  return text + when + printed("up to %.3g m apart", result.largest.distance) + " (" +
         vertex_name(model, result.largest.vertex) + ", frame " + std::to_string(result.largest.frame) + ")" +
         (result.differs ? ", they differ since frame " + std::to_string(*result.differs) : "") + "\n";
}

}  // namespace raycloth
