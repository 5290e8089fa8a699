// A scenario: everything that a run starts from. The lab and the window read it from assets/scenarios/*.json
// or a user's file and can write it back. scenario_fields.h lists the fields and their ranges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/input_error.h"
#include "core/base/plane.h"
#include "core/flock/species.h"
#include "core/minds/wildlife.h"
#include "core/world/claim.h"
#include "core/world/load_rules.h"
#include "core/world/sets.h"
#include "core/world/spike.h"

namespace drover::world {

// A disc in which flocks are born. A radius of zero means the whole world.
struct Region {
    double x = 0, y = 0, radius = 0;  // metre
};

struct SpeciesEntry {
    std::string name;
    std::uint32_t flocks = 1;
    Region region;
    flock::Species kind;
    TaskRules task;
    std::vector<SetEntry> sets;
};

struct Ground {
    double world_size = 4000;  // metre
    Edges edges = Edges::kTorus;
};

struct Waypoint {
    double x = 0, y = 0;  // metre
};

struct PlayerStart {
    double x = 0, y = 0;         // metre
    double speed = 10;           // metre per second, along the tour
    std::vector<Waypoint> tour;  // visited in order and then again from the first, the short way on a torus
};

// A species of the wildlife that is scheduled in its own way.
struct WildSpeciesEntry {
    minds::Wild species = minds::Wild::kHare;
    TaskRules task{.maximum_ms = 80};
};

// A kind of single animals (core/minds/animals.h).
struct AnimalsEntry {
    std::uint32_t count = 0;  // of each of its sorts
    double cost_us = 0;
    TaskRules task;
    std::vector<SetEntry> sets;             // empty: the mind is one piece
    std::vector<WildSpeciesEntry> species;  // whose task has rules of its own; each at most once
};
struct WildlifeEntry : AnimalsEntry {
    WildlifeEntry() : AnimalsEntry{.cost_us = 375, .task = {.maximum_ms = 80}} {}
};
struct PursuitEntry : AnimalsEntry {
    PursuitEntry() : AnimalsEntry{.cost_us = 8} {}
};

struct Scenario {
    std::string schema;  // "$schema", for editors; Drover ignores it
    std::string title;
    std::string text;  // an introduction to read to an audience
    std::uint64_t seed = 1;
    double frame_time = 1.0 / 60;  // second
    Ground world;
    PlayerStart player;
    flock::LodRules lod;
    std::vector<SpeciesEntry> species;
    WildlifeEntry wildlife;  // Tan & Wong's hares, javelinas, groundhogs and bobcats
    PursuitEntry pursuit;    // Wright & Marshall's testbed
    LoadRules load;
    std::vector<SchedulerEntry> schedulers;
    std::vector<Spike> spikes;
    std::vector<Claim> claims;  // what will be seen of it as it is; a world does not read them

    Plane plane() const { return {world.world_size, world.edges}; }
    std::uint64_t flocks() const;
    std::uint64_t agents() const;
};

// Checks the manager's name and parameters. Empty if they are right, else what is allowed instead.
std::string flawOf(const LoadRules& load);

// Reads a scenario. Refuses one that could need more than `memory_bytes`, before any of it is allocated.
Result<Scenario> readScenario(const std::string& path, std::uint64_t memory_bytes);
Result<Scenario> parseScenario(std::string file, std::string source, std::uint64_t memory_bytes);

std::string writeScenario(const Scenario& scenario);

// The JSON Schema of scenario files.
std::string scenarioSchema();

// What is wrong with the numbers of animals: there are none at all, too many, or more than fit in the memory.
struct CountFlaw {
    std::string found, allowed;
    bool is_memory = false;
};
std::optional<CountFlaw> flawOfCounts(const Scenario& scenario, std::uint64_t memory_bytes);

// About what a world of this scenario comes to take in memory, in bytes (memory_need.h).
double memoryNeeded(const Scenario& scenario);

}  // namespace drover::world
