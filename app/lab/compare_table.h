// What `compare` reports of each run: the one list of its columns, and the table, CSV and JSON made from it.
// compare.cpp and sweep.cpp use it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/fidelity.h"
#include "app/lab/table.h"
#include "app/lab/world_run.h"

namespace drover::lab {

// The results of one run under one manager, without the single frames.
struct ComparedRun {
    std::string manager;
    std::uint32_t repeat = 1;  // from 1
    bool is_best = false;      // smallest p99 of AI time among its manager's runs
    std::uint64_t frames = 0;
    double simulated_s = 0;            // of the world, in these frames
    double budget_ms = 0, p99_ms = 0;  // mean budget of a frame; p99 of AI time
    float largest_jump_m = 0;
    std::uint64_t hash = 0;
    std::vector<std::optional<double>>
        figures;  // in the order of the columns; empty if the band had no tasks
    std::optional<FidelityReport> fidelity;
};
ComparedRun comparedRun(const std::string& manager, std::uint32_t repeat, const RunResult& result);

// Marks each manager's best run; of equal runs, the first.
void markBest(std::vector<ComparedRun>& runs);

// With several runs per manager: every run, then each manager's best run again.
Table comparisonTable(const std::vector<ComparedRun>& runs, bool has_repeats);
Table comparedFidelity(const std::vector<ComparedRun>& runs, bool has_repeats);

// One run as CSV without its manager: the column names, and the values.
std::string runColumns();
std::string runValues(const ComparedRun& run);

// One row per run.
std::string comparisonCsv(const std::vector<ComparedRun>& runs);
std::string comparisonJson(const std::string& scenario_name, const world::Scenario& scenario,
                           const std::vector<ComparedRun>& runs);

}  // namespace drover::lab
