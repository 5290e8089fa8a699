// Updates one flock: its membrane follows the player, its leaves are steered and moved, its inner nodes
// averaged. The world calls the two halves for each due flock, benchmarks and experiments the whole, with the
// time since that flock's last update.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/large_pages.h"
#include "core/flock/around.h"
#include "core/flock/lod.h"
#include "core/flock/parts.h"
#include "core/flock/steering.h"
#include "core/flock/store.h"

namespace drover::flock {

// A due update of a flock that is alone (alone.h).
struct AloneUpdate {
    FlockId flock;
    float elapsed;       // seconds since its last update, finite and not negative
    bool thinks = true;  // false: it goes on as it did (MODEL (2.g))
};

// Working memory of updates, one for each thread.
struct UpdateScratch {
    MembraneScratch membrane;
    Steering steering;
    LargeVector<Neighbour> neighbours;
    CellGrid cells;
    LargeVector<Seen> seen;
    LargeVector<float> deviations;
    MeanScratch means;
    Around around;
    std::vector<Place> before;  // where leaves were before a step
    Pushes pushes;
    cores::Team* team = nullptr;  // of the parts of a large flock; null: they run here
    std::vector<AloneUpdate> alone, alone_by_species;
    std::vector<std::uint32_t> alone_ends;  // by species

    // For each leaf of the largest flock, with the cells of one that is about as dense as its rules make it.
    static constexpr std::size_t kBytesPerLeaf =
        2 * sizeof(Leaf) + 2 * sizeof(Neighbour) + sizeof(Seen) + 4 * sizeof(std::uint32_t);
};

// `elapsed` is in seconds, finite and not negative. A long time is divided into steps of at most
// Species::max_step, up to Species::max_substeps steps (MODEL (1.d)). Nothing moves if it is zero.
LodCounts updateFlock(FlockStore& store, FlockId flock, float elapsed, Place player, UpdateScratch& scratch);

// The two halves of updateFlock(). changeLevel() also touches other flocks' rows, and does nothing unless
// wantsLevel(). moveFlock() touches only this flock's rows: threads may call it at once for different flocks,
// each with its own scratch.
LodCounts changeLevel(FlockStore& store, FlockId flock, Place player, UpdateScratch& scratch);
// `thinkers` is how many leaves think, where the store has them think in turns.
void moveFlock(FlockStore& store, FlockId flock, float elapsed, UpdateScratch& scratch,
               std::uint32_t thinkers = kAllThink);

// The last stage alone: draws, sums and cuts the forces that the other stages left in `steering`, and moves
// the flock's leaves (O&D (7), (8)). Counts as one update of the flock.
void act(FlockStore& store, FlockId flock, float elapsed, Steering& steering, PushRows pushes = {});
// The same in as many steps as moveFlock() takes, all by the same forces. A folded herd that keeps its
// herd's pace is moved by moveFlock() instead.
void actInSteps(FlockStore& store, FlockId flock, float elapsed, Steering& steering, UpdateScratch& scratch);

// How many steps an update of `elapsed` seconds is divided into (MODEL (1.d)). A flock that is alone and
// keeps its herd's pace needs one, unless it is pushed.
inline std::uint32_t substeps(const Species& species, float elapsed) {
    if (elapsed <= 0) return 0;
    if (elapsed > 1e-20f && elapsed <= species.max_step) return std::min(1u, species.max_substeps);
    const float wanted = std::ceil(elapsed / species.max_step);
    return static_cast<std::uint32_t>(std::min(wanted, static_cast<float>(species.max_substeps)));
}
inline std::uint32_t substeps(const FlockStore& store, FlockId flock, float elapsed, bool is_pushed = false) {
    if (elapsed > 0 && store.isAlone(flock) && store.rulesOf(flock).pace > 0)
        return is_pushed ? static_cast<std::uint32_t>(std::max(std::ceil(elapsed / kLongestPush), 1.0f)) : 1;
    return substeps(store.speciesOf(flock), elapsed);
}

}  // namespace drover::flock
