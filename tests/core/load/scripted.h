// Tasks that cost what a script says, run by a manager under a model clock: what the tests of managers share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/random.h"
#include "core/load/manager.h"

namespace drover::load {

inline constexpr std::int64_t kUs = 1000, kMs = 1000 * kUs, kFrame_ns = 16'666'667;

inline nlohmann::json goldenCases(const std::string& name) {
    std::ifstream file(std::string(DROVER_SOURCE_DIR) + "/tests/golden/" + name);
    return nlohmann::json::parse(file).at("cases");
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

// Numbered tasks in a table, and a frame of them.
struct Bench {
    TaskTable tasks;
    ModelClock clock;
    std::unique_ptr<Manager> manager;
    std::map<std::uint32_t, int> number_of_row;
    std::vector<nlohmann::json> scripts;
    std::vector<std::size_t> calls;

    explicit Bench(const char* name) : manager(makeManager(*findManager(name))) {}

    TaskId add(int number, const TaskSettings& settings) {
        const TaskId id = tasks.add(settings);
        number_of_row[id.row] = number;
        return id;
    }

    std::vector<Ran> frame(std::int64_t budget_ns) {
        std::vector<Ran> ran;
        calls.resize(scripts.size());
        manager->plan(tasks, {16'666'667, budget_ns}, clock);
        const auto task = [&](const TaskCall& call) {
            const int number = number_of_row.at(call.task.row);
            const auto n = static_cast<std::size_t>(number);
            const std::int64_t cost =
                scripts.empty() ? 0 : scriptedCost(scripts[n], call.offered_ns, calls[n]++);
            ran.emplace_back(number, call.offered_ns, cost);
            clock.advance(cost);
        };
        manager->run(tasks, task, clock);
        return ran;
    }
};

// A stream of random numbers, drawn by counter.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : seed_(seed) {}

    std::uint32_t word() {
        if (at_ == 4) {
            block_ = philox({static_cast<std::uint32_t>(n_), static_cast<std::uint32_t>(n_ >> 32), 0, 0},
                            static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32));
            ++n_, at_ = 0;
        }
        return block_[at_++];
    }
    double unit() { return static_cast<double>(word()) * 0x1p-32; }
    double between(double low, double high) { return low + unit() * (high - low); }
    std::int64_t whole(std::int64_t low, std::int64_t high) {  // both can come
        return low + static_cast<std::int64_t>(unit() * static_cast<double>(high - low + 1));
    }
    bool chance(double p) { return unit() < p; }

  private:
    std::uint64_t seed_, n_ = 0;
    RandomBlock block_ = {};
    std::size_t at_ = 4;
};

}  // namespace drover::load
