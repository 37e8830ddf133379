// `raycloth info`, `scenes`, `commands`, `settings` and `fabrics`: what this build and this machine are, what ships
// with it, what its window can be told, and what can be set.
#pragma once

namespace raycloth {

/// Prints the build, the devices, which one `auto` takes and why, and the libraries' versions. Returns 0.
int print_info();

/// Prints a line for each shipped scene: its file and what it shows. Returns 0. Throws InputError when the
/// scenes are not there.
int print_scenes();

/// Prints the table of the window's commands. Returns 0, or 1 where nothing can be printed.
int print_commands();

/// Prints the fabrics that were measured, with what they are made of and their sources. Returns 0.
int print_fabrics();

/// Prints every setting: what it does, its unit, range and default, and where it comes from. Returns as print_commands.
int print_settings();

}  // namespace raycloth
