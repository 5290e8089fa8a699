#include "core/world/frame/boost.h"

#include <algorithm>
#include <iterator>

#include "core/world/frame/rolling_scan.h"

namespace drover::world {
namespace {

// In a world whose tasks are not all looked at in each frame, a change of one's period would be a look at
// all.
bool canHalve(const load::TaskTable& tasks) { return tasks.rows() <= RollingScan::kMostAtOnce; }

}  // namespace

load::TaskSettings Boost::settingsFor(std::uint32_t row, load::TaskSettings usual,
                                      const load::TaskTable& tasks) const {
    if (!canHalve(tasks) || !std::ranges::binary_search(rows_, row)) return usual;
    usual.nominal_ns /= 2;
    // Sets of a mind are due in frames that suit the whole number, and so half of an even one.
    if (usual.frequency % 2 == 0) usual.frequency /= 2;
    return usual;
}

void Boost::follow(const Scenario& scenario, Population& population, std::span<const Ran> ran,
                   load::TaskTable& tasks) {
    flock::FlockStore& flocks = population.flocks;
    changed_.clear();
    if (!flocks.canFlee() && rows_.empty()) return;
    before_ = rows_;
    for (const ValuePtr<minds::Animals>& animals : population.others)
        for (std::uint32_t i = 0; i < animals->size(); ++i)
            if (const auto quarry = animals->quarryOf(i);
                quarry && flocks.canFlee() && population.isFlock(*quarry)) {
                flocks.boost(FlockId{*quarry});
                rows_.push_back(*quarry);
            }
    for (const Ran& one : ran)
        if (population.isFlock(one.row) && flocks.isBoosted(FlockId{one.row})) rows_.push_back(one.row);
    std::ranges::sort(rows_);
    rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
    changed_ = rows_;
    std::erase_if(rows_, [&](std::uint32_t row) { return !flocks.isBoosted(FlockId{row}); });
    if (!canHalve(tasks)) return;
    for (const std::uint32_t row : changed_) {
        const bool was = std::ranges::binary_search(before_, row), is = flocks.isBoosted(FlockId{row});
        if (was == is) continue;
        load::TaskSettings usual = settingsOf(rulesOf(scenario, population.rulesOfRow(scenario, row)));
        usual.scheduler = tasks.columns.scheduler[row];
        tasks.change(tasks.idOf(row), settingsFor(row, usual, tasks));
    }
}

}  // namespace drover::world
