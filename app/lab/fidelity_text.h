// A fidelity report as a table for people and as JSON for programs. `run` and `compare` use it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/lab/fidelity.h"
#include "app/lab/table.h"

namespace drover::lab {

// The lines above the table that explain it.
std::string fidelityLegend();

// A table with headings only, and the rows of one manager: one per distance band.
Table fidelityTable();
void addRows(Table& table, const std::string& manager, const FidelityReport& report);

nlohmann::ordered_json jsonOf(const FidelityReport& report);

}  // namespace drover::lab
