#include "core/world/sets.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/load/process/process_manager.h"

namespace drover::world {
namespace {

using load::ExecutionPart;

constexpr std::array kFlockParts = {
    PartInfo{MindPart::kNeighbours, ExecutionPart::kPerception, "neighbours", "sees who is near"},
    PartInfo{MindPart::kAlignment, ExecutionPart::kBehaviour, "alignment",
             "steers to the neighbours' heading"},
    PartInfo{MindPart::kCohesion, ExecutionPart::kBehaviour, "cohesion", "steers to the neighbours' centre"},
    PartInfo{MindPart::kSeparation, ExecutionPart::kBehaviour, "separation", "steers away from near ones"},
    PartInfo{MindPart::kWander, ExecutionPart::kBehaviour, "wander", "steers to a random point ahead"},
    PartInfo{MindPart::kThought, ExecutionPart::kBehaviour, "thought",
             "thinks: load.think_us for every leaf"},
    PartInfo{MindPart::kMove, ExecutionPart::kAction, "move", "moves by the forces"},
};
constexpr std::array kWildlifeParts = {
    PartInfo{MindPart::kLook, ExecutionPart::kPerception, "look", "sees threat and prey"},
    PartInfo{MindPart::kDecide, ExecutionPart::kBehaviour, "decide", "chooses to flee, chase, graze or rest"},
    PartInfo{MindPart::kSteer, ExecutionPart::kBehaviour, "steer", "chooses the velocity it wants"},
    PartInfo{MindPart::kMove, ExecutionPart::kAction, "move", "moves towards that velocity"},
};
constexpr std::array kPursuitParts = {
    PartInfo{MindPart::kPerceive, ExecutionPart::kPerception, "perceive", "sees its target and who is near"},
    PartInfo{MindPart::kFollow, ExecutionPart::kBehaviour, "follow", "wants to get to its target"},
    PartInfo{MindPart::kAvoid, ExecutionPart::kBehaviour, "avoid", "wants to keep clear of the others"},
    PartInfo{MindPart::kMove, ExecutionPart::kAction, "move", "turns and moves"},
};

// A set that the process manager would never run, in its own words.
std::string neverRuns(MindKind kind, const std::vector<SetEntry>& sets, std::int64_t period) {
    load::ProcessManager manager;
    const auto added = manager.addKind(agentKindOf("", kind, sets));
    if (!added.error.empty()) return added.error;
    return manager.addAgent(added.id, {.period = period, .delay = 0}).error;
}

}  // namespace

std::span<const PartInfo> partsOf(MindKind kind) {
    switch (kind) {
        case MindKind::kFlock: return kFlockParts;
        case MindKind::kWildlife: return kWildlifeParts;
        case MindKind::kPursuit: break;
    }
    return kPursuitParts;
}

const PartInfo* findPart(MindKind kind, std::string_view name) {
    const std::span<const PartInfo> parts = partsOf(kind);
    const auto found = std::ranges::find_if(parts, [&](const PartInfo& part) { return part.name == name; });
    return found == parts.end() ? nullptr : &*found;
}

load::AgentKind agentKindOf(const std::string& name, MindKind kind, const std::vector<SetEntry>& sets) {
    load::AgentKind agent{.name = name};
    const auto nothing = [](load::AgentId, std::uint32_t) {};
    for (const SetEntry& set : sets) {
        const PartInfo* part = findPart(kind, set.name);
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

SetsFlaw flawOf(MindKind kind, const std::vector<SetEntry>& sets, std::int64_t period) {
    if (sets.empty()) return {};
    bool acts = false;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const PartInfo* part = findPart(kind, sets[i].name);
        if (part == nullptr) {
            std::string names;
            for (const PartInfo& known : partsOf(kind))
                names += (names.empty() ? "" : ", ") + std::string(known.name);
            return {i, "name", fmt::format("\"{}\"", sets[i].name), names};
        }
        acts = acts || part->place == ExecutionPart::kAction;
        for (std::size_t j = 0; j < i; ++j)
            if (sets[j].name == sets[i].name)
                return {i, "name", fmt::format("\"{}\" a second time", sets[i].name), "each set once"};
    }
    if (!acts)
        return {sets.size(), "", "no set \"move\"", "a list with its action, \"move\", or no sets at all"};
    const std::string never = neverRuns(kind, sets, std::min(period, load::kLongestPeriod));
    if (never.empty()) return {};
    for (std::size_t i = 0; i < sets.size(); ++i)
        if (never.starts_with(sets[i].name + ":") || never.starts_with(sets[i].name + "."))
            return {i, "period", never, "a set that runs: one that is due in a frame in which its agent is"};
    return {sets.size(), "", never, "sets that run"};
}

}  // namespace drover::world
