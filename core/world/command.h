// What a person or a script may ask of a world; nothing else changes it. Each command has ranges and can be
// written to a log and read from one: a run under the model clock that is replayed from its log ends in the
// same state.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/function_ref.h"
#include "core/base/input_error.h"
#include "core/world/scenario.h"

namespace drover::world {

struct MovePlayer {
    static constexpr const char* kName = "move_player";
    double x = 0, y = 0;  // metre; ends the tour
};
struct SetView {
    static constexpr const char* kName = "view";
    double x = 0, y = 0, width = 0,
           height = 0;  // metre, its middle and its sides; tasks outside count as not visible
};
struct SetBudget {
    static constexpr const char* kName = "budget";
    load::BudgetSettings budget;
};
struct SetManager {
    static constexpr const char* kName = "manager";
    std::string manager = "elastic";
    std::vector<ParameterValue> parameters;
};
struct SetTask {
    static constexpr const char* kName = "species_task";
    std::uint32_t species = 0;  // which rules, as in rulesNames()
    TaskRules task;
};
// How a species moves, from its flocks' next updates on; its tree stays as it is.
struct SetSpecies {
    static constexpr const char* kName = "species";
    std::uint32_t species = 0;
    flock::Species kind;
};
// What the minds of a kind are divided into. The manager starts again with them.
struct SetSets {
    static constexpr const char* kName = "sets";
    std::uint32_t kind = 0;  // the species, then wildlife, then pursuit
    std::vector<SetEntry> sets;
};
// Another tree for a species. Its flocks are folded to their root, and unfold again when they are updated.
struct SetTree {
    static constexpr const char* kName = "tree";
    std::uint32_t species = 0;
    std::uint32_t branching = 2, depth = 5;
};
// How many animals there are: flocks of a species, animals of each wildlife species, pursuit agents. If there
// are too many, the last ones go; if there are too few, new ones are born in the region.
struct SetAnimals {
    static constexpr const char* kName = "animals";
    std::uint32_t species = 0;  // as in SetTask
    std::uint32_t count = 0;
    Region region;
    bool brings_back = false;  // before any are born, those that went last come back to where they were
};
struct SetMindCosts {
    static constexpr const char* kName = "mind_costs";
    double wildlife_us = 0, pursuit_us = 0;
};
struct SetLod {
    static constexpr const char* kName = "lod";
    flock::LodRules lod;
};
struct SetImportance {
    static constexpr const char* kName = "importance";
    load::ImportanceCurve curve;
};
struct AddSpike {
    static constexpr const char* kName = "spike";
    Spike spike;
};
struct SetLoad {
    static constexpr const char* kName = "load";
    double think_us = 0, base_load_ms = 0;
};
struct SetPause {
    static constexpr const char* kName = "pause";
    bool is_paused = true;
};
struct SetTimeScale {
    static constexpr const char* kName = "time_scale";
    double scale = 1;  // of the time that passes in the world, not of the budget
};
struct Restart {
    static constexpr const char* kName = "restart";
    std::uint64_t seed = 1;
};
struct LoadScenario {
    static constexpr const char* kName = "scenario";
    Scenario scenario;
};

using Command = std::variant<MovePlayer, SetView, SetBudget, SetManager, SetTask, SetSpecies, SetTree,
                             SetSets, SetAnimals, SetMindCosts, SetLod, SetImportance, AddSpike, SetLoad,
                             SetPause, SetTimeScale, Restart, LoadScenario>;

// A command and the frame before which it was given.
struct LoggedCommand {
    std::uint64_t frame = 1;
    Command command;
};

// What its fields' ranges cannot say: what is allowed instead, or nothing.
std::optional<std::string> flawOf(const Command& command);

// One line of a log.
std::string writeCommand(const LoggedCommand& logged);

// More than a person or a script gives: so a reader knows how much memory a frame takes.
inline constexpr std::size_t kMostCommands = 100'000;

// A whole log, in the order of its frames. Errors name the line of the log.
Result<std::vector<LoggedCommand>> parseCommandLog(const std::string& file, std::string_view text);
// The same one by one, each with its line.
std::optional<InputError> forEachCommand(const std::string& file, std::string_view text,
                                         FunctionRef<void(const LoggedCommand&, std::string_view)> take);

}  // namespace drover::world
