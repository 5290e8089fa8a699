// What a world takes in memory, before any of it is allocated: refusals name this figure, and the flocks'
// columns grow up to it and not to twice of it. World and the programs call it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/flock/store.h"
#include "core/world/scenario/scenario.h"

namespace drover::world {

// Rows that the flocks of a world are expected to take beside their roots.
struct ExpectedRows {
    double leaves = 0;    // in blocks
    double expanded = 0;  // flocks that have such a block
    double retained = 0;
};
ExpectedRows expectedRows(const Scenario& scenario);
void expectRows(const Scenario& scenario, flock::FlockStore& flocks);

// Whether the figure is what it takes at most: the manager chooses the levels, and may unfold all herds or
// none.
bool isMostMemory(const Scenario& scenario);
// In bytes, but for the leaves of flocks.
double memoryWithoutLeaves(const Scenario& scenario);
// What the row of a leaf takes.
double bytesPerLeafRow(const Scenario& scenario);

// About what a world of this scenario comes to take in memory, in bytes.
double memoryNeeded(const Scenario& scenario);

// What is wrong with the numbers of animals: there are none at all, too many, or more than fit in the memory.
// Its kind is kNoMemory where with more memory there would be none.
Flaw flawOfCounts(const Scenario& scenario, std::uint64_t memory_bytes);

}  // namespace drover::world
