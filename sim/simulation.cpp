#include "sim/simulation.h"

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "sim/backends.h"
#include "sim/device_memory.h"

namespace raycloth {

static Availability cuda_availability() {
#ifdef RAYCLOTH_HAS_CUDA
  return gpu::availability();
#else
  return {false, "built without a CUDA toolkit"};
#endif
}

static std::unique_ptr<Simulation> create_on_cuda(const Model& model, const Settings& settings) {
#ifdef RAYCLOTH_HAS_CUDA
  return gpu::create_simulation(model, settings, 0);
#else
  (void)model, (void)settings;
  throw std::runtime_error("--device cuda: this binary was built without a CUDA toolkit");
#endif
}

std::optional<MemoryInUse> cuda_memory() {
#ifdef RAYCLOTH_HAS_CUDA
  return gpu::memory_in_use();
#else
  return std::nullopt;
#endif
}

std::string with_threads(const std::string& processor, int requested) {
  const int all = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int threads = requested > 0 ? std::min(requested, all) : all;
  return processor + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

DeviceInfo device_info() {
  const Availability cuda = cuda_availability(), cpu = cpu::availability();
  DeviceInfo info;
#ifdef RAYCLOTH_HAS_CUDA
  info.cuda_built = true;
#endif
  info.cuda_answers = cuda.answers;
  info.cuda_name = cuda.description;
  info.cpu_name = with_threads(cpu.description, 0);
  info.chosen =
      cuda.answers ? "CUDA: " + cuda.description : "CPU: " + info.cpu_name + " (no CUDA: " + cuda.description + ")";
  return info;
}

std::vector<Material> materials_of(const Simulation& simulation) {
  std::vector<Material> materials;
  const int objects = static_cast<int>(simulation.model().objects.size());
  for (int object = 0; object < objects; ++object) materials.push_back(simulation.material(object));
  return materials;
}

const std::vector<Cut>& Simulation::cuts(int object) const {
  static const std::vector<Cut> none;
  const auto& scene = model().scene;
  return scene ? scene->objects[object].cut.cuts : none;
}

long long StepCounters::of(std::string_view name) const {
  for (const NamedCount& counted : work) {
    if (counted.name == name) return counted.count;
  }
  return 0;
}

std::unique_ptr<Simulation> create(const Model& model, const Settings& settings, DeviceChoice choice, int threads) {
  validate(settings);
  const Availability cuda = cuda_availability();
  if (choice == DeviceChoice::cuda && !cuda.answers) {
    throw std::runtime_error("--device cuda: " + cuda.description + "; use --device cpu");
  }
  if (choice != DeviceChoice::cpu && cuda.answers) return create_on_cuda(model, settings);
  const Availability cpu = cpu::availability();
  if (!cpu.answers) throw std::runtime_error(cpu.description + "; build for this processor with -march=native");
  return cpu::create_simulation(model, settings, threads);
}

}  // namespace raycloth
