#include "app/lab/compare_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/grouped.h"
#include "core/world/scenario_fields.h"
#include "core/world/spike_text.h"

namespace drover::lab {
namespace {

constexpr std::size_t kAiTime = record::columnOf("ai_ms");  // on one thread equal to C_total

// Mean D_period of a band, weighted by `per`, the number of tasks in each frame's mean. Empty if there were
// none.
template <std::size_t kColumn, std::size_t kPer>
std::optional<double> deviation(const RunResult& r) {
    if (r.totals[kPer] == 0) return std::nullopt;
    return r.weightedMean(kColumn, kPer);
}
constexpr auto kNearAssigned =
    deviation<record::columnOf("near_d_assigned_ms"), record::columnOf("near_tasks")>;
constexpr auto kNearObserved =
    deviation<record::columnOf("near_d_observed_ms"), record::columnOf("near_observed")>;
constexpr auto kFarAssigned = deviation<record::columnOf("far_d_assigned_ms"), record::columnOf("far_tasks")>;
constexpr auto kFarObserved =
    deviation<record::columnOf("far_d_observed_ms"), record::columnOf("far_observed")>;

// Thoughts of a band's minds: of a mind in a second, and of the minds whose task ran. Empty if there were
// none.
template <std::size_t kThoughts, std::size_t kMinds>
std::optional<double> thoughtsASecond(const RunResult& r) {
    if (r.totals[kMinds] == 0 || r.simulated_s <= 0) return std::nullopt;
    return r.totals[kThoughts] / r.totals[kMinds] * static_cast<double>(r.frames) / r.simulated_s;
}
template <std::size_t kThoughts, std::size_t kAsked>
std::optional<double> quality(const RunResult& r) {
    if (r.totals[kAsked] == 0) return std::nullopt;
    return r.totals[kThoughts] / r.totals[kAsked];
}
constexpr auto kNearThoughts =
    thoughtsASecond<record::columnOf("near_thoughts"), record::columnOf("near_minds")>;
constexpr auto kFarThoughts =
    thoughtsASecond<record::columnOf("far_thoughts"), record::columnOf("far_minds")>;
constexpr auto kNearQuality = quality<record::columnOf("near_thoughts"), record::columnOf("near_asked")>;
constexpr auto kFarQuality = quality<record::columnOf("far_thoughts"), record::columnOf("far_asked")>;

// How many points stand for a herd near the player, in the mean.
std::optional<double> nearPoints(const RunResult& r) {
    const double herds = r.totals[record::columnOf("near_tasks")];
    if (herds == 0) return std::nullopt;
    return r.totals[record::columnOf("near_leaves")] / herds;
}

struct Figure {
    const char* group;      // heading group in the table
    const char* name;       // null: only in files
    const char* file_name;  // in CSV and JSON; shares are 0 to 1 there and percent in the table
    int decimals;
    double shown_times;
    std::optional<double> (*of)(const RunResult&);
};

constexpr Figure kFigures[] = {
    {"", "fps", "fps", 1, 1, [](const RunResult& r) -> std::optional<double> { return r.fps(); }},
    {"AI time, ms", "mean", "c_total_mean_ms", 3, 1,
     [](const RunResult& r) -> std::optional<double> { return r.summary(kAiTime).mean; }},
    {"AI time, ms", nullptr, "c_total_p50_ms", 3, 1,
     [](const RunResult& r) -> std::optional<double> { return r.summary(kAiTime).p50; }},
    {"AI time, ms", "p99", "c_total_p99_ms", 3, 1,
     [](const RunResult& r) -> std::optional<double> { return r.summary(kAiTime).p99; }},
    {"AI time, ms", nullptr, "c_total_max_ms", 3, 1,
     [](const RunResult& r) -> std::optional<double> { return r.summary(kAiTime).max; }},
    {"% frames over", "budget", "share_over_budget", 2, 100,
     [](const RunResult& r) -> std::optional<double> { return r.shareOver(1); }},
    {"% frames over", "x 1.2", "share_over_1.2_budget", 2, 100,
     [](const RunResult& r) -> std::optional<double> { return r.shareOver(1.2); }},
    {"D_period, ms", "near", "near_d_assigned_ms", 1, 1, kNearAssigned},
    {"near D_period, ms", nullptr, "near_d_observed_ms", 1, 1, kNearObserved},
    {"D_period, ms", "far", "far_d_assigned_ms", 1, 1, kFarAssigned},
    {"far D_period, ms", nullptr, "far_d_observed_ms", 1, 1, kFarObserved},
    {"thoughts / s", "near", "near_thoughts_per_s", 1, 1, kNearThoughts},
    {"thoughts / s", "far", "far_thoughts_per_s", 1, 1, kFarThoughts},
    {"quality, %", "near", "near_quality", 0, 100, kNearQuality},
    {"quality, %", "far", "far_quality", 0, 100, kFarQuality},
    {"points", "near", "near_leaves_per_task", 1, 1, nearPoints},
    {"oldest", "ms", "oldest_max_ms", 0, 1,
     [](const RunResult& r) -> std::optional<double> {
         return r.summary(record::columnOf("oldest_ms")).max;
     }},
    {"over-", "head", "overhead_mean_ms", 3, 1,
     [](const RunResult& r) -> std::optional<double> {
         return r.summary(record::columnOf("overhead_ms")).mean;
     }},
    {"", nullptr, "leaves_mean", 0, 1,
     [](const RunResult& r) -> std::optional<double> { return r.summary(record::columnOf("leaves")).mean; }},
};

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
    for (const Figure& figure : kFigures) run.figures.push_back(figure.of(result));
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
