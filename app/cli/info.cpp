#include "app/cli/info.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <tbb/version.h>

#include <cstdio>
#include <glm/glm.hpp>
#include <vector>

#ifdef RAYCLOTH_HAS_CUDA
#include <cuda_runtime_api.h>
#endif

#include "app/commands/commands.h"
#include "app/run/build_info.h"
#include "app/run/output/setting_text.h"
#include "app/run/shipped.h"
#include "device/error.h"
#include "sim/scene/fabrics.h"
#include "sim/simulation.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

std::string cuda_runtime() {
#ifdef RAYCLOTH_HAS_CUDA
  return std::to_string(CUDART_VERSION / 1000) + "." + std::to_string(CUDART_VERSION % 1000 / 10);
#else
  return "none (built without nvcc)";
#endif
}

}  // namespace

int print_info() {
  const DeviceInfo info = device_info();
  std::printf("raycloth  %s\n", build_description().c_str());
  std::printf("device    %s\n", info.chosen.c_str());
  std::printf("cpu       %s\n", info.cpu_name.c_str());
  std::printf("cuda      %s: %s\n", info.cuda_answers ? "yes" : "no", info.cuda_name.c_str());
  std::printf("runtime   CUDA %s, oneTBB %d.%d\n", cuda_runtime().c_str(), TBB_VERSION_MAJOR, TBB_VERSION_MINOR);
  std::printf("window    GLFW %s, Dear ImGui %s, GLM %d.%d.%d\n", glfwGetVersionString(), IMGUI_VERSION,
              GLM_VERSION_MAJOR, GLM_VERSION_MINOR, GLM_VERSION_PATCH);
  return 0;
}

int print_fabrics() {
  for (const Fabric& fabric : fabric_list()) {
    std::printf("%s: %s\n", fabric.name.c_str(), fabric.description.c_str());
    for (const auto& [info, value] : fabric.values) std::printf("  %s %g %s\n", info->key, value, info->unit);
    std::printf("  %s\n", fabric.source.c_str());
  }
  return 0;
}

int print_commands() { return std::fputs(command_text().c_str(), stdout) < 0 ? 1 : 0; }

int print_settings() { return std::fputs(settings_text().c_str(), stdout) < 0 ? 1 : 0; }

int print_scenes() {
  const fs::path folder = asset_directory() / "scenes";
  const std::vector<fs::path> files = shipped_scenes();
  check(!files.empty(), folder.string() + ": holds no scenes");
  std::printf("%s\n", folder.c_str());
  for (const fs::path& file : files) std::printf("%-24s %s\n", file.filename().c_str(), description_of(file).c_str());
  return 0;
}

}  // namespace raycloth
