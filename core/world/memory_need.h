// What a world takes in memory, before any of it is allocated: refusals name this figure, and the flocks'
// columns grow up to it and not to twice of it. World and the programs call it.
#pragma once

#include "core/flock/store.h"
#include "core/world/scenario.h"

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
// Of a leaf's row.
double bytesPerLeafRow(const Scenario& scenario);

}  // namespace drover::world
