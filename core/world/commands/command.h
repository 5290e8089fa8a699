// What a person or a script may ask of a world; nothing else changes it. Each command has ranges and can be
// written to a log and read from one: a run under the model clock that is replayed from its log ends in the
// same state.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/function_ref.h"
#include "core/base/input_error.h"
#include "core/world/scenario/kinds.h"

namespace drover::world {

// What a command changes. Each says it, and those who give a world only some commands go by it.
enum class About : std::uint8_t {
    kView,      // what is looked at
    kPause,     // whether time passes
    kCourse,    // how the animals and the player move, whatever is updated when
    kLoad,      // what there is to do, and how it is managed
    kNewWorld,  // everything: the world begins again
};

struct MovePlayer {
    static constexpr const char* kName = "move_player";
    static constexpr About kAbout = About::kCourse;
    double x = 0, y = 0;  // metre; ends the tour
};
struct SetView {
    static constexpr const char* kName = "view";
    static constexpr About kAbout = About::kView;
    double x = 0, y = 0, width = 0,
           height = 0;  // metre, its middle and its sides; tasks outside count as not visible
};
struct SetBudget {
    static constexpr const char* kName = "budget";
    static constexpr About kAbout = About::kLoad;
    load::BudgetSettings budget;
};
struct SetManager {
    static constexpr const char* kName = "manager";
    static constexpr About kAbout = About::kLoad;
    std::string manager = "elastic";
    std::vector<ParameterValue> parameters;
    std::string script;  // as in LoadRules
};
struct SetTask {
    static constexpr const char* kName = "species_task";
    static constexpr About kAbout = About::kLoad;
    std::uint32_t species = 0;  // which rules, as in rulesNames()
    TaskRules task;
};
// How a species moves, from its flocks' next updates on; its tree stays as it is.
struct SetSpecies {
    static constexpr const char* kName = "species";
    static constexpr About kAbout = About::kCourse;
    std::uint32_t species = 0;
    flock::Species kind;
};
// What the minds of a kind are divided into. The manager starts again with them.
struct SetSets {
    static constexpr const char* kName = "sets";
    static constexpr About kAbout = About::kLoad;
    std::uint32_t kind = 0;  // as in kindNames()
    std::vector<SetEntry> sets;
};
// Another tree for a species. Its flocks are folded to their root, and unfold again when they are updated.
struct SetTree {
    static constexpr const char* kName = "tree";
    static constexpr About kAbout = About::kLoad;
    std::uint32_t species = 0;
    std::uint32_t branching = 2, depth = 5;
};
// How many animals there are: flocks of a species, or animals of each sort of another kind. If there are too
// many, the last ones go; if there are too few, new ones are born in the region.
struct SetAnimals {
    static constexpr const char* kName = "animals";
    static constexpr About kAbout = About::kLoad;
    std::uint32_t species = 0;  // which kind, as in kindNames()
    std::uint32_t count = 0;
    Region region;
    bool brings_back = false;  // before any are born, those that went last come back to where they were
};
struct SetMindCosts {
    static constexpr const char* kName = "mind_costs";
    static constexpr About kAbout = About::kLoad;
    std::array<double, kOthers> cost_us = {};  // of each kind of single animals
};
// All relations from here on: who cares about whom.
struct SetRelations {
    static constexpr const char* kName = "relations";
    static constexpr About kAbout = About::kCourse;
    std::vector<RelationEntry> relations;
};
struct SetLod {
    static constexpr const char* kName = "lod";
    static constexpr About kAbout = About::kLoad;
    flock::LodRules lod;
};
struct SetImportance {
    static constexpr const char* kName = "importance";
    static constexpr About kAbout = About::kLoad;
    load::ImportanceCurve curve;
};
struct AddShape {
    static constexpr const char* kName = "add_shape";
    static constexpr About kAbout = About::kCourse;
    std::uint32_t number = ground::kMostShapes;  // its place in the list; at most the end
    ground::Shape shape;
};
struct RemoveShape {
    static constexpr const char* kName = "remove_shape";
    static constexpr About kAbout = About::kCourse;
    std::uint32_t number = 0;
};
// Opens or closes a gate of the building that people walk in.
struct SetGate {
    static constexpr const char* kName = "gate";
    static constexpr About kAbout = About::kCourse;
    std::uint32_t gate = 0;
    bool is_open = true;
};
// All that stands in the way and all gates, in place of those before. The gates that stay come first.
struct SetBuilding {
    static constexpr const char* kName = "building";
    static constexpr About kAbout = About::kCourse;
    std::vector<ground::Shape> shapes;
    std::vector<people::Gate> gates;
};
// More people, who begin in an area.
struct AddPeople {
    static constexpr const char* kName = "add_people";
    static constexpr About kAbout = About::kLoad;
    ground::Box area;
    std::uint32_t people = 1;
    std::uint32_t route = 0;
};
struct AddSpike {
    static constexpr const char* kName = "spike";
    static constexpr About kAbout = About::kLoad;
    Spike spike;
};
struct SetLoad {
    static constexpr const char* kName = "load";
    static constexpr About kAbout = About::kLoad;
    double think_us = 0, base_load_ms = 0;
};
struct SetPause {
    static constexpr const char* kName = "pause";
    static constexpr About kAbout = About::kPause;
    bool is_paused = true;
};
struct SetTimeScale {
    static constexpr const char* kName = "time_scale";
    static constexpr About kAbout = About::kCourse;
    double scale = 1;  // of the time that passes in the world, not of the budget
};
struct Restart {
    static constexpr const char* kName = "restart";
    static constexpr About kAbout = About::kNewWorld;
    std::uint64_t seed = 1;
};
struct LoadScenario {
    static constexpr const char* kName = "scenario";
    static constexpr About kAbout = About::kNewWorld;
    Scenario scenario;
};

using Command = std::variant<MovePlayer, SetView, SetBudget, SetManager, SetTask, SetSpecies, SetTree,
                             SetSets, SetAnimals, SetMindCosts, SetRelations, SetLod, SetImportance, AddShape,
                             RemoveShape, SetGate, SetBuilding, AddPeople, AddSpike, SetLoad, SetPause,
                             SetTimeScale, Restart, LoadScenario>;

inline About aboutOf(const Command& command) {
    return std::visit([](const auto& one) { return one.kAbout; }, command);
}
inline bool beginsAnew(const Command& command) { return aboutOf(command) == About::kNewWorld; }
inline bool isView(const Command& command) { return aboutOf(command) == About::kView; }
// After such a command a world is not the one that its scenario describes.
inline bool isChange(const Command& command) {
    return aboutOf(command) == About::kCourse || aboutOf(command) == About::kLoad;
}

// A command and the frame before which it was given.
struct LoggedCommand {
    std::uint64_t frame = 1;
    Command command;

    // Long, and the same for everyone: compiled once.
    LoggedCommand();
    LoggedCommand(std::uint64_t frame, Command command);
    LoggedCommand(const LoggedCommand&);
    LoggedCommand(LoggedCommand&&) noexcept;
    LoggedCommand& operator=(const LoggedCommand&);
    LoggedCommand& operator=(LoggedCommand&&) noexcept;
    ~LoggedCommand();
};

// Adds those that are given before this frame, in their order.
void addBefore(std::span<const LoggedCommand> log, std::uint64_t frame, std::vector<Command>& commands);

// What its fields' ranges cannot say.
Flaw flawOf(const Command& command);

// One line of a log.
std::string writeCommand(const LoggedCommand& logged);

// More than a person or a script gives: so a reader knows how much memory a frame takes.
inline constexpr std::size_t kMostCommands = 100'000;

// A whole log, in the order of its frames. Errors name the line of the log.
Result<std::vector<LoggedCommand>> parseCommandLog(const std::string& file, std::string_view text);
// The same one by one, each with its line.
Flaw forEachCommand(const std::string& file, std::string_view text,
                    FunctionRef<void(const LoggedCommand&, std::string_view)> take);

}  // namespace drover::world
