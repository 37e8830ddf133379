#include "app/run/user/recent_files.h"

#include <algorithm>
#include <fstream>
#include <string>

#include "app/run/output/whole_file.h"
#include "app/run/user/folders.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

/// As they were written, the lost ones as well: a disk that is away may come back.
std::vector<fs::path> written_files() {
  std::vector<fs::path> files;
  const fs::path folder = state_folder();
  if (folder.empty()) return files;
  std::ifstream in(folder / "recent");
  for (std::string line; std::getline(in, line) && files.size() < kMostRecent;)
    if (!line.empty()) files.emplace_back(line);
  return files;
}

void write(const std::vector<fs::path>& files) {
  fs::create_directories(state_folder());
  WholeFile whole(state_folder() / "recent");  // two windows may write at once
  for (const fs::path& file : files) whole.stream() << file.string() << '\n';
  whole.commit();
}

}  // namespace

std::vector<fs::path> recent_files() {
  std::vector<fs::path> files = written_files();
  std::error_code none;
  std::erase_if(files, [&](const fs::path& file) { return !fs::exists(file, none); });
  return files;
}

void remember_recent(const fs::path& file) {
  std::error_code none;
  const fs::path path = fs::weakly_canonical(fs::absolute(file), none);
  if (path.empty() || state_folder().empty() || path.string().find('\n') != std::string::npos) return;
  std::vector<fs::path> files = written_files();
  std::erase(files, path);
  files.insert(files.begin(), path);
  files.resize(std::min(files.size(), kMostRecent));
  try {
    write(files);
  } catch (const std::exception&) {  // a full or read-only disk
  }
}

}  // namespace raycloth
