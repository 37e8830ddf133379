#include "app/run/output/scene_home.h"

#include <fstream>
#include <optional>
#include <sstream>

#include "app/run/output/whole_file.h"
#include "device/error.h"

namespace raycloth {
namespace {

/// Nothing where there is no such file.
std::optional<std::string> text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream || !(text << stream.rdbuf())) return {};
  return text.str();
}

}  // namespace

SceneHome SceneHome::as_it_is(const std::filesystem::path& file) { return SceneHome(file, text_of(file).value_or("")); }

std::filesystem::path SceneHome::file() const {
  const std::lock_guard lock(mutex_);
  return file_;
}

void SceneHome::write(const std::filesystem::path& file, std::string text, bool replaces) {
  const std::lock_guard lock(mutex_);
  if (file == file_ && !replaces) {
    const std::optional<std::string> there = text_of(file);
    check(!there || *there == text_,
          file.string() + ": another program has changed it since; save the scene as another file (ctrl + shift + S)");
  }
  WholeFile whole(file);
  whole.stream() << text;
  whole.commit();
  file_ = file;
  text_ = std::move(text);
}

}  // namespace raycloth
