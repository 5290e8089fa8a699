// What a sweep is to run: every combination of the values that vary, with every seed, in one fixed order.
// sweep.cpp runs it; sweep_file.h keeps what has been run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/world/scenario.h"

namespace drover::lab {

// One thing that a sweep may vary.
struct SweepKey {
    const char* name;
    const char* text;          // what it is, and its unit
    double low = 0, high = 0;  // of a number
    bool is_whole = false;
    std::vector<std::string> (*choices)() = nullptr;  // of one that is a word
    // `value` as it is spelled in the plan: within the range, or one of the choices.
    void (*apply)(world::Scenario& scenario, const std::string& value) = nullptr;
};
std::span<const SweepKey> sweepKeys();

// A key and its values, as spelled in the file.
struct SweepAxis {
    const SweepKey* key = nullptr;
    std::vector<std::string> values;
};

// KEY=V1,V2,... where a value may be FIRST..LAST+STEP or FIRST..LAST*FACTOR. Throws Exit that names what is
// allowed.
SweepAxis parseAxis(const std::string& text);

struct SweepRun {
    std::uint64_t number = 0;  // from 1, in the whole sweep
    std::uint64_t seed = 1;
    std::vector<std::string> values;  // one an axis
};

struct SweepPlan {
    std::vector<SweepAxis> axes;
    std::uint64_t first_seed = 1, seeds = 1;

    std::uint64_t runs() const;
    // Seeds change fastest, then the last axis.
    SweepRun run(std::uint64_t number) const;
    world::Scenario scenarioOf(const world::Scenario& base, const SweepRun& run) const;
};

// The runs of shard `index` of `count`, both from 1: stretches of the plan, so that the shards' files joined
// in order are the file of the whole.
struct Shard {
    std::uint64_t index = 1, count = 1;

    std::uint64_t first(std::uint64_t runs) const { return (index - 1) * runs / count + 1; }
    std::uint64_t last(std::uint64_t runs) const { return index * runs / count; }
};
Shard parseShard(const std::string& text);

}  // namespace drover::lab
