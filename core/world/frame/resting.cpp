#include "core/world/frame/resting.h"

#include "core/base/planted.h"
#include "core/world/scenario/kinds.h"

namespace drover::world {
namespace {

constexpr std::int64_t kBetween_ns = 250'000'000;

}  // namespace

void Resting::follow(const Scenario& scenario, const Population& population, load::TaskTable& tasks) {
    woken_.clear();
    std::uint64_t stirs = 0;
    for (const auto& animals : population.others) stirs += animals->stirs();
    if (stirs == stirs_) return;
    const bool may_begin = tasks.simul_ns >= next_ns_;
    for (std::size_t other = 0; other < population.others.size(); ++other) {
        const minds::Animals& animals = *population.others[other];
        if (animals.stirs() == 0) continue;
        for (std::uint32_t i = 0; i < animals.size(); ++i) {
            const std::uint32_t row = population.firstRow(other) + i;
            const bool rests = animals.rests(i);
            if (rests == tasks.isResting(row)) continue;
            if (rests && may_begin) tasks.rest(tasks.idOf(row));
            if (rests || (isPlanted(Fault::kLostWakeUp) && i % 4 == 3)) continue;
            tasks.wake(row, settingsOf(rulesOf(scenario, population.rulesOfRow(scenario, row))));
            woken_.push_back(row);
        }
    }
    if (!may_begin) return;
    stirs_ = stirs;
    next_ns_ = tasks.simul_ns + kBetween_ns;
}

}  // namespace drover::world
