#include "app/lab/compare_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/grouped.h"
#include "core/world/scenario/scenario_fields.h"
#include "core/world/scenario/spike_text.h"

namespace drover::lab {
namespace {

using record::columnOf;
constexpr std::size_t kAiTime = columnOf("ai_ms");  // on one thread equal to C_total

// How a run comes to one number.
enum class Of {
    kFps,
    kMean,  // of a column over the frames
    kP50,
    kP99,
    kMax,
    kOver,      // the share of frames over the budget
    kFarOver,   // ... over 1.2 times the budget
    kWeighted,  // a column's mean, weighted by `per`, the number of things in each frame's mean
    kEach,      // the column's total for each of `per`
    kASecond,   // ... and second of the world
};

struct Figure {
    const char* group;      // heading group in the table
    const char* name;       // null: only in files
    const char* file_name;  // in CSV and JSON; shares are 0 to 1 there and percent in the table
    int decimals;
    double shown_times;
    Of of;
    std::size_t column = 0, per = 0;
};

constexpr Figure kFigures[] = {
    {"", "fps", "fps", 1, 1, Of::kFps},
    {"AI time, ms", "mean", "c_total_mean_ms", 3, 1, Of::kMean, kAiTime},
    {"AI time, ms", nullptr, "c_total_p50_ms", 3, 1, Of::kP50, kAiTime},
    {"AI time, ms", "p99", "c_total_p99_ms", 3, 1, Of::kP99, kAiTime},
    {"AI time, ms", nullptr, "c_total_max_ms", 3, 1, Of::kMax, kAiTime},
    {"% frames over", "budget", "share_over_budget", 2, 100, Of::kOver},
    {"% frames over", "x 1.2", "share_over_1.2_budget", 2, 100, Of::kFarOver},
    {"D_period, ms", "near", "near_d_assigned_ms", 1, 1, Of::kWeighted, columnOf("near_d_assigned_ms"),
     columnOf("near_tasks")},
    {"near D_period, ms", nullptr, "near_d_observed_ms", 1, 1, Of::kWeighted, columnOf("near_d_observed_ms"),
     columnOf("near_observed")},
    {"D_period, ms", "far", "far_d_assigned_ms", 1, 1, Of::kWeighted, columnOf("far_d_assigned_ms"),
     columnOf("far_tasks")},
    {"far D_period, ms", nullptr, "far_d_observed_ms", 1, 1, Of::kWeighted, columnOf("far_d_observed_ms"),
     columnOf("far_observed")},
    {"thoughts / s", "near", "near_thoughts_per_s", 1, 1, Of::kASecond, columnOf("near_thoughts"),
     columnOf("near_minds")},
    {"thoughts / s", "far", "far_thoughts_per_s", 1, 1, Of::kASecond, columnOf("far_thoughts"),
     columnOf("far_minds")},
    {"quality, %", "near", "near_quality", 0, 100, Of::kEach, columnOf("near_thoughts"),
     columnOf("near_asked")},
    {"quality, %", "far", "far_quality", 0, 100, Of::kEach, columnOf("far_thoughts"), columnOf("far_asked")},
    // How many points stand for a herd near the player, in the mean.
    {"points", "near", "near_leaves_per_task", 1, 1, Of::kEach, columnOf("near_leaves"),
     columnOf("near_tasks")},
    {"oldest", "ms", "oldest_max_ms", 0, 1, Of::kMax, columnOf("oldest_ms")},
    {"over-", "head", "overhead_mean_ms", 3, 1, Of::kMean, columnOf("overhead_ms")},
    {"", nullptr, "leaves_mean", 0, 1, Of::kMean, columnOf("leaves")},
};

// Empty if there was nothing that it is about.
std::optional<double> valueOf(const Figure& figure, const RunResult& r) {
    const bool has_per = figure.of == Of::kWeighted || figure.of == Of::kEach || figure.of == Of::kASecond;
    const double per = has_per ? r.totals[figure.per] : 1;
    if (per == 0 || (figure.of == Of::kASecond && r.simulated_s <= 0)) return std::nullopt;
    switch (figure.of) {
        case Of::kFps: return r.fps();
        case Of::kMean: return r.summary(figure.column).mean;
        case Of::kP50: return r.summary(figure.column).p50;
        case Of::kP99: return r.summary(figure.column).p99;
        case Of::kMax: return r.summary(figure.column).max;
        case Of::kOver: return r.shareOver(1);
        case Of::kFarOver: return r.shareOver(1.2);
        case Of::kWeighted: return r.weightedMean(figure.column, figure.per);
        case Of::kEach: return r.totals[figure.column] / per;
        case Of::kASecond: break;
    }
    return r.totals[figure.column] / per * static_cast<double>(r.frames) / r.simulated_s;
}

std::string cell(const Figure& figure, std::optional<double> value) {
    if (!value) return "-";
    return shortNumber(*value * figure.shown_times, figure.decimals);
}

std::vector<std::string> rowOf(const ComparedRun& run, const std::string& which) {
    std::vector<std::string> cells = {run.manager};
    if (!which.empty()) cells.push_back(which);
    cells.push_back(grouped(run.frames));
    for (std::size_t i = 0; i < run.figures.size(); ++i) {
        if (kFigures[i].name) cells.push_back(cell(kFigures[i], run.figures[i]));
    }
    return cells;
}

}  // namespace

ComparedRun comparedRun(const std::string& manager, std::uint32_t repeat, const RunResult& result) {
    ComparedRun run{.manager = manager, .repeat = repeat, .frames = result.frames};
    run.simulated_s = result.simulated_s;
    run.budget_ms = result.summary(record::columnOf("td_ms")).mean;
    run.p99_ms = result.summary(kAiTime).p99;
    run.largest_jump_m = result.largest_jump_m;
    run.hash = result.hash;
    for (const Figure& figure : kFigures) run.figures.push_back(valueOf(figure, result));
    return run;
}

void markBest(std::vector<ComparedRun>& runs) {
    for (ComparedRun& run : runs) {
        run.is_best = std::none_of(runs.begin(), runs.end(), [&](const ComparedRun& other) {
            return other.manager == run.manager &&
                   (other.p99_ms < run.p99_ms || (other.p99_ms == run.p99_ms && other.repeat < run.repeat));
        });
    }
}

Table comparisonTable(const std::vector<ComparedRun>& runs, bool has_repeats) {
    Table table;
    table.headings = {{"", "manager"}};
    if (has_repeats) table.headings.push_back({"", "run"});
    table.headings.push_back({"", "frames"});
    for (const Figure& figure : kFigures) {
        if (figure.name) table.headings.push_back({figure.group, figure.name});
    }
    for (const ComparedRun& run : runs)
        table.rows.push_back(rowOf(run, has_repeats ? std::to_string(run.repeat) : ""));
    for (const ComparedRun& run : runs) {
        if (has_repeats && run.is_best) table.rows.push_back(rowOf(run, "best"));
    }
    return table;
}

Table comparedFidelity(const std::vector<ComparedRun>& runs, bool has_repeats) {
    Table table = fidelityTable();
    for (const ComparedRun& run : runs) {
        if (!run.fidelity) continue;
        addRows(table, run.manager + (has_repeats ? " " + std::to_string(run.repeat) : ""), *run.fidelity);
    }
    return table;
}

std::string runColumns() {
    std::string out = "frames,simulated_s,budget_mean_ms";
    for (const Figure& figure : kFigures) out += fmt::format(",{}", figure.file_name);
    return out + ",largest_jump_m,hash";
}

std::string runValues(const ComparedRun& run) {
    std::string out = fmt::format("{},{},{}", run.frames, run.simulated_s, run.budget_ms);
    for (const std::optional<double>& value : run.figures) out += value ? fmt::format(",{}", *value) : ",";
    return out + fmt::format(",{},{:016x}", run.largest_jump_m, run.hash);
}

std::string comparisonCsv(const std::vector<ComparedRun>& runs) {
    std::string out = "manager,run,is_best," + runColumns() + "\n";
    for (const ComparedRun& run : runs) {
        out += fmt::format("{},{},{},{}\n", run.manager, run.repeat, run.is_best ? 1 : 0, runValues(run));
    }
    return out;
}

std::string comparisonJson(const std::string& scenario_name, const world::Scenario& scenario,
                           const std::vector<ComparedRun>& runs) {
    nlohmann::ordered_json json = {{"scenario", scenario_name},
                                   {"title", scenario.title},
                                   {"seed", scenario.seed},
                                   {"clock", nameOf(scenario.load.clock)},
                                   {"policy", nameOf(scenario.load.budget.policy)},
                                   {"think_us", scenario.load.think_us},
                                   {"base_load_ms", scenario.load.base_load_ms},
                                   {"spikes", nlohmann::ordered_json::array()},
                                   {"runs", nlohmann::ordered_json::array()}};
    for (const world::Spike& spike : scenario.spikes) json["spikes"].push_back(world::spelled(spike));
    for (const ComparedRun& run : runs) {
        nlohmann::ordered_json out = {{"manager", run.manager},         {"run", run.repeat},
                                      {"is_best", run.is_best},         {"frames", run.frames},
                                      {"simulated_s", run.simulated_s}, {"budget_mean_ms", run.budget_ms}};
        for (std::size_t i = 0; i < run.figures.size(); ++i) {
            const std::optional<double> value = run.figures[i];
            out[kFigures[i].file_name] =
                value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
        }
        out["largest_jump_m"] = run.largest_jump_m;
        out["hash"] = fmt::format("{:016x}", run.hash);
        if (run.fidelity) out["fidelity"] = jsonOf(*run.fidelity);
        json["runs"].push_back(std::move(out));
    }
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace drover::lab
