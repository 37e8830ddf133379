#include "app/run/child.h"

#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

extern char** environ;

namespace raycloth {
namespace {

/// Throws std::system_error where `result`, an errno, is one.
void expect_success(int result, const std::string& what) {
  if (result != 0) throw std::system_error(result, std::generic_category(), what);
}

/// A process group of its own keeps a terminal's Ctrl-C away.
int spawn(pid_t& process, const std::vector<std::string>& words, int input, int prints) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, prints, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, prints, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int failed = posix_spawnp(&process, argv[0], &files, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return failed;
}

}  // namespace

Child::Child(const std::vector<std::string>& words) {
  int ends[2];  // a socket rather than a pipe: writing to a dead reader is an error, not a signal
  expect_success(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) ? errno : 0, "socketpair");
  input_ = ends[0];
  prints_ = memfd_create("prints", MFD_CLOEXEC);
  const int failed = prints_ < 0 ? errno : spawn(process_, words, ends[1], prints_);
  close(ends[1]);
  if (!failed) return;
  close(input_);
  if (prints_ >= 0) close(prints_);
  expect_success(failed, words[0]);
}

Child::~Child() {
  finish();
  close(prints_);
}

bool Child::write(std::span<const unsigned char> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(sent));
  }
  return true;
}

void Child::note_end(int status) {
  close(input_);
  process_ = -1;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int Child::finish() {
  if (process_ < 0) return code_;
  shutdown(input_, SHUT_WR);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  note_end(status);
  return code_;
}

bool Child::ended() {
  int status = 0;
  if (process_ >= 0 && waitpid(process_, &status, WNOHANG) == process_) note_end(status);
  return process_ < 0;
}

void Child::stop() {
  if (!ended()) kill(process_, SIGTERM);
}

std::string Child::printed() const {
  std::string text(static_cast<size_t>(lseek(prints_, 0, SEEK_END)), '\0');
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, pread(prints_, text.data(), text.size(), 0))));
  return text;
}

}  // namespace raycloth
