// Flocks that are a root alone, updated many at a time: nearly all flocks of a large world are, nearly
// always. Whoever schedules flocks hands over those that are due and updates what is left one by one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/flock/update.h"

namespace drover::flock {

// Moves flocks that are a root alone and stay one: the caller knows. Fastest when flocks whose rows are
// neighbours are neighbours in `due`. No flock may be twice in it. Threads may call it at once for flocks
// that differ, each with its own room.
void moveAlone(FlockStore& store, std::span<const AloneUpdate> due, UpdateRoom& room);

// Updates every flock of `due` that is a root alone and stays one, to the same bits as updateFlock(). A flock
// that is expanded, or that the player is near enough to for it to expand now, is not touched: its index in
// `due` is appended to `left`, in rising order, and the caller hands it to updateFlock(). Otherwise as
// moveAlone().
void updateAlone(FlockStore& store, std::span<const AloneUpdate> due, Place player, UpdateRoom& room,
                 std::vector<std::uint32_t>& left);

// What updateFlocks() needs beside the store.
struct RunRoom {
    UpdateRoom update;
    std::vector<AloneUpdate> due;
    std::vector<std::uint32_t> left;
};

// Updates the flocks from row `first` up to `end` by the same time, those alone in bulk: what a world without
// a load manager does in a frame.
LodCounts updateFlocks(FlockStore& store, std::uint32_t first, std::uint32_t end, float elapsed, Place player,
                       RunRoom& room);

// Its first part, which threads may do at once for runs that do not overlap, each with its own room: those
// that stay alone. `room.left` has the others, by their index in `room.due`.
void updateAloneOfRun(FlockStore& store, std::uint32_t first, std::uint32_t end, float elapsed, Place player,
                      RunRoom& room);

}  // namespace drover::flock
