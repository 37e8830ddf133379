// Finding commands in the table: by key, by words, as text.
#include "app/commands/commands.h"

#include <algorithm>
#include <cctype>
#include <iomanip>
#include <sstream>

namespace raycloth {
namespace {

constexpr int kNoMatch = 3;

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

/// The better, the lower.
int rank_of(const std::string& word, const UserCommand& command) {
  const std::string name = lower(command.name);
  if (name.starts_with(word)) return 0;
  if (name.find(word) != name.npos) return 1;
  return lower(command.group + " " + command.help).find(word) != std::string::npos ? 2 : kNoMatch;
}

/// Of the worst of the words.
int rank_of(const std::vector<std::string>& words, const UserCommand& command) {
  int worst = 0;
  for (const std::string& word : words) worst = std::max(worst, rank_of(word, command));
  return worst;
}

}  // namespace

const UserCommand* command_of(Key key) {
  const auto& list = command_list();
  const auto found =
      std::ranges::find_if(list, [&](const UserCommand& c) { return std::ranges::count(c.keys, key) > 0; });
  return found == list.end() ? nullptr : &*found;
}

std::string keys_text(const UserCommand& command) {
  std::string text;
  for (const Key& key : command.keys) text += (text.empty() ? "" : ", ") + key_name(key);
  return text;
}

std::vector<const UserCommand*> find_commands(std::string_view text) {
  std::istringstream stream(lower(text));
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  std::vector<const UserCommand*> found;
  for (int rank = 0; rank < kNoMatch; ++rank)
    for (const UserCommand& command : command_list())
      if (rank_of(words, command) == rank) found.push_back(&command);
  return found;
}

std::string command_text() {
  size_t width = 0;
  for (const UserCommand& command : command_list()) width = std::max(width, keys_text(command).size());
  for (const Gesture& gesture : gesture_list()) width = std::max(width, std::string_view(gesture.input).size());
  std::ostringstream out;
  const auto row = [&](const std::string& input, const std::string& effect, const std::string& help = {}) {
    out << "  " << std::left << std::setw(static_cast<int>(width) + 2) << input
        << (help.empty() ? effect : effect + " (" + help + ")") << '\n';
  };
  std::string group;
  for (const UserCommand& command : command_list()) {
    if (group != command.group) out << (group = command.group) << '\n';
    row(keys_text(command), command.name, command.help);
  }
  out << "Mouse\n";
  for (const Gesture& gesture : gesture_list()) row(gesture.input, gesture.effect);
  return out.str();
}

}  // namespace raycloth
