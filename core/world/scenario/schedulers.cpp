#include "core/world/scenario/schedulers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string_view>
#include <unordered_map>

namespace drover::world {
namespace {

// The first scheduler of each name.
using Places = std::unordered_map<std::string_view, std::size_t>;

Places placesOf(std::span<const SchedulerEntry> schedulers) {
    Places places;
    for (std::size_t i = 0; i < schedulers.size(); ++i) places.emplace(schedulers[i].name, i);
    return places;
}

std::optional<std::size_t> above(const SchedulerEntry& entry, const Places& places) {
    const auto found = places.find(entry.under);
    return found == places.end() ? std::nullopt : std::optional(found->second);
}

// Whether the way up from it comes back to it. A way that ends in another circle is that one's flaw.
bool isBelowItself(std::span<const SchedulerEntry> schedulers, std::size_t scheduler, const Places& places) {
    std::optional<std::size_t> at = above(schedulers[scheduler], places);
    for (std::size_t steps = 0; at && steps < schedulers.size(); ++steps) {
        if (*at == scheduler) return true;
        at = above(schedulers[*at], places);
    }
    return false;
}

std::string schedulerNames(std::span<const SchedulerEntry> schedulers) {
    std::string names;
    for (const SchedulerEntry& entry : schedulers) names += ", " + entry.name;
    return names;
}

Flaw flawOfField(std::size_t scheduler, const char* field, std::string allowed) {
    return flawAt(fmt::format("schedulers[{}].{}", scheduler, field), "", std::move(allowed));
}

Flaw flawOfMembers(std::span<const SchedulerEntry> schedulers, std::span<const std::string> kinds) {
    Places owner;
    for (const std::string& kind : kinds) owner.emplace(kind, schedulers.size());
    for (std::size_t i = 0; i < schedulers.size(); ++i) {
        for (std::size_t m = 0; m < schedulers[i].members.size(); ++m) {
            const auto found = owner.find(schedulers[i].members[m]);
            const std::string field = fmt::format("members[{}]", m);
            if (found == owner.end())
                return flawOfField(i, field.c_str(), fmt::format("{}", fmt::join(kinds, ", ")));
            if (found->second < schedulers.size())
                return flawOfField(i, field.c_str(),
                                   fmt::format("each name once; schedulers[{}] has this one", found->second));
            found->second = i;
        }
    }
    return std::nullopt;
}

load::TaskSettings settingsOf(const SchedulerEntry& entry) {
    load::TaskSettings settings;
    settings.frequency = entry.frequency;
    settings.priority = entry.priority;
    if (entry.phase >= 0) settings.phase = entry.phase;
    return settings;
}

}  // namespace

Flaw flawOf(std::span<const SchedulerEntry> schedulers, std::span<const std::string> kinds) {
    const Places places = placesOf(schedulers);
    for (std::size_t i = 0; i < schedulers.size(); ++i)
        if (const std::size_t first = places.at(schedulers[i].name); first != i)
            return flawOfField(i, "name", fmt::format("another name; schedulers[{}] has this one", first));
    for (std::size_t i = 0; i < schedulers.size(); ++i)
        if (!schedulers[i].under.empty() && !above(schedulers[i], places))
            return flawOfField(i, "under", "\"\" for the manager itself" + schedulerNames(schedulers));
    for (std::size_t i = 0; i < schedulers.size(); ++i)
        if (isBelowItself(schedulers, i, places))
            return flawOfField(i, "under", "\"\" or a scheduler that is not below this one");
    return flawOfMembers(schedulers, kinds);
}

std::vector<load::TaskId> addSchedulers(std::span<const SchedulerEntry> schedulers, load::TaskTable& tasks) {
    std::vector<load::TaskId> ids;
    for (const SchedulerEntry& entry : schedulers) {
        ids.push_back(tasks.addScheduler(settingsOf(entry), entry.settings));
        assert(ids.back() != load::kNoTask);
    }
    const Places places = placesOf(schedulers);
    for (std::size_t i = 0; i < schedulers.size(); ++i)
        if (const auto place = above(schedulers[i], places)) tasks.moveTo(ids[i], ids[*place]);
    return ids;
}

std::vector<load::TaskId> schedulersOfKinds(std::span<const SchedulerEntry> schedulers,
                                            std::span<const load::TaskId> ids,
                                            std::span<const std::string> kinds) {
    std::unordered_map<std::string_view, load::TaskId> owner;
    for (std::size_t i = 0; i < schedulers.size(); ++i)
        for (const std::string& member : schedulers[i].members) owner.emplace(member, ids[i]);
    std::vector<load::TaskId> out;
    for (const std::string& kind : kinds) {
        const auto found = owner.find(kind);
        out.push_back(found == owner.end() ? load::kNoTask : found->second);
    }
    return out;
}

}  // namespace drover::world
