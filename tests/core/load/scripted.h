// Tasks that cost what a script says, run by a manager under a model clock: what the tests of managers share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "core/load/manager.h"
#include "tests/dice.h"
#include "tests/folder.h"

namespace drover::load {

inline constexpr std::int64_t kUs = 1000, kMs = 1000 * kUs, kFrame_ns = 16'666'667;

inline nlohmann::json goldenCases(const std::string& name) {
    return nlohmann::json::parse(tests::sourceText("tests/golden/" + name)).at("cases");
}

// As the golden files describe them: all, half, double, zero, or a cycle of costs.
inline std::int64_t scriptedCost(const nlohmann::json& script, std::int64_t offered_ns, std::size_t call) {
    const std::string kind = script.at("kind");
    if (kind == "all") return std::max<std::int64_t>(0, offered_ns);
    if (kind == "half") return std::max<std::int64_t>(0, offered_ns / 2);
    if (kind == "double") return std::max<std::int64_t>(0, 2 * offered_ns);
    if (kind == "cycle") return script.at("ns").at(call % script.at("ns").size());
    return 0;
}

using Ran = std::tuple<int, std::int64_t, std::int64_t>;  // task, offered, consumed

// The nominal period is from `least_ms` to `most_ms`, the longest one is 1 to `times` nominal ones.
inline TaskSettings anyPeriods(Dice& dice, std::int64_t least_ms, std::int64_t most_ms, std::int64_t times) {
    const std::int64_t nominal_ns = dice.whole(least_ms, most_ms) * kMs;
    return {.nominal_ns = nominal_ns, .maximum_ns = nominal_ns * dice.whole(1, times)};
}

// Tasks under a manager.
struct Managed {
    TaskTable tasks;
    ModelClock clock;
    std::unique_ptr<Manager> manager;

    explicit Managed(std::string_view name) : manager(makeManager(*findManager(name))) {}

    // `task` is called for each that runs.
    template <class Task>
    const FrameReport& runFrame(std::int64_t frame_ns, std::int64_t budget_ns, const Task& task) {
        manager->plan(tasks, {frame_ns, budget_ns}, clock);
        manager->run(tasks, task, clock);
        return manager->report();
    }
};

// Numbered tasks in a table, and a frame of them.
struct Bench : Managed {
    std::map<std::uint32_t, int> number_of_row;
    std::vector<nlohmann::json> scripts;
    std::vector<std::size_t> calls;

    using Managed::Managed;

    TaskId add(int number, const TaskSettings& settings) {
        const TaskId id = tasks.add(settings);
        number_of_row[id.row] = number;
        return id;
    }

    std::vector<Ran> frame(std::int64_t budget_ns) {
        std::vector<Ran> ran;
        calls.resize(scripts.size());
        const auto task = [&](const TaskCall& call) {
            const int number = number_of_row.at(call.task.row);
            const auto n = static_cast<std::size_t>(number);
            const std::int64_t cost =
                scripts.empty() ? 0 : scriptedCost(scripts[n], call.offered_ns, calls[n]++);
            ran.emplace_back(number, call.offered_ns, cost);
            clock.advance(cost);
        };
        runFrame(kFrame_ns, budget_ns, task);
        return ran;
    }
};

}  // namespace drover::load
