// The two kinds of failure a user can meet. `InputError` is a wrong command line or file (exit code 2);
// any other exception is a run that failed (exit code 1). Messages are one line: what, where, what would be right.
#pragma once

#include <stdexcept>
#include <string>

namespace raycloth {

struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws InputError(message) unless `condition` holds. For what a user can cause; `assert` is for the rest.
inline void check(bool condition, const std::string& message) {
  if (!condition) throw InputError(message);
}

}  // namespace raycloth
