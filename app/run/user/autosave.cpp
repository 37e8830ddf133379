#include "app/run/user/autosave.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/run/output/whole_file.h"
#include "app/run/user/folders.h"

namespace raycloth {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPause{2};  // from one writing to the next

fs::path lock_of(const fs::path& file) { return fs::path(file).replace_extension(".lock"); }

/// The descriptor of a lock that is held until it is closed; -1: another holds it, or there is no such folder.
int take_lock(const fs::path& file) {
  const int lock = open(lock_of(file).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
  close(lock);
  return -1;
}

void remove_files(const fs::path& file) {
  std::error_code gone;
  fs::remove(file, gone);
  fs::remove(lock_of(file), gone);
}

/// Nothing where it is no such file.
std::vector<AutosavedScene> read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const auto json = nlohmann::json::parse(in, nullptr, false);
  if (!json.is_object() || !json.contains("scene") || !json.contains("document")) return {};
  if (!json["scene"].is_string() || !json["document"].is_string()) return {};
  const auto home = json.find("home");
  if (home != json.end() && !home->is_string()) return {};
  return {{json["scene"].get<std::string>(), json["document"].get<std::string>(), file,
           home == json.end() ? fs::path() : fs::path(home->get<std::string>())}};
}

}  // namespace

Autosave::~Autosave() { unlock(); }

void Autosave::unlock() {
  if (lock_ >= 0) close(lock_);
  lock_ = -1;
}

bool Autosave::due(long long changes) const {
  return changes != kept_ && Clock::now() - last_ > kPause && !state_folder().empty();
}

void Autosave::keep(const AutosavedScene& scene, long long changes) {
  kept_ = changes;
  last_ = Clock::now();
  const fs::path folder = state_folder() / "unsaved";
  fs::create_directories(folder);
  if (file_.empty()) {
    file_ = folder / (std::to_string(getpid()) + ".json");
    lock_ = take_lock(file_);
  }
  nlohmann::json json = {{"scene", fs::absolute(scene.scene).string()}, {"document", scene.document}};
  if (!scene.home.empty()) json["home"] = fs::absolute(scene.home).string();
  WholeFile whole(file_);
  whole.stream() << json.dump(2) << '\n';
  whole.commit();
}

void Autosave::drop() {
  if (file_.empty()) return;
  remove_files(file_);
  unlock();
  file_.clear();
  kept_ = -1;
}

std::vector<AutosavedScene> left_behind() {
  std::vector<std::pair<fs::file_time_type, AutosavedScene>> found;
  std::error_code none;
  if (state_folder().empty()) return {};
  for (const fs::directory_entry& entry : fs::directory_iterator(state_folder() / "unsaved", none)) {
    if (entry.path().extension() != ".json") continue;
    const int lock = take_lock(entry.path());
    if (lock < 0) continue;  // a program that runs
    close(lock);
    for (AutosavedScene& scene : read(entry.path())) found.emplace_back(entry.last_write_time(none), std::move(scene));
  }
  std::ranges::sort(found, std::greater(), [](const auto& pair) { return pair.first; });
  std::vector<AutosavedScene> scenes;
  for (auto& [time, scene] : found) scenes.push_back(std::move(scene));
  return scenes;
}

void forget_left_behind(const AutosavedScene& left) { remove_files(left.file); }

}  // namespace raycloth
