// `raycloth info` and `raycloth scenes`: what this build and this machine are, and what ships with it.
#pragma once

namespace raycloth {

/// Prints the build, the devices, which one `auto` takes and why, and the libraries' versions. Returns 0.
int print_info();

/// Prints a line for each shipped scene: its file and what it shows. Returns 0. Throws InputError when the
/// scenes are not there.
int print_scenes();

}  // namespace raycloth
