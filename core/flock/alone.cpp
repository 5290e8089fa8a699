#include "core/flock/alone.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/flock/agent_step.h"
#include "core/flock/kernels.h"

namespace drover::flock {
namespace {

constexpr std::size_t kChunk = 256;       // flocks per batch, so that a batch fits the first-level cache
constexpr std::size_t kFlocksAhead = 16;  // how many flocks ahead rows are prefetched

// Flocks of one species that move together.
struct Batch {
    std::size_t count = 0;
    alignas(64) std::array<std::uint32_t, kChunk> flocks, draws, steps, ticks;
    alignas(64) std::array<float, kChunk> t, deviations, push_x, push_y, sprint;
    std::array<bool, kChunk> thinks;
    // Copies of their agents, used if their rows are not consecutive.
    alignas(64) std::array<std::uint32_t, kChunk> x, y;
    alignas(64) std::array<float, kChunk> vx, vy, hx, hy;

    bool is_one_run = true;  // their rows are consecutive
    bool is_pushed = false;  // any of them

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

void stepBatch(FlockStore& store, const StepRules& rules, Batch& batch) {
    const bool is_one_run = batch.is_one_run;
    if (!is_one_run) batch.load(store.roots());
    store.kernels().stepAlone(
        {.rules = rules,
         .roots = is_one_run ? rowsOf(store.roots(), batch.flocks[0], batch.count) : batch.rows(),
         .flocks = batch.flocks.data(),
         .draws = batch.draws.data(),
         .deviations = batch.deviations.data(),
         .t = batch.t.data(),
         .steps = batch.steps.data(),
         .pushes = batch.is_pushed ? PushRows{batch.push_x.data(), batch.push_y.data(), batch.sprint.data()}
                                   : PushRows{}});
    if (!is_one_run) batch.store(store.roots());
    for (std::size_t i = 0; i < batch.count; ++i)
        store.grow(FlockId{batch.flocks[i]}, batch.steps[i] * batch.ticks[i]);
    if (!store.thinksInTurns()) return;
    for (std::size_t i = 0; i < batch.count; ++i)
        if (batch.thinks[i] && batch.steps[i] > 0) store.hasThought(FlockId{batch.flocks[i]});
}

// The two sieves decide which flocks stay alone and are moved here.
struct AllStay {
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

// What the search of flocks further ahead will read.
void askForOthers(const FlockStore& store, std::span<const AloneUpdate> due, std::size_t i,
                  const meeting::Surroundings& others) {
    constexpr std::size_t kListsAhead = kFlocksAhead / 4 * 3, kOthersAhead = kFlocksAhead / 3;
    const auto placeOf = [&](std::size_t at) { return store.roots().get(row(due[at].flock)).place; };
    if (i + kListsAhead < due.size()) others.prefetchLists(placeOf(i + kListsAhead));
    if (i + kOthersAhead < due.size()) others.prefetchOthers(placeOf(i + kOthersAhead));
}

// Collects flocks from `due`, starting at `from`, until the species changes or the batch is full. Skips
// flocks that the sieve rejects, and moves a flock at once if its step is too long for vectors. Returns where
// the next batch begins.
template <class Sieve>
std::size_t gather(FlockStore& store, std::span<const AloneUpdate> due, std::size_t from, const Sieve& sieve,
                   Batch& batch, UpdateScratch& scratch) {
    const SpeciesId species = store.speciesIdOf(due[from].flock);
    const Species& kind = store.speciesOf(due[from].flock);
    const StepRules& rules = store.rulesOf(due[from].flock);
    batch.count = 0;
    batch.is_one_run = true, batch.is_pushed = false;
    const bool can_be_pushed = scratch.around.pushes(store, species);
    const meeting::Surroundings* const others = scratch.around.others;
    float ticks_for = 0;  // most flocks make steps of the same length
    std::uint32_t ticks = rules.ticksOf(ticks_for);
    std::size_t i = from;
    for (; i < due.size() && batch.count < kChunk && store.speciesIdOf(due[i].flock) == species; ++i) {
        const FlockId flock = due[i].flock;
        // The processor prefetches consecutive rows by itself.
        if (i + kFlocksAhead < due.size() && row(due[i + kFlocksAhead].flock) != row(flock) + kFlocksAhead)
            store.prefetch(due[i + kFlocksAhead].flock);
        if (can_be_pushed && others != nullptr) askForOthers(store, due, i, *others);
        if (!sieve.stays(flock, i)) continue;
        const std::uint32_t steps = rules.pace > 0 && due[i].elapsed > 0 ? 1 : substeps(kind, due[i].elapsed);
        const float t = steps > 1 ? due[i].elapsed / static_cast<float>(steps) : due[i].elapsed;
        // In windows of time only one step knows its draws beforehand.
        if (!rules.fits(t) || (steps > 1 && !rules.is_paper)) {
            moveFlock(store, flock, due[i].elapsed, scratch, due[i].thinks ? kAllThink : 0);
            continue;
        }
        Push push;
        if (can_be_pushed && rules.pace > 0 && due[i].elapsed > kLongestPush) {
            moveFlock(store, flock, due[i].elapsed, scratch, due[i].thinks ? kAllThink : 0);
            continue;
        }
        if (can_be_pushed && scratch.pushes.begin(store, flock, due[i].elapsed, scratch.around)) {
            if (rules.pace == 0 || scratch.pushes.isNearGround()) {
                moveFlock(store, flock, due[i].elapsed, scratch, due[i].thinks ? kAllThink : 0);
                continue;
            }
            push = scratch.pushes.onHerd(store, t);
        }
        if (can_be_pushed) {
            scratch.pushes.end(store, flock, due[i].elapsed);
            batch.push_x[batch.count] = push.force.x, batch.push_y[batch.count] = push.force.y;
            batch.sprint[batch.count] = push.sprint;
            batch.is_pushed = batch.is_pushed || !(push.force == Vec2{});
        }
        if (batch.count > 0 && row(flock) != batch.flocks[batch.count - 1] + 1) batch.is_one_run = false;
        batch.flocks[batch.count] = static_cast<std::uint32_t>(flock);
        if (t != ticks_for) ticks = rules.ticksOf(t), ticks_for = t;
        const StepDraw draw = drawAlone(store, flock, rules, t, ticks, due[i].thinks);
        batch.ticks[batch.count] = ticks;
        batch.draws[batch.count] = draw.number;
        batch.deviations[batch.count] = rules.deviationAlone(draw);
        batch.steps[batch.count] = steps;
        batch.t[batch.count] = t;
        batch.thinks[batch.count] = due[i].thinks;
        ++batch.count;
    }
    return i;
}

// Whether species alternate so often in `due` that most lanes of a batch would be empty.
bool isMixed(const FlockStore& store, std::span<const AloneUpdate> due) {
    if (store.allSpecies().size() == 1) return false;
    constexpr std::size_t kLongRun = 16;
    std::size_t changes = 0;
    for (std::size_t i = 1; i < due.size(); ++i)
        changes += store.speciesIdOf(due[i].flock) != store.speciesIdOf(due[i - 1].flock);
    return changes * kLongRun > due.size();
}

// The flocks that stay alone, grouped by species; within a species in the order of `due`.
template <class Sieve>
std::span<const AloneUpdate> sortBySpecies(const FlockStore& store, std::span<const AloneUpdate> due,
                                           const Sieve& sieve, UpdateScratch& scratch) {
    std::vector<std::uint32_t>& ends = scratch.alone_ends;
    ends.assign(store.allSpecies().size() + 1, 0);
    scratch.alone.clear();
    for (std::size_t i = 0; i < due.size(); ++i) {
        if (i + kFlocksAhead < due.size()) store.prefetch(due[i + kFlocksAhead].flock);
        if (!sieve.stays(due[i].flock, i)) continue;
        scratch.alone.push_back(due[i]);
        ++ends[row(store.speciesIdOf(due[i].flock)) + 1];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    scratch.alone_by_species.resize(scratch.alone.size());
    for (const AloneUpdate& update : scratch.alone)
        scratch.alone_by_species[ends[row(store.speciesIdOf(update.flock))]++] = update;
    return scratch.alone_by_species;
}

template <class Sieve>
void moveRuns(FlockStore& store, std::span<const AloneUpdate> due, const Sieve& sieve,
              UpdateScratch& scratch) {
    Batch batch;
    for (std::size_t i = 0; i < due.size();) {
        const std::size_t begin = i;
        i = gather(store, due, begin, sieve, batch, scratch);
        if (batch.count > 0) stepBatch(store, store.rulesOf(due[begin].flock), batch);
    }
}

template <class Sieve>
void moveThrough(FlockStore& store, std::span<const AloneUpdate> due, const Sieve& sieve,
                 UpdateScratch& scratch) {
    if (store.kernels().stepAlone == nullptr) {
        for (std::size_t i = 0; i < due.size(); ++i)
            if (sieve.stays(due[i].flock, i))
                moveFlock(store, due[i].flock, due[i].elapsed, scratch, due[i].thinks ? kAllThink : 0);
        return;
    }
    if (isMixed(store, due)) {
        moveRuns(store, sortBySpecies(store, due, sieve, scratch), AllStay{}, scratch);
    } else {
        moveRuns(store, due, sieve, scratch);
    }
}

}  // namespace

void moveAlone(FlockStore& store, std::span<const AloneUpdate> due, UpdateScratch& scratch) {
    moveThrough(store, due, AllStay{}, scratch);
}

void updateAlone(FlockStore& store, std::span<const AloneUpdate> due, Place player, UpdateScratch& scratch,
                 std::vector<std::uint32_t>& left) {
    moveThrough(store, due, ThoseFarFrom{store, player, left}, scratch);
}

void updateAloneOfRun(FlockStore& store, std::uint32_t first, std::uint32_t end, float elapsed, Place player,
                      RunScratch& scratch) {
    scratch.due.clear();
    scratch.left.clear();
    for (std::uint32_t i = first; i < end; ++i) scratch.due.push_back({FlockId{i}, elapsed});
    updateAlone(store, scratch.due, player, scratch.update, scratch.left);
}

LodCounts updateFlocks(FlockStore& store, std::uint32_t first, std::uint32_t end, float elapsed, Place player,
                       RunScratch& scratch) {
    updateAloneOfRun(store, first, end, elapsed, player, scratch);
    LodCounts counts;
    for (const std::uint32_t i : scratch.left)
        counts += updateFlock(store, scratch.due[i].flock, elapsed, player, scratch.update);
    return counts;
}

}  // namespace drover::flock
