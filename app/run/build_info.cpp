#include "app/run/build_info.h"

#include "commit.h"
#include "device/error.h"

namespace raycloth {

namespace fs = std::filesystem;

std::string build_commit() { return RAYCLOTH_COMMIT; }

std::string build_description() {
#if defined(__clang__)
  const std::string compiler = "clang " __clang_version__;
#else
  const std::string compiler = "g++ " __VERSION__;
#endif
  return RAYCLOTH_VERSION ", commit " + build_commit() + ", " RAYCLOTH_BUILD_TYPE ", " + compiler +
         ", x86-64-v3 (AVX2), no contraction";
}

fs::path asset_directory() {
  std::error_code ignored;
  const fs::path executable = fs::read_symlink("/proc/self/exe", ignored);
  const fs::path places[] = {executable.parent_path() / "assets",
                             executable.parent_path().parent_path().parent_path() / "assets", RAYCLOTH_ASSET_DIR};
  for (const fs::path& place : places) {
    if (fs::is_directory(place / "scenes", ignored)) return place;
  }
  throw InputError("no assets/scenes beside " + executable.string() +
                   " nor at " RAYCLOTH_ASSET_DIR ": name a scene file");
}

}  // namespace raycloth
