// A fidelity report as people and programs read it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/lab/fidelity.h"
#include "app/lab/table.h"

namespace drover::lab {

// What is compared with what, for the lines above the table.
std::string fidelityLegend();

// An empty table, and a row for each distance band under a manager.
Table fidelityTable();
void addRows(Table& table, const std::string& manager, const FidelityReport& report);

nlohmann::ordered_json jsonOf(const FidelityReport& report);

}  // namespace drover::lab
