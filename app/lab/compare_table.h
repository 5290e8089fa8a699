// What `compare` tells of each run: the one list of its columns, and the table, CSV and JSON that follow from
// it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lab/fidelity.h"
#include "app/lab/table.h"
#include "app/lab/world_run.h"

namespace drover::lab {

// One run of one manager: what is told of it, not the frames that it follows from.
struct ComparedRun {
    std::string manager;
    std::uint32_t repeat = 1;  // counted from 1
    bool is_best = false;      // of its manager's runs the one with the smallest p99 of AI time
    std::uint64_t frames = 0;
    double budget_ms = 0, p99_ms = 0;  // mean budget of a frame; of AI time
    float largest_jump_m = 0;
    std::uint64_t hash = 0;
    std::vector<std::optional<double>>
        figures;  // in the order of the columns; none where there were no such tasks
    std::optional<FidelityReport> fidelity;
};
ComparedRun comparedRun(const std::string& manager, std::uint32_t repeat, const RunResult& result);

// Marks each manager's best run; of equals the first.
void markBest(std::vector<ComparedRun>& runs);

// With more than one run a manager: every run, then the best of each manager once more.
Table comparisonTable(const std::vector<ComparedRun>& runs, bool has_repeats);
Table comparedFidelity(const std::vector<ComparedRun>& runs, bool has_repeats);

// A run as CSV without its manager: the names of the columns, and their values.
std::string runColumns();
std::string runValues(const ComparedRun& run);

// A row a run.
std::string comparisonCsv(const std::vector<ComparedRun>& runs);
std::string comparisonJson(const std::string& scenario_name, const world::Scenario& scenario,
                           const std::vector<ComparedRun>& runs);

}  // namespace drover::lab
