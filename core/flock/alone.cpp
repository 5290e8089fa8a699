#include "core/flock/alone.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/flock/kernels.h"

namespace drover::flock {
namespace {

constexpr std::size_t kChunk = 256;  // flocks that are worked on at once, all in the nearest cache
constexpr std::size_t kAhead = 16;   // flocks whose rows are asked for before their turn

// Flocks of one species, those of a chunk that move.
struct Batch {
    std::size_t count = 0;
    alignas(64) std::array<std::uint32_t, kChunk> flocks, updates, steps;
    alignas(64) std::array<float, kChunk> t;
    // Their agents, where their rows do not follow each other.
    alignas(64) std::array<std::uint32_t, kChunk> x, y;
    alignas(64) std::array<float, kChunk> vx, vy, hx, hy;

    bool is_one_run = true;  // their rows follow each other

    void load(const AgentColumns& from) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = flocks[i];
            x[i] = from.x[at], y[i] = from.y[at];
            vx[i] = from.vx[at], vy[i] = from.vy[at];
            hx[i] = from.hx[at], hy[i] = from.hy[at];
        }
    }
    void store(AgentColumns& to) const {
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = flocks[i];
            to.x[at] = x[i], to.y[at] = y[i];
            to.vx[at] = vx[i], to.vy[at] = vy[i];
            to.hx[at] = hx[i], to.hy[at] = hy[i];
        }
    }
    AgentRows rows() { return {count, x.data(), y.data(), vx.data(), vy.data(), hx.data(), hy.data()}; }
};

AgentRows rowsFrom(AgentColumns& columns, std::size_t first, std::size_t count) {
    return {count,
            columns.x.data() + first,
            columns.y.data() + first,
            columns.vx.data() + first,
            columns.vy.data() + first,
            columns.hx.data() + first,
            columns.hy.data() + first};
}

void stepBatch(FlockStore& store, const StepRules& rules, Batch& batch) {
    if (batch.is_one_run) {
        store.kernels().stepAlone({rules, rowsFrom(store.roots(), batch.flocks[0], batch.count),
                                   batch.flocks.data(), batch.updates.data(), batch.t.data(),
                                   batch.steps.data()});
    } else {
        batch.load(store.roots());
        store.kernels().stepAlone({rules, batch.rows(), batch.flocks.data(), batch.updates.data(),
                                   batch.t.data(), batch.steps.data()});
        batch.store(store.roots());
    }
    for (std::size_t i = 0; i < batch.count; ++i)
        store.countUpdates(FlockId{batch.flocks[i]}, batch.steps[i]);
}

// Sorts out who does not stay alone.
struct Everybody {
    bool stays(FlockId, std::size_t) const { return true; }
};
struct ThoseFarFrom {
    const FlockStore& store;
    Place player;
    std::vector<std::uint32_t>& left;

    bool stays(FlockId flock, std::size_t at) const {
        if (staysAlone(store, flock, player)) return true;
        left.push_back(static_cast<std::uint32_t>(at));
        return false;
    }
};

// The neighbours in `due` from `from` on that are of one species and stay alone, to `batch`. Those whose step
// is too long for vectors are moved at once. Returns where the next batch begins.
template <class Sieve>
std::size_t gather(FlockStore& store, std::span<const AloneUpdate> due, std::size_t from, const Sieve& sieve,
                   Batch& batch, UpdateRoom& room) {
    const SpeciesId species = store.speciesIdOf(due[from].flock);
    const Species& kind = store.speciesOf(due[from].flock);
    const StepRules& rules = store.rulesOf(due[from].flock);
    batch.count = 0;
    batch.is_one_run = true;
    std::size_t i = from;
    for (; i < due.size() && batch.count < kChunk && store.speciesIdOf(due[i].flock) == species; ++i) {
        const FlockId flock = due[i].flock;
        // Rows that follow each other the processor fetches ahead by itself.
        if (i + kAhead < due.size() && row(due[i + kAhead].flock) != row(flock) + kAhead)
            store.prefetch(due[i + kAhead].flock);
        if (!sieve.stays(flock, i)) continue;
        const std::uint32_t steps = substeps(kind, due[i].elapsed);
        const float t = steps > 1 ? due[i].elapsed / static_cast<float>(steps) : due[i].elapsed;
        if (!rules.fits(t)) {
            moveFlock(store, flock, due[i].elapsed, room);
            continue;
        }
        if (batch.count > 0 && row(flock) != batch.flocks[batch.count - 1] + 1) batch.is_one_run = false;
        batch.flocks[batch.count] = static_cast<std::uint32_t>(flock);
        batch.updates[batch.count] = store.updateOf(flock);
        batch.steps[batch.count] = steps;
        batch.t[batch.count] = t;
        ++batch.count;
    }
    return i;
}

// Whether a vector of neighbours in `due` would be mostly empty, for being of one species.
bool isMixed(const FlockStore& store, std::span<const AloneUpdate> due) {
    if (store.allSpecies().size() == 1) return false;
    constexpr std::size_t kLongRun = 16;
    std::size_t changes = 0;
    for (std::size_t i = 1; i < due.size(); ++i)
        changes += store.speciesIdOf(due[i].flock) != store.speciesIdOf(due[i - 1].flock);
    return changes * kLongRun > due.size();
}

// Those who stay alone, by species: in the order of `due` within each.
template <class Sieve>
std::span<const AloneUpdate> sortBySpecies(const FlockStore& store, std::span<const AloneUpdate> due,
                                           const Sieve& sieve, UpdateRoom& room) {
    std::vector<std::uint32_t>& ends = room.alone_ends;
    ends.assign(store.allSpecies().size() + 1, 0);
    room.alone.clear();
    for (std::size_t i = 0; i < due.size(); ++i) {
        if (i + kAhead < due.size()) store.prefetch(due[i + kAhead].flock);
        if (!sieve.stays(due[i].flock, i)) continue;
        room.alone.push_back(due[i]);
        ++ends[row(store.speciesIdOf(due[i].flock)) + 1];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    room.alone_by_species.resize(room.alone.size());
    for (const AloneUpdate& update : room.alone)
        room.alone_by_species[ends[row(store.speciesIdOf(update.flock))]++] = update;
    return room.alone_by_species;
}

template <class Sieve>
void moveRuns(FlockStore& store, std::span<const AloneUpdate> due, const Sieve& sieve, UpdateRoom& room) {
    Batch batch;
    for (std::size_t i = 0; i < due.size();) {
        const std::size_t begin = i;
        i = gather(store, due, begin, sieve, batch, room);
        if (batch.count > 0) stepBatch(store, store.rulesOf(due[begin].flock), batch);
    }
}

template <class Sieve>
void moveThrough(FlockStore& store, std::span<const AloneUpdate> due, const Sieve& sieve, UpdateRoom& room) {
    if (store.kernels().stepAlone == nullptr) {
        for (std::size_t i = 0; i < due.size(); ++i)
            if (sieve.stays(due[i].flock, i)) moveFlock(store, due[i].flock, due[i].elapsed, room);
        return;
    }
    if (isMixed(store, due)) {
        moveRuns(store, sortBySpecies(store, due, sieve, room), Everybody{}, room);
    } else {
        moveRuns(store, due, sieve, room);
    }
}

}  // namespace

void moveAlone(FlockStore& store, std::span<const AloneUpdate> due, UpdateRoom& room) {
    moveThrough(store, due, Everybody{}, room);
}

void updateAlone(FlockStore& store, std::span<const AloneUpdate> due, Place player, UpdateRoom& room,
                 std::vector<std::uint32_t>& left) {
    moveThrough(store, due, ThoseFarFrom{store, player, left}, room);
}

void updateAloneOfRun(FlockStore& store, std::uint32_t first, std::uint32_t end, float elapsed, Place player,
                      RunRoom& room) {
    room.due.clear();
    room.left.clear();
    for (std::uint32_t i = first; i < end; ++i) room.due.push_back({FlockId{i}, elapsed});
    updateAlone(store, room.due, player, room.update, room.left);
}

LodCounts updateFlocks(FlockStore& store, std::uint32_t first, std::uint32_t end, float elapsed, Place player,
                       RunRoom& room) {
    updateAloneOfRun(store, first, end, elapsed, player, room);
    LodCounts counts;
    for (const std::uint32_t i : room.left)
        counts += updateFlock(store, room.due[i].flock, elapsed, player, room.update);
    return counts;
}

}  // namespace drover::flock
