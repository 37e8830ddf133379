#include "app/run/output/timings_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "device/error.h"
#include "sim/text.h"

namespace raycloth {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSuffix = "_ms";

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',')
      cells.emplace_back();
    else if (c != '\r')
      cells.back() += c;
  }
  return cells;
}

/// Follows a file, of either kind, row by row.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) { read_.path = file; }

  void csv(std::istream& in) {
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      place_ = ":" + std::to_string(++number);
      if (line.starts_with("# "))
        fact(line.substr(2));
      else if (columns_.empty())
        heading(cells_of(line));
      else
        row(cells_of(line));
    }
  }

  void json(std::istream& in) {
    try {
      const Json json = Json::parse(in);
      for (const auto& [name, value] : json.at("environment").items())
        read_.facts.emplace_back(name, value.is_object() ? assignments(value) : value.get<std::string>());
      heading(json.at("columns").get<std::vector<std::string>>());
      for (const Json& frame : json.at("frames")) {
        place_ = ": row " + std::to_string(read_.steps() + 1);
        std::vector<std::string> cells;
        for (const Json& value : frame) cells.push_back(value.dump());
        row(cells);
      }
    } catch (const Json::exception& error) {
      refuse(std::string("expected a recording of timings: ") + error.what());
    }
  }

  TimingsFile finish() {
    check(!columns_.empty(), read_.path.string() + ": found no row of column names, expected a recording of timings");
    check(read_.steps() > 0, read_.path.string() + ": found no steps, expected at least one row");
    return std::move(read_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(read_.path.string() + place_ + ": " + what);
  }

  /// As a comment has them.
  static std::string assignments(const Json& settings) {
    std::string text;
    for (const auto& [key, value] : settings.items())
      text += (text.empty() ? "" : "; ") + key + "=" + value.get<std::string>();
    return text;
  }

  void fact(const std::string& text) {
    const size_t colon = text.find(": ");
    if (colon != text.npos) read_.facts.emplace_back(text.substr(0, colon), text.substr(colon + 2));
  }

  void heading(std::vector<std::string> columns) {
    if (columns.empty() || columns.front() != "frame" || std::ranges::count(columns, "step_ms") != 1)
      refuse("found '" + joined(columns).substr(0, 40) +
             "', expected the columns frame, ..., step_ms of a recording of timings");
    columns_ = std::move(columns);
    for (const std::string& column : columns_)
      if (column.ends_with(kSuffix)) read_.stages.push_back(column.substr(0, column.size() - kSuffix.size()));
    read_.milliseconds.resize(read_.stages.size());
  }

  void row(const std::vector<std::string>& cells) {
    if (cells.size() != columns_.size())
      refuse("found " + std::to_string(cells.size()) + " values, expected " + std::to_string(columns_.size()));
    size_t stage = 0;
    for (size_t i = 0; i < cells.size(); ++i)
      if (columns_[i].ends_with(kSuffix)) read_.milliseconds[stage++].push_back(value(columns_[i], cells[i]));
  }

  float value(const std::string& column, const std::string& cell) const {
    float value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool good = error == std::errc() && end == cell.data() + cell.size() && std::isfinite(value) && value >= 0;
    if (!good) refuse(column + ": found '" + cell + "', expected milliseconds");
    return value;
  }

  TimingsFile read_;
  std::vector<std::string> columns_;
  std::string place_;  // in the file, as a message names it
};

}  // namespace

std::string TimingsFile::fact(const std::string& name) const {
  const auto found = std::ranges::find(facts, name, &std::pair<std::string, std::string>::first);
  return found == facts.end() ? "" : found->second;
}

TimingsFile read_timings(const std::filesystem::path& file) {
  check(std::filesystem::exists(file), file.string() + ": no such file");
  check(!std::filesystem::is_directory(file), file.string() + ": found a folder, expected a recording of timings");
  std::ifstream in(file, std::ios::binary);
  check(in.good(), file.string() + ": cannot be read");
  Reader reader(file);
  in.peek() == '{' ? reader.json(in) : reader.csv(in);
  return reader.finish();
}

}  // namespace raycloth
