// Updates many flocks at a time that are alone: their root is their only leaf. Nearly all flocks of a large
// world are alone nearly always. The world, benchmarks and experiments pass the flocks that are due, and
// update the remaining ones one by one (update.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/flock/update.h"

namespace drover::flock {

// Moves flocks that are alone and, as the caller has checked, stay alone. Fastest when flocks with
// neighbouring rows are neighbours in `due`. `due` must not contain a flock twice. Threads may call it at
// once for different flocks, each with its own scratch.
void moveAlone(FlockStore& store, std::span<const AloneUpdate> due, UpdateScratch& scratch);

// Updates every flock of `due` that is alone and stays alone, to the same bits as updateFlock(). It skips a
// flock that is expanded or near enough to the player to expand now, and appends its index in `due` to
// `left`, in rising order. The caller then passes it to updateFlock(). Otherwise like moveAlone().
void updateAlone(FlockStore& store, std::span<const AloneUpdate> due, Place player, UpdateScratch& scratch,
                 std::vector<std::uint32_t>& left);

// Working memory of updateFlocks().
struct RunScratch {
    UpdateScratch update;
    std::vector<AloneUpdate> due;
    std::vector<std::uint32_t> left;
};

// Updates the flocks of rows [first, end) by the same time: what a world without a load manager does in a
// frame.
LodCounts updateFlocks(FlockStore& store, std::uint32_t first, std::uint32_t end, float elapsed, Place player,
                       RunScratch& scratch);

// The first part of updateFlocks(): the flocks that stay alone. Threads may call it at once for ranges that
// do not overlap, each with its own scratch. `scratch.left` gets the other flocks, as indices in
// `scratch.due`.
void updateAloneOfRun(FlockStore& store, std::uint32_t first, std::uint32_t end, float elapsed, Place player,
                      RunScratch& scratch);

}  // namespace drover::flock
