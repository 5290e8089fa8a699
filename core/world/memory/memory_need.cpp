#include "core/world/memory/memory_need.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "core/flock/store.h"
#include "core/flock/update.h"
#include "core/load/managers.h"
#include "core/load/task_table.h"
#include "core/meeting/surroundings.h"
#include "core/world/frame/frame_tally.h"
#include "core/world/frame/importance.h"
#include "core/world/frame/mind_sets.h"
#include "core/world/frame/thinking.h"
#include "core/world/scenario/kinds.h"

#include "core/world/scenario/scenario_fields.h"

namespace drover::world {
namespace {

const load::ManagerInfo& managerOf(const Scenario& scenario) {
    const load::ManagerInfo* const found = load::findManager(scenario.load.manager);
    return found ? *found : load::kManagers.front();
}

bool managerDecidesLevels(const Scenario& scenario) {
    return scenario.lod.enabled && managerOf(scenario).sets_detail;
}

bool runsSets(const Scenario& scenario) {
    return managerOf(scenario).cuts_thoughts &&
           std::ranges::any_of(scenario.species,
                               [](const SpeciesEntry& entry) { return !entry.sets.empty(); });
}

double rowsOf(std::uint64_t leaves) { return leaves < 2 ? 0 : static_cast<double>(std::bit_ceil(leaves)); }

// The rows of a whole tree.
double rowsOfTree(const SpeciesEntry& entry) { return rowsOf(entry.kind.agents()); }

struct Near {
    double flocks = 0, rows = 0;
    double visited = 0;  // flocks that a whole tour comes near to
};

double lengthOf(const PlayerStart& player) {
    double length = 0, x = player.x, y = player.y;
    for (const Waypoint& next : player.tour) {
        length += std::hypot(next.x - x, next.y - y);
        x = next.x, y = next.y;
    }
    return length;
}

// How many flocks are unfolded where the zones decide and the player stands where they are densest, with
// those that a tour has just left behind, and as many rows as they take at their levels (MODEL (2.a)).
Near near(const SpeciesEntry& entry, const Scenario& scenario) {
    const auto flocks = static_cast<double>(entry.flocks);
    const double radius = entry.region.radius, size = scenario.world.world_size;
    const double area = radius > 0 ? std::min(std::numbers::pi * radius * radius, size * size) : size * size;
    const double trail =
        scenario.player.tour.empty() ? 0 : scenario.player.speed * entry.task.maximum_ms / 1000;
    const auto within = [&](double reach, double way) {
        const double all = flocks * (std::numbers::pi * reach * reach + 2 * reach * way) / area;
        return std::min(flocks, all + 3 * std::sqrt(all));  // they lie at random
    };
    constexpr double kMixed = 1.25;  // blocks of flocks whose parts are at several levels are not full
    Near sum;
    std::uint64_t leaves = 1;
    for (std::uint32_t level = 1; level <= entry.kind.depth; ++level) {
        const double zones = static_cast<double>(entry.kind.depth - level + 1);
        const double reach = static_cast<double>(scenario.lod.zone_width) * zones +
                             static_cast<double>(scenario.lod.hysteresis);
        const double flocks_within = within(reach, trail);
        if (level == 1) sum = {flocks_within, 0, within(reach, lengthOf(scenario.player))};
        const double more = rowsOf(leaves * entry.kind.branching) - rowsOf(leaves);
        sum.rows += kMixed * flocks_within * more;
        leaves *= entry.kind.branching;
    }
    sum.rows = std::min(sum.rows, flocks * rowsOfTree(entry));
    return sum;
}

// Columns of the tables, the manager and what the world keeps of each task.
double bytesPerTask(const Scenario& scenario) {
    const load::ManagerInfo& manager = managerOf(scenario);
    std::size_t bytes = load::TaskTable::bytesPerTask() + manager.bytes_per_task + Importance::kBytesPerTask +
                        FrameTally::kBytesOfWait;
    if (manager.cuts_thoughts) bytes += Thinking::kBytesPerTask + flock::FlockStore::kBytesPerTurn;
    if (manager.sets_detail) bytes += flock::FlockStore::kBytesPerDepth;
    // The lists of what ran. A manager of a budget runs few tasks in a frame, but may run all of them.
    const std::size_t run = FrameTally::kBytesPerTask;
    bytes += manager.coin == load::Coin::kNone || isMostMemory(scenario) ? run : run / 16;
    return static_cast<double>(bytes);
}

}  // namespace

ExpectedRows expectedRows(const Scenario& scenario) {
    const bool manager_decides = managerDecidesLevels(scenario);
    const bool zones_decide = scenario.lod.enabled && !manager_decides;
    ExpectedRows sum;
    double widest = 1;  // rows that a leaf takes
    for (const SpeciesEntry& entry : scenario.species) {
        const auto flocks = static_cast<double>(entry.flocks);
        const Near unfolded =
            zones_decide ? near(entry, scenario) : Near{flocks, flocks * rowsOfTree(entry), flocks};
        sum.expanded += unfolded.flocks;
        sum.leaves += unfolded.rows;
        widest = std::max(widest, rowsOfTree(entry) / static_cast<double>(entry.kind.agents()));
        if (scenario.lod.reinit != flock::Reinit::kRetained) continue;
        const flock::Tree tree(entry.kind.branching, entry.kind.depth);
        sum.retained += unfolded.visited * static_cast<double>(tree.nodes() - 1);
    }
    const double most_leaves = widest * static_cast<double>(scenario.lod.max_leaves);
    // Without levels every herd unfolds once. If there are no leaves left for it, it never retains any.
    if (!zones_decide && !manager_decides)
        sum.retained *= std::min(1.0, most_leaves / std::max(sum.leaves, 1.0));
    sum.leaves = std::min(sum.leaves, most_leaves);
    sum.expanded = std::min(sum.expanded, sum.leaves / 2);
    return sum;
}

void expectRows(const Scenario& scenario, flock::FlockStore& flocks) {
    constexpr double kMost = 1e12;
    const ExpectedRows rows = expectedRows(scenario);
    flocks.expectRows(static_cast<std::uint64_t>(std::min(std::ceil(rows.leaves), kMost)),
                      static_cast<std::uint64_t>(std::min(rows.retained, kMost)));
}

double memoryWithoutLeaves(const Scenario& scenario) {
    constexpr double kPerMind = 512;     // wild animals and followers
    constexpr double kPerExpanded = 24;  // its block, and its place in the lists of free ones
    constexpr double kPerRetained = 8;   // where a flock's rows begin
    const auto flocks = static_cast<double>(scenario.flocks());
    const auto others = static_cast<double>(othersOf(scenario));
    const ExpectedRows rows = expectedRows(scenario);
    double bytes = flocks * (static_cast<double>(flock::FlockStore::kBytesAlone) + bytesPerTask(scenario)) +
                   others * (kPerMind + bytesPerTask(scenario)) + rows.expanded * kPerExpanded;
    if (!scenario.relations.empty())
        bytes += (flocks + others) * static_cast<double>(meeting::Surroundings::kBytesPerRow);
    if (runsSets(scenario)) bytes += flocks * static_cast<double>(MindSets::kBytesPerFlock);
    if (rows.retained > 0)
        bytes += rows.retained * flock::FlockStore::kBytesPerRetainedNode + flocks * kPerRetained;
    return bytes;
}

double bytesPerLeafRow(const Scenario& scenario) {
    std::size_t bytes = flock::FlockStore::kBytesPerLeafRow;
    if (managerOf(scenario).cuts_thoughts) bytes += flock::FlockStore::kBytesPerIntent;
    if (!scenario.relations.empty()) bytes += sizeof(meeting::Member);
    if (runsSets(scenario)) bytes += 2 * flock::Steering::kBytesPerLeaf;  // each flock's own columns grow
    return static_cast<double>(bytes);
}

bool isMostMemory(const Scenario& scenario) { return managerDecidesLevels(scenario); }

// A large flock's update works in columns of their own; a small one's are nothing beside the rest.
double memoryNeeded(const Scenario& scenario) {
    const double leaves = expectedRows(scenario).leaves;
    double largest = 0;
    for (const SpeciesEntry& entry : scenario.species)
        largest = std::max(largest, std::min(leaves, static_cast<double>(entry.kind.agents())));
    return memoryWithoutLeaves(scenario) + leaves * bytesPerLeafRow(scenario) +
           largest * static_cast<double>(flock::UpdateScratch::kBytesPerLeaf);
}

Flaw flawOfCounts(const Scenario& scenario, std::uint64_t memory_bytes) {
    if (scenario.flocks() + othersOf(scenario) == 0 || scenario.flocks() > kMaxFlocks)
        return flawAt("", fmt::format("{} flocks in total", scenario.flocks()),
                      fmt::format("1 to {}", kMaxFlocks));
    if (memoryNeeded(scenario) <= static_cast<double>(memory_bytes)) return std::nullopt;
    Flaw flaw = flawAt(
        "",
        fmt::format("{} flocks of {} agents in all, which {} {:.0f} MiB", scenario.flocks(),
                    scenario.agents(), isMostMemory(scenario) ? "can need up to" : "need about",
                    memoryNeeded(scenario) / (1 << 20)),
        fmt::format("what fits in {:.0f} MiB (fewer flocks, a smaller lod.max_leaves, another lod.reinit)",
                    static_cast<double>(memory_bytes) / (1 << 20)));
    flaw->kind = InputError::Kind::kNoMemory;
    return flaw;
}

}  // namespace drover::world
