// What `compare` tells of each run: the one list of its columns, and the table, CSV and JSON that follow from it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lab/fidelity.h"
#include "app/lab/table.h"
#include "app/lab/world_run.h"

namespace drover::lab {

// One run of one manager.
struct ComparedRun {
    std::string manager;
    std::uint32_t repeat = 1;  // counted from 1
    bool is_best = false;      // of its manager's runs the one with the smallest p99 of AI time
    RunResult result;
    std::optional<FidelityReport> fidelity;
};

// Marks each manager's best run; of equals the first.
void markBest(std::vector<ComparedRun>& runs);

// With more than one run a manager: every run, then the best of each manager once more.
Table comparisonTable(const std::vector<ComparedRun>& runs, bool has_repeats);
Table comparedFidelity(const std::vector<ComparedRun>& runs, bool has_repeats);

// A row a run.
std::string comparisonCsv(const std::vector<ComparedRun>& runs);
std::string comparisonJson(const std::string& scenario_name, const Scenario& scenario, const std::vector<ComparedRun>& runs);

}  // namespace drover::lab
