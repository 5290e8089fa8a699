// A scenario: everything that a run starts from. files/scenario_file.h reads and writes it; scenario_fields.h
// lists the fields and their ranges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/plane.h"
#include "core/flock/species.h"
#include "core/ground/ground.h"
#include "core/minds/people_settings.h"
#include "core/minds/wildlife.h"
#include "core/world/scenario/claim.h"
#include "core/world/scenario/first_sight.h"
#include "core/world/scenario/load_rules.h"
#include "core/world/scenario/relation.h"
#include "core/world/scenario/sets.h"
#include "core/world/scenario/spike.h"

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

struct Land {
    double world_size = 4000;  // metre
    Edges edges = Edges::kTorus;
    std::vector<ground::Shape> shapes;  // what stands in the way
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
    Region region;            // where they are born
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
struct HuntersEntry : AnimalsEntry {
    HuntersEntry() : AnimalsEntry{.cost_us = 20, .task = {.maximum_ms = 100}} {}
    bool stands = false;  // they never leave where they are born
};

struct PeopleEntry : AnimalsEntry {
    PeopleEntry() : AnimalsEntry{.task = {.maximum_ms = 200}} {}
    minds::PeopleSettings settings;
};

struct WaysEntry : AnimalsEntry {
    WaysEntry() : AnimalsEntry{.task = {.nominal_ms = 1000.0 / 60, .maximum_ms = 100}} {}
};

struct Scenario {
    std::string schema;  // "$schema", for editors; Drover ignores it
    std::string title;
    std::string text;  // an introduction to read to an audience
    std::uint64_t seed = 1;
    double frame_time = 1.0 / 60;  // second
    Land world;
    PlayerStart player;
    flock::LodRules lod;
    std::vector<SpeciesEntry> species;
    WildlifeEntry wildlife;                // Tan & Wong's hares, javelinas, groundhogs and bobcats
    PursuitEntry pursuit;                  // Wright & Marshall's testbed
    HuntersEntry hunters;                  // of herds
    PeopleEntry people;                    // who walk through a building
    WaysEntry ways;                        // minds that look for the ways of people
    std::vector<RelationEntry> relations;  // who cares about whom; without an entry all ignore each other
    LoadRules load;
    std::vector<SchedulerEntry> schedulers;
    std::vector<Spike> spikes;
    std::vector<Claim> claims;  // what will be seen of it as it is; a world does not read them
    FirstSight view;            // how people look at it first; a world does not read it

    // Long, and the same for everyone: compiled once.
    Scenario();
    Scenario(const Scenario&);
    Scenario(Scenario&&) noexcept;
    Scenario& operator=(const Scenario&);
    Scenario& operator=(Scenario&&) noexcept;
    ~Scenario();

    Plane plane() const { return {world.world_size, world.edges}; }
    ground::Ground ground() const { return {plane(), world.shapes}; }
    std::uint64_t flocks() const;
    std::uint64_t agents() const;
};

// What is wrong where each field is within its range: what takes more than one of them to see.
Flaw flawOf(const Scenario& scenario);
// Of the manager's name, script and parameters.
Flaw flawOf(const LoadRules& load);
Flaw flawOf(const TaskRules& task);

}  // namespace drover::world
