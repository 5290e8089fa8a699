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
    kMean,  // of a column over the run
    kP50,
    kP99,
    kMax,
    kOver,     // the share of frames over the budget
    kFarOver,  // ... over 1.2 times the budget
    kEach,     // the column's total for each of `per`
    kASecond,  // ... and second of the world
};

struct Figure {
    const char* group = "";      // heading group in the table
    const char* name = nullptr;  // null: only in files
    const char* file_name;       // in CSV and JSON; shares are 0 to 1 there and percent in the table
    int decimals;
    double shown_times = 1;
    Of of;
    std::size_t column = 0, per = 0;
    bool is_none_at_zero = false;  // a total of 0 says that there was nothing that it is about
};

constexpr Figure kFigures[] = {
    {.name = "fps", .file_name = "fps", .decimals = 1, .of = Of::kFps},
    {.group = "AI time, ms",
     .name = "mean",
     .file_name = "c_total_mean_ms",
     .decimals = 3,
     .of = Of::kMean,
     .column = kAiTime},
    {.group = "AI time, ms", .file_name = "c_total_p50_ms", .decimals = 3, .of = Of::kP50, .column = kAiTime},
    {.group = "AI time, ms",
     .name = "p99",
     .file_name = "c_total_p99_ms",
     .decimals = 3,
     .of = Of::kP99,
     .column = kAiTime},
    {.group = "AI time, ms", .file_name = "c_total_max_ms", .decimals = 3, .of = Of::kMax, .column = kAiTime},
    {.group = "% frames over",
     .name = "budget",
     .file_name = "share_over_budget",
     .decimals = 2,
     .shown_times = 100,
     .of = Of::kOver},
    {.group = "% frames over",
     .name = "x 1.2",
     .file_name = "share_over_1.2_budget",
     .decimals = 2,
     .shown_times = 100,
     .of = Of::kFarOver},
    {.group = "D_period, ms",
     .name = "near",
     .file_name = "near_d_assigned_ms",
     .decimals = 1,
     .of = Of::kMean,
     .column = columnOf("near_d_assigned_ms")},
    {.group = "near D_period, ms",
     .file_name = "near_d_observed_ms",
     .decimals = 1,
     .of = Of::kMean,
     .column = columnOf("near_d_observed_ms")},
    {.group = "D_period, ms",
     .name = "far",
     .file_name = "far_d_assigned_ms",
     .decimals = 1,
     .of = Of::kMean,
     .column = columnOf("far_d_assigned_ms")},
    {.group = "far D_period, ms",
     .file_name = "far_d_observed_ms",
     .decimals = 1,
     .of = Of::kMean,
     .column = columnOf("far_d_observed_ms")},
    {.group = "thoughts / s",
     .name = "near",
     .file_name = "near_thoughts_per_s",
     .decimals = 1,
     .of = Of::kASecond,
     .column = columnOf("near_thoughts"),
     .per = columnOf("near_minds")},
    {.group = "thoughts / s",
     .name = "far",
     .file_name = "far_thoughts_per_s",
     .decimals = 1,
     .of = Of::kASecond,
     .column = columnOf("far_thoughts"),
     .per = columnOf("far_minds")},
    {.group = "quality, %",
     .name = "near",
     .file_name = "near_quality",
     .decimals = 0,
     .shown_times = 100,
     .of = Of::kEach,
     .column = columnOf("near_thoughts"),
     .per = columnOf("near_asked")},
    {.group = "quality, %",
     .name = "far",
     .file_name = "far_quality",
     .decimals = 0,
     .shown_times = 100,
     .of = Of::kEach,
     .column = columnOf("far_thoughts"),
     .per = columnOf("far_asked")},
    {.group = "points",
     .name = "near",
     .file_name = "near_leaves_per_task",
     .decimals = 1,
     .of = Of::kEach,
     .column = columnOf("near_leaves"),
     .per = columnOf("near_tasks"),
     .is_none_at_zero = true},
    {.group = "oldest",
     .name = "ms",
     .file_name = "oldest_max_ms",
     .decimals = 0,
     .of = Of::kMax,
     .column = columnOf("oldest_ms")},
    {.group = "over-",
     .name = "head",
     .file_name = "overhead_mean_ms",
     .decimals = 3,
     .of = Of::kMean,
     .column = columnOf("overhead_ms")},
    {.file_name = "leaves_mean", .decimals = 0, .of = Of::kMean, .column = columnOf("leaves")},
};

// Empty if there was nothing that it is about.
std::optional<double> valueOf(const Figure& figure, const RunResult& r) {
    const bool has_per = figure.of == Of::kEach || figure.of == Of::kASecond;
    const double per = has_per ? r.totals[figure.per] : 1;
    if (figure.is_none_at_zero && r.totals[figure.column] == 0) return std::nullopt;
    if (per == 0 || (figure.of == Of::kASecond && r.simulated_s <= 0)) return std::nullopt;
    switch (figure.of) {
        case Of::kFps: return r.fps();
        case Of::kMean: return r.mean(figure.column);
        case Of::kP50: return r.summary(figure.column).p50;
        case Of::kP99: return r.summary(figure.column).p99;
        case Of::kMax: return r.summary(figure.column).max;
        case Of::kOver: return r.shareOver(1);
        case Of::kFarOver: return r.shareOver(1.2);
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
        out += fmt::format("{},{},{},{}\n", csvCell(plainPath(run.manager)), run.repeat, run.is_best ? 1 : 0,
                           runValues(run));
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
    return json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace drover::lab
