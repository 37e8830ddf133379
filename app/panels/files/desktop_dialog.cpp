#include "app/panels/files/desktop_dialog.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace raycloth {
namespace {

constexpr const char* kProgram = "zenity";

std::vector<std::string> words(const std::filesystem::path& folder) {
  return {kProgram,
          "--file-selection",
          "--title=Open a scene or a mesh",
          "--filename=" + folder.string() + "/",
          "--file-filter=Scenes and meshes | *.json *.obj *.glb *.gltf *.OBJ *.GLB",
          "--file-filter=All files | *"};
}

}  // namespace

bool DesktopDialog::available() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((std::filesystem::path(folder) / kProgram).c_str(), X_OK) == 0) return true;
  return false;
}

DesktopDialog::DesktopDialog(const std::filesystem::path& folder) : child_(words(folder)) {}

std::optional<std::filesystem::path> DesktopDialog::answer() {
  if (!child_.ended()) return {};
  std::istringstream lines(child_.printed());
  std::filesystem::path chosen;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('/')) chosen = line;  // between a toolkit's warnings
  return child_.finish() == 0 ? chosen : std::filesystem::path();
}

}  // namespace raycloth
