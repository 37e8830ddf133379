#include "tests/app/program.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

extern char** environ;

namespace raycloth::test {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string pattern = (fs::temp_directory_path() / "raycloth-test-XXXXXX").string();
  if (!mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

namespace {

pid_t spawn(const std::vector<std::string>& arguments, const fs::path& out, const fs::path& err) {
  std::vector<std::string> words = {RAYCLOTH_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, err.c_str(), O_WRONLY | O_CREAT, 0600);
  pid_t child = 0;
  const int failed = posix_spawn(&child, RAYCLOTH_BINARY, &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed) throw std::runtime_error("cannot start " RAYCLOTH_BINARY);
  return child;
}

/// Returns the child's status once it has ended.
int wait_and_interrupt(pid_t child, const Interruption& interruption) {
  bool sent = false;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    std::error_code none_yet;
    if (!sent && fs::exists(interruption.when, none_yet) &&
        fs::file_size(interruption.when, none_yet) >= interruption.bytes) {
      kill(child, interruption.signal);
      sent = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return status;
}

}  // namespace

Result run_program(const std::vector<std::string>& arguments, const Interruption* interruption) {
  const Folder folder;
  const pid_t child = spawn(arguments, folder / "out", folder / "err");
  int status = 0;
  if (interruption) {
    status = wait_and_interrupt(child, *interruption);
  } else {
    waitpid(child, &status, 0);
  }
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, read_text(folder / "out"), read_text(folder / "err")};
}

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

fs::path write_small_scene(const Folder& folder) {
  const fs::path file = folder / "small.json";
  std::ofstream(file) << R"({
  "name": "small",
  "objects": [
    {"name": "floor", "kind": "shell", "sheet": {"size": [1, 1], "cells": [2, 2]}, "translate": [0, -1, 0]},
    {"name": "flag", "kind": "cloth", "sheet": {"size": [0.4, 0.3], "cells": [4, 3]}, "translate": [0, 1, 0],
     "pins": {"nearest": [[-0.2, 1, -0.15], [0.2, 1, -0.15]]}},
    {"name": "small towel", "kind": "cloth", "sheet": {"size": [0.2, 0.2], "cells": [3, 3]}, "translate": [2, 1, 0]}
  ]
})";
  return file;
}

int line_count(const std::string& text) { return static_cast<int>(std::count(text.begin(), text.end(), '\n')); }

}  // namespace raycloth::test
