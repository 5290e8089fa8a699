#include "app/lab/world_run.h"

#include <fmt/format.h>

#include "app/command_line/output.h"
#include "core/base/grouped.h"
#include "core/flock/store.h"
#include "core/load/lua/own_manager.h"
#include "core/people/crowd.h"
#include "core/world/scenario/kinds.h"
#include "core/world/world_view.h"

#include <chrono>
#include <numeric>

namespace drover::lab {

record::Summary RunResult::summary(std::size_t c) const {
    std::vector<double> values = columns[c];  // a copy, because summarize sorts
    return record::summarize(values);
}

void RunResult::add(const record::FrameRecord& record) {
    for (std::size_t c = 0; c < record::kColumnCount; ++c) {
        latest[c] = record::shownValue(record::kColumns[c], record);
        totals[c] += latest[c];
        if (columns[c].size() < kKept) {
            columns[c].push_back(latest[c]);
        } else {
            columns[c][frames % kKept] = latest[c];
        }
    }
    ++frames;
}

std::optional<double> RunResult::mean(std::size_t c) const {
    const std::optional<std::size_t> weight = record::weightOf(c);
    if (!weight) return frames > 0 ? std::optional(summary(c).mean) : std::nullopt;
    const std::vector<double>& counts = columns[*weight];
    const double weights = std::accumulate(counts.begin(), counts.end(), 0.0);
    if (weights == 0) return std::nullopt;
    return std::inner_product(columns[c].begin(), columns[c].end(), counts.begin(), 0.0) / weights;
}

double RunResult::fps() const { return 1000 / summary(record::columnOf("tf_ms")).mean; }

double RunResult::shareOver(double times) const {
    const std::vector<double>& cost = columns[record::columnOf("ai_ms")];
    const std::vector<double>& budget = columns[record::columnOf("td_ms")];
    std::size_t over = 0;
    for (std::size_t i = 0; i < cost.size(); ++i) over += cost[i] > times * budget[i];
    return cost.empty() ? 0 : static_cast<double>(over) / static_cast<double>(cost.size());
}

std::string inhabitants(const world::Scenario& scenario, std::uint64_t flocks, std::uint64_t agents) {
    std::vector<std::string> parts;
    if (flocks > 0)
        parts.push_back(fmt::format("{} flock{} for {} agents", grouped(flocks),
                                    flocks == 1 ? " that stands" : "s that stand", grouped(agents)));
    world::forEachOther(scenario, [&](const minds::Kind& kind, const world::AnimalsEntry& entry) {
        const std::uint64_t animals = kind.sorts.size() * entry.count;
        if (animals > 0)
            parts.push_back(
                fmt::format("{} {}", grouped(animals), animals == 1 ? kind.sorts.front().name : kind.many));
    });
    return fmt::format("{}", fmt::join(parts, ", "));
}

void sayTrouble(const std::string& manager, const RunResult& result) {
    if (result.trouble.empty()) return;
    command_line::warn(
        fmt::format("{} stopped: {}; each herd thought as often as before", manager, result.trouble));
}

RunResult runWorld(world::World& world, const RunLoop& loop) {
    RunResult result;
    const auto start = std::chrono::steady_clock::now();
    Given given{.frame_time = world.scenario().frame_time, .commands = {}};
    for (std::uint64_t i = 1; i <= loop.frames; ++i) {
        given.commands.clear();
        if (loop.commands) loop.commands(i, given.commands);
        const record::FrameRecord& record = world.step(given.frame_time, given.commands);
        result.add(record);
        if (loop.after_frame) loop.after_frame(world, given);
        given.frame_time = world.naturalFrameTime();
        if (loop.progress) loop.progress->show(i);
        result.is_finished = i == loop.frames || record.t_ns >= loop.until_ns;
        if (result.is_finished || (loop.is_stopped && loop.is_stopped())) break;
    }
    result.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.simulated_s = static_cast<double>(world.record().t_ns) / 1e9;  // the nearest to the decimal
    result.flocks = world.flocks().size();
    result.agents = world.flocks().agents();
    result.refused = world.refused();
    result.bytes = world.flocks().bytes();
    result.largest_jump_m = world.largestJump();
    result.without_room = world.view().peopleWithoutRoom();
    result.in_shapes = world.view().peopleInShapes();
    if (const people::Crowd* const crowd = world.view().people()) result.without_way = crowd->withoutWay();
    result.hash = world.stateHash();
    result.last_manager = world.scenario().load.manager;
    if (const load::ScriptPlan* const own = load::ownPlanOf(world.manager())) result.trouble = own->flaw();
    return result;
}

}  // namespace drover::lab
