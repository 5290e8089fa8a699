// The plan of a sweep: every combination of the varied values, with every seed, in one fixed order. sweep.cpp
// runs it and stores the finished rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/world/scenario/scenario.h"

namespace drover::lab {

// A parameter that a sweep can vary.
struct SweepKey {
    const char* name;
    const char* text;          // description with unit
    double low = 0, high = 0;  // range of a number
    bool is_whole = false;
    std::vector<std::string> (*choices)() = nullptr;  // for a parameter that is a word
    bool takes_scripts = false;                       // or a file in Lua
    // Sets the parameter. `value` is within the range, or one of the choices.
    void (*apply)(world::Scenario& scenario, const std::string& value) = nullptr;
};
std::span<const SweepKey> sweepKeys();

// What varies, and its values, spelled as in the file.
struct SweepAxis {
    std::string name;               // as on the command line
    const SweepKey* key = nullptr;  // null: `name` is the path of a number of the scenario (scenario_path.h)
    std::string target;             // the key's name, or the path with places; equal for the same number
    std::vector<std::string> values;
};

// Parses KEY=V1,V2,... where KEY may be a path in `base`, and a value may be FIRST..LAST+STEP or
// FIRST..LAST*FACTOR. Throws Exit that names what is allowed.
SweepAxis parseAxis(const std::string& text, const world::Scenario& base);

struct SweepRun {
    std::uint64_t number = 0;  // from 1, in the whole sweep
    std::uint64_t seed = 1;
    std::vector<std::string> values;  // one per axis
};

struct SweepPlan {
    std::vector<SweepAxis> axes;
    std::uint64_t first_seed = 1, seeds = 1;

    std::uint64_t runs() const;
    // The run with this number. Seeds change fastest, then the last axis.
    SweepRun run(std::uint64_t number) const;
    // First all keys are applied, then all paths. An error says what a path's number may be.
    Result<world::Scenario> scenarioOf(const world::Scenario& base, const SweepRun& run) const;
};

// Part `index` of `count`, both from 1. Each shard is a contiguous part of the plan, so the shards' files
// joined in order equal the file of the whole sweep.
struct Shard {
    std::uint64_t index = 1, count = 1;

    std::uint64_t first(std::uint64_t runs) const { return (index - 1) * runs / count + 1; }
    std::uint64_t last(std::uint64_t runs) const { return index * runs / count; }
};
Shard parseShard(const std::string& text);

}  // namespace drover::lab
