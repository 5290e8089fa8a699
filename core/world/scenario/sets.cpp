#include "core/world/scenario/sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/load/process/process_manager.h"

namespace drover::world {
namespace {

using load::ExecutionPart;

constexpr std::array<minds::PartInfo, kMove + 1> kPartsOfHerds = {{
    {ExecutionPart::kPerception, "neighbours", "sees who is near"},
    {ExecutionPart::kBehaviour, "alignment", "steers to the neighbours' heading"},
    {ExecutionPart::kBehaviour, "cohesion", "steers to the neighbours' centre"},
    {ExecutionPart::kBehaviour, "separation", "steers away from near ones"},
    {ExecutionPart::kBehaviour, "wander", "steers to a random point ahead"},
    {ExecutionPart::kBehaviour, "thought", "thinks: load.think_us for every leaf"},
    {ExecutionPart::kAction, "move", "moves by the forces"},
}};

using Parts = std::span<const minds::PartInfo>;

// A set that the process manager would never run, in its own words.
std::string neverRuns(Parts parts, const std::vector<SetEntry>& sets, std::int64_t period) {
    load::ProcessManager manager;
    const auto added = manager.addKind(agentKindOf("", parts, sets));
    if (!added.error.empty()) return added.error;
    return manager.addAgent(added.id, {.period = period, .delay = 0}).error;
}

}  // namespace

const Parts kHerdParts = kPartsOfHerds;

const minds::PartInfo* findPart(Parts parts, std::string_view name) {
    const auto found =
        std::ranges::find_if(parts, [&](const minds::PartInfo& part) { return part.name == name; });
    return found == parts.end() ? nullptr : &*found;
}

load::AgentKind agentKindOf(const std::string& name, Parts parts, const std::vector<SetEntry>& sets) {
    load::AgentKind agent{.name = name};
    const auto nothing = [](load::AgentId, std::uint32_t) {};
    for (const SetEntry& set : sets) {
        const minds::PartInfo* part = findPart(parts, set.name);
        if (part == nullptr) continue;
        const load::PlainSet plain{set.name, set.period, set.delay, {1, nothing}};
        if (part->place == ExecutionPart::kPerception)
            agent.perceptions.push_back(plain);
        else if (part->place == ExecutionPart::kAction)
            agent.actions.push_back(plain);
        else
            agent.behaviours.push_back({set.name,
                                        set.method,
                                        static_cast<int>(set.priority),
                                        set.period,
                                        set.delay,
                                        {kAtomsOfBehaviour, nothing}});
    }
    return agent;
}

Flaw flawOf(Parts parts, const std::vector<SetEntry>& sets, std::int64_t period) {
    if (sets.empty()) return std::nullopt;
    bool acts = false;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const std::string name = fmt::format("sets[{}].name", i);
        const minds::PartInfo* part = findPart(parts, sets[i].name);
        if (part == nullptr) {
            std::string names;
            for (const minds::PartInfo& known : parts)
                names += (names.empty() ? "" : ", ") + std::string(known.name);
            return flawAt(name, fmt::format("\"{}\"", sets[i].name), names);
        }
        acts = acts || part->place == ExecutionPart::kAction;
        for (std::size_t j = 0; j < i; ++j)
            if (sets[j].name == sets[i].name)
                return flawAt(name, fmt::format("\"{}\" a second time", sets[i].name), "each set once");
    }
    if (!acts)
        return flawAt("sets", fmt::format("no set \"{}\"", parts.back().name),
                      fmt::format("a list with its action, \"{}\", or no sets at all", parts.back().name));
    const std::string never = neverRuns(parts, sets, std::min(period, load::kLongestPeriod));
    if (never.empty()) return std::nullopt;
    for (std::size_t i = 0; i < sets.size(); ++i)
        if (never.starts_with(sets[i].name + ":") || never.starts_with(sets[i].name + "."))
            return flawAt(fmt::format("sets[{}].period", i), never,
                          "a set that runs: one that is due in a frame in which its agent is");
    return flawAt("sets", never, "sets that run");
}

}  // namespace drover::world
