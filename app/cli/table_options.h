// The options of `raycloth takes`, `handlers` and `parity`.
#pragma once

#include "app/cli/option_parts.h"
#include "app/cli/tables.h"
#include "app/cli/takes.h"

namespace raycloth {

void add_takes(CLI::App& app, TakesOptions& options);
void add_handlers(CLI::App& app, HandlersOptions& options);
void add_parity(CLI::App& app, ParityOptions& options);

/// Once the words are read: what follows from them. Throw InputError.
TakesOptions finished(TakesOptions options);
HandlersOptions finished(HandlersOptions options, const std::filesystem::path& usual_scene);
ParityOptions finished(ParityOptions options);

}  // namespace raycloth
