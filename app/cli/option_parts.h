// Options that several commands have, and how they are read. Knows nothing of the commands.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/run/scene_options.h"

namespace raycloth {

inline constexpr int kMaxFrames = 100'000'000;  // 19 days of cloth; more is a slip of the finger

/// The position of `word` among `words`; IsMember has seen to it that it is there.
template <class Enum>
Enum named(const std::string& word, const std::vector<std::string>& words) {
  return static_cast<Enum>(std::find(words.begin(), words.end(), word) - words.begin());
}

template <class Enum>
void add_choice(CLI::App& app, const std::string& flag, Enum& target, const std::vector<std::string>& words,
                const std::string& help) {
  app.add_option_function<std::string>(
         flag, [&target, words](const std::string& word) { target = named<Enum>(word, words); }, help)
      ->check(CLI::IsMember(words));
}

std::vector<std::string> words(std::span<const char* const> names);

/// Of an option that takes a number: whole, or any.
CLI::Validator whole_number(int from, int to);
CLI::Validator number(float from, float to);
/// A whole number from 0 on; none where `text` is anything else.
std::optional<long long> whole_of(const std::string& text);
/// Of an option that takes the file of a picture.
CLI::Validator png_file();

void add_device(CLI::App& app, DeviceChoice& device);
void add_overrides(CLI::App& app, Overrides& overrides);
void add_scene(CLI::App& app, SceneOptions& options);
void add_replay(CLI::App& app, SceneOptions& options);
CLI::Option* add_frames(CLI::App& app, int& frames);
void add_from_frame(CLI::App& app, int& from, const char* help);

/// `--set a=1 b=2` leaves b=2 among the files: an assignment there is one more setting.
void move_assignments(SceneOptions& options);

/// A session among the files is the one to replay. Throws InputError where there are two, or no scene beside it.
void move_session(SceneOptions& options);
/// Throws InputError where there is none.
void require_scene(const SceneOptions& options, const std::string& command);

/// Options that are one word of the command line: `name` is that word's option. Throws InputError.
void parse_text(CLI::App& app, const std::string& text, const std::string& name);
/// What went wrong, in one line. CLI11 tells words that no option takes in reverse order.
std::string words_of(const CLI::ParseError& error, const CLI::App& app);

}  // namespace raycloth
