#include "app/lab/ordeal/coverage.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/lab/table.h"
#include "core/base/grouped.h"
#include "core/flock/store.h"
#include "core/load/manager.h"
#include "core/load/managers.h"
#include "core/world/animals/population.h"

namespace drover::lab::ordeal {
namespace {

template <class... C>
constexpr std::array<const char*, sizeof...(C)> namesIn(const std::variant<C...>*) {
    return {C::kName...};
}
constexpr auto kCommandNames = namesIn(static_cast<const world::Command*>(nullptr));

Table managersTable(const Coverage& seen) {
    Table table{.headings = {{"frames", "by manager"}, {"", "herds"}}};
    for (const minds::Kind* kind :
         {&minds::kWildlife, &minds::kPursuit, &minds::kHunters, &minds::kPeople, &minds::kWays})
        table.headings.push_back({"", std::string(kind->name)});
    for (std::size_t m = 0; m < load::kManagers.size(); ++m) {
        std::vector<std::string> row = {std::string(load::kManagers[m].name)};
        for (const Coverage::Count count : seen.managers_kinds[m]) row.push_back(grouped(count));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table commandsTable(const Coverage& seen) {
    Table table{.headings = {{"given", "command"}}};
    for (const char* const name : kCircumstances) table.headings.push_back({"", name});
    for (std::size_t c = 0; c < seen.given.size(); ++c) {
        std::vector<std::string> row = {kCommandNames[c]};
        for (const Coverage::Count count : seen.given[c]) row.push_back(grouped(count));
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace

void Coverage::see(const world::World& world) {
    ++frames;
    const auto manager =
        std::ranges::find(load::kManagers, world.manager().info().name, &load::ManagerInfo::name) -
        load::kManagers.begin();
    auto& kinds = managers_kinds[static_cast<std::size_t>(manager) % kManagers];
    kinds[0] += world.flocks().size() > 0;
    for (std::size_t other = 0; other < world.population().others.size(); ++other)
        kinds[1 + other] += world.population().others[other]->size() > 0;
}

void Coverage::add(const Coverage& other) {
    static_assert(std::is_trivially_copyable_v<Coverage> && sizeof(Coverage) % sizeof(Count) == 0);
    auto* const mine = reinterpret_cast<Count*>(this);
    const auto* const more = reinterpret_cast<const Count*>(&other);
    for (std::size_t i = 0; i < sizeof(Coverage) / sizeof(Count); ++i) mine[i] += more[i];
}

std::string Coverage::text() const {
    std::size_t pairs_seen = 0;
    for (const auto& first : pairs)
        pairs_seen += static_cast<std::size_t>(std::ranges::count_if(first, [](Count n) { return n > 0; }));
    std::string text = fmt::format(
        "{} lives: {} refused at their beginning, {} times out of memory, {} under a real clock, {} on "
        "threads, "
        "{} with 5,000 herds or more\n{} frames, {} commands of which {} were refused, {} of {} pairs\n",
        grouped(lives), grouped(refused), grouped(out_of_memory), grouped(real_clocks), grouped(threaded),
        grouped(large), grouped(frames), grouped(commands), grouped(commands_refused), pairs_seen,
        kCommands * kCommands);
    constexpr std::array<const char*, kDeeds> kNames = {"nothing", "copies", "forks",     "exchanges",
                                                        "threads", "seeks",  "files cut", "copies starved"};
    for (std::size_t deed = 1; deed < kDeeds; ++deed)
        text += fmt::format("{} {}{}", grouped(deeds[deed]), kNames[deed], deed + 1 < kDeeds ? ", " : "\n\n");
    return text + managersTable(*this).text() + "\n" + commandsTable(*this).text();
}

}  // namespace drover::lab::ordeal
