#include "core/world/frame/meet.h"

#include <algorithm>
#include <numeric>

#include "core/cores/ranges.h"
#include "core/flock/around.h"
#include "core/world/scenario/relation.h"

namespace drover::world {
namespace {

std::vector<meeting::LookRules> lookRulesOf(const Scenario& scenario, const Population& population) {
    std::vector<meeting::LookRules> looks;
    for (const SpeciesEntry& entry : scenario.species) looks.push_back(flock::lookRulesOf(entry.kind));
    for (const ValuePtr<minds::Animals>& animals : population.others)
        for (const minds::Sort& sort : animals->kind().sorts) looks.push_back({.max_speed = sort.fastest});
    return looks;
}

void showOne(const Population& population, std::uint32_t row, std::int64_t now_ns,
             meeting::Surroundings& surroundings) {
    if (population.isFlock(row)) return flock::show(population.flocks, FlockId{row}, now_ns, surroundings);
    const auto [animals, other, i] = population.at(row);
    surroundings.renew(
        row, {.place = animals.places[i],
              .velocity = animals.velocityOf(i),
              .at_ns = now_ns,
              .look = animals.isAway(i) ? surroundings.relations().lookOfGone() : population.lookOf(row)});
}

void showAll(const Population& population, std::span<const std::uint32_t> rows, std::int64_t now_ns,
             std::int64_t elapsed_ns, cores::Team* team, meeting::Surroundings& surroundings) {
    constexpr std::uint32_t kRange = 256;
    surroundings.makeRoomForMembers(population.flocks.leaves().size());
    cores::eachRange(team, static_cast<std::uint32_t>(rows.size()), kRange, [&](const cores::Range& range) {
        for (std::uint32_t i = range.first; i < range.end; ++i)
            showOne(population, rows[i], now_ns, surroundings);
    });
    surroundings.endFrame(rows, now_ns, elapsed_ns, team);
}

// A task that rests never runs, but its animal may leave, or walk as part of a point. It is shown four times
// a second.
void addResting(const load::TaskTable& tasks, std::uint32_t first, std::int64_t elapsed_ns,
                std::vector<std::uint32_t>& rows) {
    constexpr std::int64_t kBetween_ns = 250'000'000;
    if (tasks.simul_ns / kBetween_ns == (tasks.simul_ns - elapsed_ns) / kBetween_ns) return;
    for (std::uint32_t row = first; row < tasks.taskRows(); ++row)
        if (tasks.isResting(row)) rows.push_back(row);
}

}  // namespace

meeting::Surroundings surroundingsOf(const Scenario& scenario, const Population& population,
                                     std::int64_t now_ns, cores::Team* team) {
    meeting::Surroundings surroundings(scenario.plane(), relationsOf(scenario),
                                       lookRulesOf(scenario, population), population.rows());
    if (surroundings.areEmpty()) return surroundings;
    std::vector<std::uint32_t> rows(population.rows());
    std::iota(rows.begin(), rows.end(), 0u);
    showAll(population, rows, now_ns, 0, team, surroundings);
    return surroundings;
}

void renew(meeting::Surroundings& surroundings, const Population& population, std::span<const Ran> ran,
           const load::TaskTable& tasks, std::int64_t elapsed_ns, cores::Team* team,
           std::vector<std::uint32_t>& rows) {
    if (surroundings.areEmpty()) return;
    rows.clear();
    for (const Ran& one : ran)
        if (one.row < population.rows()) rows.push_back(one.row);
    addResting(tasks, population.firstOther(), elapsed_ns, rows);
    showAll(population, rows, tasks.simul_ns, elapsed_ns, team, surroundings);
}

}  // namespace drover::world
