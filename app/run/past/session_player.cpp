#include "app/run/past/session_player.h"

namespace raycloth {

SessionPlayer make_player(const std::filesystem::path& replay, const Scene& scene, const Model& model) {
  const std::filesystem::path& file = replay.empty() ? scene.session : replay;
  if (file.empty() || replay == "none") return {};
  return SessionPlayer(read_session(file, model, scene.settings));
}

}  // namespace raycloth
