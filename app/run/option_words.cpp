#include "app/run/option_words.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "device/error.h"
#include "sim/text.h"

namespace raycloth {
namespace {

void append(std::string& text, const std::string& word) { text += (text.empty() ? "" : " ") + word; }

}  // namespace

OptionWords::OptionWords(const std::string& option, const std::string& text, std::vector<std::string> keys,
                         std::string_view subject)
    : where_("--" + option + " \"" + text + "\""), keys_(std::move(keys)) {
  std::istringstream stream(text);
  for (std::string word; stream >> word;) take(word, !subject.empty());
  check(subject.empty() || !subject_.empty(), where_ + ": which? Begin with " + std::string(subject));
}

void OptionWords::take(const std::string& word, bool has_subject) {
  const size_t equals = word.find('=');
  const std::string key = word.substr(0, equals);
  const bool begins = has_subject ? subject_.empty() : values_.empty();
  if (equals != word.npos && std::ranges::count(keys_, key) > 0)
    values_.emplace_back(key, word.substr(equals + 1));
  else if (begins ? !has_subject : equals != word.npos)
    throw InputError(where_ + ": no '" + key + "'; there are " + joined(keys_));
  else
    append(values_.empty() ? subject_ : values_.back().second, word);
}

const std::string* OptionWords::find(const std::string& key) const {
  const auto found = std::ranges::find(values_, key, &std::pair<std::string, std::string>::first);
  return found == values_.end() ? nullptr : &found->second;
}

void OptionWords::refuse(const std::string& key, const std::string& expected) const {
  throw InputError(where_ + ": found " + key + "=" + text(key) + ", expected " + expected);
}

bool OptionWords::flag(const std::string& key) const {
  if (text(key) != "yes" && text(key) != "no") refuse(key, "yes or no");
  return text(key) == "yes";
}

Vec2 OptionWords::pair(const std::string& key, float min, float max) const {
  const std::vector<float> found = numbers(key, 2, min, max);
  return {found[0], found[1]};
}

Vec3 OptionWords::vector(const std::string& key, float min, float max) const {
  const std::vector<float> found = numbers(key, 3, min, max);
  return {found[0], found[1], found[2]};
}

std::vector<Vec3> OptionWords::vectors(const std::string& key, float min, float max) const {
  std::vector<Vec3> found;
  std::istringstream stream(text(key));
  for (std::string word; stream >> word;) {
    const std::vector<float> one = numbers(key, word, 3, min, max);
    found.emplace_back(one[0], one[1], one[2]);
  }
  if (found.size() < 2) refuse(key, "two places or more, each x,y,z");
  return found;
}

std::vector<float> OptionWords::numbers(const std::string& key, size_t count, float min, float max) const {
  return numbers(key, text(key), count, min, max);
}

/// Of `said`, a part of what the key has.
std::vector<float> OptionWords::numbers(const std::string& key, const std::string& said, size_t count, float min,
                                        float max) const {
  std::vector<float> found;
  std::istringstream stream(said);
  for (std::string word; std::getline(stream, word, ',');) {
    float value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc() && end == word.data() + word.size() && value >= min && value <= max)
      found.push_back(value);
  }
  std::ostringstream expected;
  constexpr const char* kCounts[] = {"", "a number", "two numbers with commas between them, each",
                                     "three numbers with commas between them, each"};
  expected << kCounts[count] << " from " << min << " to " << max;
  const auto commas = static_cast<size_t>(std::ranges::count(said, ','));
  if (found.size() != count || commas + 1 != count) refuse(key, expected.str());
  return found;
}

}  // namespace raycloth
