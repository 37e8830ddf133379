// Another program that reads what we write to it. Its ways: a socket to its input, one file for all that it prints.
#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <vector>

namespace raycloth {

class Child {
 public:
  /// Starts the program that words[0] names on PATH. Ctrl-C does not reach it, so that it ends after us. Throws
  /// std::system_error, with ENOENT where there is no such program.
  explicit Child(const std::vector<std::string>& words);
  ~Child();  // lets it finish
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// False once it reads no more.
  bool write(std::span<const unsigned char> bytes);
  /// Ends its input and waits. Returns its exit code, 128 + signal where one ended it.
  int finish();
  /// Whether it has ended by itself; does not wait.
  bool ended();
  /// Asks it to end now.
  void stop();
  /// All that it printed so far, errors as well.
  std::string printed() const;

 private:
  void note_end(int status);

  int input_ = -1, prints_ = -1;  // file descriptors
  pid_t process_ = -1;
  int code_ = -1;
};

}  // namespace raycloth
