#include "core/flock/alone.h"

#include <algorithm>
#include <array>

#include "core/flock/kernels.h"

namespace drover {
namespace {

constexpr std::size_t kChunk = 256;  // flocks that are worked on at once, all in the nearest cache

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
    return {count, columns.x.data() + first, columns.y.data() + first, columns.vx.data() + first,
            columns.vy.data() + first, columns.hx.data() + first, columns.hy.data() + first};
}

void stepBatch(FlockStore& store, const StepRules& rules, Batch& batch) {
    if (batch.is_one_run) {
        store.kernels().stepAlone({rules, rowsFrom(store.roots(), batch.flocks[0], batch.count), batch.flocks.data(),
                                   batch.updates.data(), batch.t.data(), batch.steps.data()});
    } else {
        batch.load(store.roots());
        store.kernels().stepAlone({rules, batch.rows(), batch.flocks.data(), batch.updates.data(), batch.t.data(),
                                   batch.steps.data()});
        batch.store(store.roots());
    }
    for (std::size_t i = 0; i < batch.count; ++i) store.countUpdates(FlockId{batch.flocks[i]}, batch.steps[i]);
}

// The neighbours in `due` from `from` on that are of one species and stay alone, to `batch`; those that do not stay so,
// to `left`. Returns where the next batch begins.
std::size_t gather(const FlockStore& store, std::span<const AloneUpdate> due, std::size_t from, Place player, Batch& batch,
                   std::vector<std::uint32_t>& left) {
    const SpeciesId species = store.speciesIdOf(due[from].flock);
    const Species& kind = store.speciesOf(due[from].flock);
    batch.count = 0;
    batch.is_one_run = true;
    std::size_t i = from;
    for (; i < due.size() && batch.count < kChunk && store.speciesIdOf(due[i].flock) == species; ++i) {
        const FlockId flock = due[i].flock;
        if (!staysAlone(store, flock, player)) {
            left.push_back(static_cast<std::uint32_t>(i));
            continue;
        }
        const std::uint32_t steps = substeps(kind, due[i].elapsed);
        if (batch.count > 0 && row(flock) != batch.flocks[batch.count - 1] + 1) batch.is_one_run = false;
        batch.flocks[batch.count] = static_cast<std::uint32_t>(flock);
        batch.updates[batch.count] = store.updateOf(flock);
        batch.steps[batch.count] = steps;
        batch.t[batch.count] = steps > 1 ? due[i].elapsed / static_cast<float>(steps) : due[i].elapsed;
        ++batch.count;
    }
    return i;
}

}  // namespace

void updateAlone(FlockStore& store, std::span<const AloneUpdate> due, Place player, UpdateRoom& room,
                 std::vector<std::uint32_t>& left) {
    Batch batch;
    for (std::size_t i = 0; i < due.size();) {
        const std::size_t begin = i;
        i = gather(store, due, begin, player, batch, left);
        if (batch.count == 0) continue;
        const StepRules& rules = store.rulesOf(due[begin].flock);
        const float longest = *std::max_element(batch.t.begin(), batch.t.begin() + static_cast<std::ptrdiff_t>(batch.count));
        if (store.kernels().stepAlone != nullptr && rules.fits(longest)) {
            stepBatch(store, rules, batch);
            continue;
        }
        for (const AloneUpdate& one : due.subspan(begin, i - begin)) {
            if (staysAlone(store, one.flock, player)) updateFlock(store, one.flock, one.elapsed, player, room);
        }
    }
}

}  // namespace drover
