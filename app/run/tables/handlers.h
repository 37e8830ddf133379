// One course of a scene, what was done to it included, under every handler of collisions: what each costs and what it
// lets through. Knows neither window nor files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/run/output/report.h"
#include "app/run/output/statistics.h"
#include "app/run/past/session.h"

namespace raycloth {

struct HandlersPlan {
  const Model& model;
  Settings settings;  // at the beginning; of the handler each row has its own
  Session session;    // done again; what it changes of the handler is left out
  long long frames = 120;
  DeviceChoice device = DeviceChoice::automatic;
  int threads = 0;
  int check_every = 10;  // frames between two counts of crossings; the last is always counted
};

struct HandlerRow {
  std::string handler;
  long long frames = 0;      // that it came to
  bool finite = true;        // else it ended there
  std::string failure{};     // why it ended, where a step could not be done
  Summary step{}, detect{};  // ms
  Summary contacts{};        // a frame
  long long checked = 0, with_crossings = 0, most_crossings = 0, last_crossings = 0;  // frames; pairs
  Strain strain{};    // the largest of the checked frames
  uint64_t hash = 0;  // of the last state
};

struct HandlersTable {
  std::string device;
  long long frames = 0;
  std::vector<HandlerRow> rows;  // in the order of kHandlerNames
};

/// `go_on` is asked before every step with how much of all is done; false ends it, with the rows that are whole.
HandlersTable run_handlers(const HandlersPlan& plan, const std::function<bool(double part)>& go_on);

/// A table, a line for each handler.
std::string handlers_text(const HandlersTable& table);
std::string handlers_json(const HandlersTable& table, const std::string& scene);

}  // namespace raycloth
