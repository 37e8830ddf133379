#include "app/panels/files/desktop_dialog.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace raycloth {
namespace {

constexpr const char* kProgram = "zenity";

std::vector<std::string> words(const FileQuestion& question) {
  const std::string start = std::filesystem::absolute(question.start).string();
  std::vector<std::string> words = {kProgram, "--file-selection", "--title=" + question.title,
                                    "--filename=" + start + (question.writes ? "" : "/")};
  if (question.writes) words.insert(words.end(), {"--save", "--confirm-overwrite"});
  for (const std::string& filter : question.filters) words.push_back("--file-filter=" + filter);
  words.emplace_back("--file-filter=All files | *");
  return words;
}

}  // namespace

bool DesktopDialog::available() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((std::filesystem::path(folder) / kProgram).c_str(), X_OK) == 0) return true;
  return false;
}

DesktopDialog::DesktopDialog(const FileQuestion& question) : child_(words(question)) {}

std::optional<std::filesystem::path> DesktopDialog::answer() {
  if (!child_.ended()) return {};
  std::istringstream lines(child_.printed());
  std::filesystem::path chosen;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('/')) chosen = line;  // between a toolkit's warnings
  return child_.finish() == 0 ? chosen : std::filesystem::path();
}

}  // namespace raycloth
